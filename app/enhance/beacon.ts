/**
 * Tells the server how far a page was read and how long, once, when it is left; and when a file is
 * asked for. Only pages that load a script anyway do: the others stay without one.
 */

let opened = performance.now()
let deepest = 0
let told = false

/** As a form, since the server takes nothing else. */
const send = (fields: Record<string, string>) => {
  if ('sendBeacon' in navigator) navigator.sendBeacon('/beacon', new URLSearchParams(fields))
}

/** The page's address without its language. */
const path = () => {
  const { lang } = document.documentElement
  const { pathname } = location
  const local = pathname === `/${lang}` || pathname.startsWith(`/${lang}/`)
  return (local ? pathname.slice(lang.length + 1) : pathname).replace(/\/+$/, '') || '/'
}

const measure = () => {
  const { scrollHeight } = document.documentElement
  deepest = Math.max(deepest, (scrollY + innerHeight) / scrollHeight)
}

const leave = () => {
  if (told) return
  told = true
  // A pixel or two of rounding are no reason to call a page unfinished.
  const scroll = String(Math.floor(Math.min(1, deepest + 0.005) * 4) * 25)
  send({ kind: 'read', path: path(), scroll, ms: (performance.now() - opened).toFixed() })
}

/** Reports that a visitor asked for the file that a link to its countdown leads to. */
export function reportAttempt(link: HTMLElement): void {
  const format = /\/prepare\/\d+\/([^/?]+)/.exec(link.getAttribute('href') ?? '')?.[1]
  if (format !== undefined) send({ kind: 'attempt', format })
}

measure()
addEventListener('scroll', measure, { passive: true })
addEventListener('pagehide', leave)
// On phones a page in the background may end without a word.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave()
})
// A page out of the browser's own memory is read anew.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  opened = performance.now()
  deepest = 0
  told = false
  measure()
})
