import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { siteFacts } from '#app/models/site.server.ts'
import { log } from '#app/services/log.server.ts'
import { RequestIdContext, UnavailableContext } from '#app/ui/request-id.ts'
import { SiteContext } from '#app/ui/use-site.ts'
import { createTurns } from '#app/utils/turns.ts'

const renderTimeoutMs = 10_000
/** Renderings share one thread: more at a time only make all of them late. */
const inTurn = createTurns(4)

export type Rendered = { html: Buffer; failed: boolean }

/** Renders a page whole: pages are small, and an error on the way can still change the status. */
export function renderPage(
  context: EntryContext,
  {
    url,
    id,
    unavailable,
    nonce,
  }: { url: string; id: string; unavailable: boolean; nonce: string | null },
): Promise<Rendered> {
  // A page that loads nothing into the browser hands nothing over to it, and needs no other routes.
  const own = nonce === null ? withoutHydration(context) : context
  const page = (
    <RequestIdContext value={id}>
      <UnavailableContext value={unavailable}>
        <SiteContext value={siteFacts()}>
          <ServerRouter context={own} url={url} nonce={nonce ?? undefined} />
        </SiteContext>
      </UnavailableContext>
    </RequestIdContext>
  )
  return inTurn(() =>
    render(page, nonce, (error) => log.error({ id, err: error }, 'rendering failed')),
  )
}

function withoutHydration(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  )
  return { ...context, manifest: { ...manifest, routes }, serverHandoffStream: undefined }
}

function render(
  page: React.ReactNode,
  nonce: string | null,
  tell: (error: unknown) => void,
): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    let failed = false
    const chunks: Uint8Array[] = []
    const collector = new Writable({
      highWaterMark: 16 * 1024 ** 2,
      write(chunk, _, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve({ html: Buffer.concat(chunks), failed })
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      ...(nonce !== null && { nonce }),
      onAllReady() {
        clearTimeout(timer)
        pipe(collector)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError(error) {
        failed = true
        tell(error)
      },
    })
    const timer = setTimeout(abort, renderTimeoutMs)
  })
}
