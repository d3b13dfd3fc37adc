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
import { RequestIdContext, UnavailableContext } from '#app/ui/site/messages/request-id.ts'
import {
  PageScriptsContext,
  type PageScriptsKind,
  ScriptMarkContext,
} from '#app/ui/site/page-scripts.tsx'
import type { UnavailableReason } from '#db/unavailable.ts'
import { sealScripts } from './sealed-scripts.server.ts'

const renderTimeoutMs = 10_000
/** Pages share one thread, so rendering more at a time only delays all of them. */
const limit = pLimit(4)

type Rendered = { html: string; failed: boolean }

/** A page's input besides its loaders' data. */
type PageFacts = {
  url: string
  /** The request's id. */
  id: string
  unavailable: UnavailableReason | null
  language: Language
  scripts: PageScriptsKind
  servedHtml: readonly string[]
}

/**
 * Renders a whole page before sending, so that an error can still change the status; pages are
 * small. Returns the CSP sources for its inline scripts in `scriptHashes`. React Router marks its
 * scripts with the nonce, and only sends data to pages with scripts.
 */
export async function renderPage(
  context: EntryContext,
  { url, id, unavailable, language, scripts, servedHtml }: PageFacts,
): Promise<Rendered & { scriptHashes: string[] }> {
  const mark = randomBytes(18).toString('base64url')
  const texts = catalogue(language)
  const isDamaged = unavailable !== null && databaseDamage() !== null
  const page = (
    <RequestIdContext value={id}>
      <UnavailableContext value={isDamaged ? 'damaged' : unavailable}>
        <SiteContext value={siteFacts()}>
          <PageScriptsContext value={scripts}>
            <ServedHtmlContext value={servedHtml}>
              <TextsContext value={{ language, t: texts }}>
                <DocumentTextsContext value={texts}>
                  <ScriptMarkContext value={mark}>
                    <ServerRouter context={context} url={url} nonce={mark} />
                  </ScriptMarkContext>
                </DocumentTextsContext>
              </TextsContext>
            </ServedHtmlContext>
          </PageScriptsContext>
        </SiteContext>
      </UnavailableContext>
    </RequestIdContext>
  )
  const rendered = await limit(() => render(page, mark, id))
  const { html, sources } = sealScripts(rendered.html, mark)
  return { html, failed: rendered.failed, scriptHashes: sources }
}

function render(page: React.ReactNode, nonce: string, id: string): Promise<Rendered> {
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
        resolve({ html: Buffer.concat(chunks).toString(), failed })
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Otherwise React sends parts later, with inline scripts that insert them.
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
        log.error({ id, err: error }, 'rendering failed')
      },
    })
    const timer = setTimeout(abort, renderTimeoutMs)
  })
}
