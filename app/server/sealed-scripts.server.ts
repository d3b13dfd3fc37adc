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
  let html = ''
  let taken = 0
  for (let at = marked.indexOf(nonce); at !== -1; at = marked.indexOf(nonce, at + 1)) {
    const start = marked.lastIndexOf('<', at)
    const end = marked.indexOf('>', at) + 1
    if (marked.startsWith('<script', start)) {
      const text = marked.slice(end, marked.indexOf('</script>', end))
      sources.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
    const isPreload = marked.startsWith('<link rel="modulepreload"', start)
    html += marked.slice(taken, isPreload ? start : at)
    taken = isPreload ? end : at + nonce.length
  }
  return { html: html + marked.slice(taken), sources: [...sources] }
}
