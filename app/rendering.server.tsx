import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { databaseDamage } from '#app/models/database-damage.server.ts'
import { siteFacts } from '#app/models/site.server.ts'
import { log } from '#app/services/log.server.ts'
import { DamagedContext, RequestIdContext, UnavailableContext } from '#app/ui/request-id.ts'
import { SiteContext } from '#app/ui/use-site.ts'
import { createTurns } from '#app/utils/turns.ts'

const renderTimeoutMs = 10_000
/** Renderings share one thread: more at a time only make all of them late. */
const inTurn = createTurns(4)

export type Rendered = { html: Buffer; failed: boolean }

/** Renders a page whole: pages are small, and an error on the way can still change the status. */
export function renderPage(
  context: EntryContext,
  { url, id, unavailable }: { url: string; id: string; unavailable: boolean },
): Promise<Rendered> {
  const page = (
    <RequestIdContext value={id}>
      <UnavailableContext value={unavailable}>
        <DamagedContext value={databaseDamage() !== null}>
          <SiteContext value={siteFacts()}>
            <ServerRouter context={withoutHydration(context)} url={url} />
          </SiteContext>
        </DamagedContext>
      </UnavailableContext>
    </RequestIdContext>
  )
  return inTurn(() => render(page, (error) => log.error({ id, err: error }, 'rendering failed')))
}

/** No React runs in the browser: nothing is handed over to it, and only the page's own routes count. */
function withoutHydration(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  )
  return { ...context, manifest: { ...manifest, routes }, serverHandoffStream: undefined }
}

function render(page: React.ReactNode, tell: (error: unknown) => void): Promise<Rendered> {
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
