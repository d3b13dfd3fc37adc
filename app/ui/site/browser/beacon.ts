import { tell } from './tell.ts'

/**
 * Reports once how far a page was scrolled and how long it was open, when it is left or goes to the
 * background. Changes nothing on the page. Loaded by every public page, unless its address shows
 * what a visitor looks up or holds a token; see app/pages/public-layout.tsx.
 */

let opened = performance.now()
let deepest = 0
let reported = false

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
  if (reported) return
  reported = true
  // A pixel or two of rounding shouldn't make a page count as unfinished.
  const scroll = String(Math.floor(Math.min(1, deepest + 0.005) * 4) * 25)
  tell({ kind: 'read', path: path(), scroll, ms: (performance.now() - opened).toFixed() })
}

measure()
addEventListener('scroll', measure, { passive: true })
addEventListener('pagehide', leave)
// Phones may end a background page without an event.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave()
})

const begin = () => {
  opened = performance.now()
  deepest = 0
  reported = false
  measure()
}

// A page restored from the browser's cache counts as read again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) begin()
})
// A prerendered page counts from when it is shown.
document.addEventListener('prerenderingchange', begin)
