import { createHash } from 'node:crypto'

/** A page without its scripts' mark, and the CSP sources for those scripts. */
export type SealedPage = { html: string; sources: string[] }

/**
 * Removes the mark from a rendered page and hashes the inline scripts that have it, for the page's
 * CSP. The mark is random and secret while the page is rendered, so an injected script has no hash
 * and doesn't run. Also removes React's module preloads: browsers would load them with high
 * priority, before the style sheet and the pictures.
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
