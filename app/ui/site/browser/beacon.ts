import { tell } from './tell.ts'

/**
 * Tells the server once how far a page was scrolled and how long it was open, when it is left or
 * goes to the background. It touches nothing on the page. Every public page loads it, unless the
 * address says what a visitor looks up or holds a token; see app/ui/site/reading-beacon.tsx.
 */

let opened = performance.now()
let deepest = 0
let told = false

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
  tell({ kind: 'read', path: path(), scroll, ms: (performance.now() - opened).toFixed() })
}

measure()
addEventListener('scroll', measure, { passive: true })
addEventListener('pagehide', leave)
// On phones a page in the background may end without an event.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave()
})
// A page out of the browser's own memory is read again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  opened = performance.now()
  deepest = 0
  told = false
  measure()
})
