import { createHash } from 'node:crypto'

/** A page without the mark of its own inline scripts, and the policy's sources for those. */
export type SealedPage = { html: string; sources: string[] }

/**
 * Takes the mark off a rendered page and hashes the inline scripts that bear it, for the page's
 * policy. The mark is random and secret while the page is rendered, so a script that came from
 * anywhere else has no hash and does not run. React's preloads of modules are taken out: they are
 * loaded with high priority, in front of the style sheet and the page's pictures.
 */
export function sealScripts(marked: string, mark: string): SealedPage {
  const nonce = ` nonce="${mark}"`
  const sources = new Set<string>()
  const html = marked
    .replace(
      new RegExp(`<script(?:(?!${nonce})[^>])*${nonce}[^>]*>([\\s\\S]*?)</script>`, 'g'),
      (script, text) => {
        sources.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
        return script
      },
    )
    .replace(new RegExp(`<link rel="modulepreload"(?:(?!${nonce})[^>])*${nonce}[^>]*>`, 'g'), '')
    .replaceAll(nonce, '')
  return { html, sources: [...sources] }
}
