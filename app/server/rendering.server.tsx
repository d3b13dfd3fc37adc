import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import pLimit from 'p-limit'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import type { Language } from '#app/i18n/catalogue.ts'
import { SiteContext } from '#app/i18n/site-context.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { DocumentTextsContext, TextsContext } from '#app/i18n/use-i18n.ts'
import { databaseDamage } from '#app/observe/database-damage.server.ts'
import { log } from '#app/observe/log.server.ts'
import { ServedHtmlContext } from '#app/pages/documents/served-html.tsx'
import { siteFacts } from '#app/pages/site-facts.server.ts'
import {
  DamagedContext,
  RequestIdContext,
  UnavailableContext,
} from '#app/ui/site/messages/request-id.ts'
import { PageScriptsContext, type PageScriptsKind } from '#app/ui/site/page-scripts.tsx'
import type { UnavailableReason } from '#db/unavailable.ts'
import { sealScripts } from './sealed-scripts.server.ts'

const renderTimeoutMs = 10_000
/** Renderings share one thread: more at a time only make all of them late. */
const inTurn = pLimit(4)

type Rendered = { html: Buffer; failed: boolean }

/** A page's facts that no loader knows. */
type PageFacts = {
  url: string
  /** Of the request. */
  id: string
  unavailable: UnavailableReason | null
  language: Language
  scripts: PageScriptsKind
  servedHtml: readonly string[]
}

/**
 * Renders a page whole: pages are small, and an error on the way can still change the status.
 * `scriptHashes` are policy sources for the page's inline scripts, none where it has none. React
 * Router marks what it writes with the nonce, and hands data over only where its scripts are.
 */
export async function renderPage(
  context: EntryContext,
  { url, id, unavailable, language, scripts, servedHtml }: PageFacts,
): Promise<Rendered & { scriptHashes: string[] }> {
  const mark = randomBytes(18).toString('base64url')
  const texts = catalogue(language)
  const page = (
    <RequestIdContext value={id}>
      <UnavailableContext value={unavailable}>
        <DamagedContext value={databaseDamage() !== null}>
          <SiteContext value={siteFacts()}>
            <PageScriptsContext value={scripts}>
              <ServedHtmlContext value={servedHtml}>
                <TextsContext value={{ language, t: texts }}>
                  <DocumentTextsContext value={texts}>
                    <ServerRouter context={context} url={url} nonce={mark} />
                  </DocumentTextsContext>
                </TextsContext>
              </ServedHtmlContext>
            </PageScriptsContext>
          </SiteContext>
        </DamagedContext>
      </UnavailableContext>
    </RequestIdContext>
  )
  const rendered = await inTurn(() =>
    render(page, mark, (error) => log.error({ id, err: error }, 'rendering failed')),
  )
  const { html, sources } = sealScripts(rendered.html.toString(), mark)
  return { html: Buffer.from(html), failed: rendered.failed, scriptHashes: sources }
}

function render(
  page: React.ReactNode,
  nonce: string,
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
      nonce,
      // Else React sends parts later, with scripts that put them in their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
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
