import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { exchangeContext } from '#app/middleware/exchange.server.ts'
import { log } from '#app/services/log.server.ts'
import { RequestIdContext } from '#app/ui/request-id.ts'

const renderTimeoutMs = 10_000

/** Renders a page whole: pages are small, and an error on the way can still change the status. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { id, nonce } = context.get(exchangeContext)
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdContext value={id}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestIdContext>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          const body = new PassThrough()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              status: failed ? 500 : status,
              headers,
            }),
          )
          pipe(body)
        },
        onShellError: reject,
        onError(error) {
          failed = true
          log.error({ id: context.get(exchangeContext).id, err: error }, 'rendering failed')
        },
      },
    )
    const timer = setTimeout(abort, renderTimeoutMs)
  })
}

/** Every error that a route did not answer itself, once, with the id that the visitor sees. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A refusal is the visitor's affair, and the line of the request says its status.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  log.error({ id: context.get(exchangeContext).id, err: error }, 'request failed')
}
