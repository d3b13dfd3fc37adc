import { tell } from './tell.ts'

/**
 * Reports once how far a page was scrolled and how long it was open, when it is left or goes to the
 * background, and views for which the server got no request. Changes nothing on the page. Loaded by
 * every public page, unless its address shows what a visitor looks up or holds a token; see
 * app/pages/public-layout.tsx.
 */

/** 0 in a tab opened in the background, until it's seen. Negative once the reading is reported. */
let opened = document.hidden ? 0 : performance.now()
let deepest = 0

const measure = () => {
  const { scrollHeight } = document.documentElement
  deepest = Math.max(deepest, (scrollY + innerHeight) / scrollHeight)
}

const leave = () => {
  if (opened <= 0) return
  // Not as the page opens, whose layout would be made before it is whole.
  measure()
  // A pixel or two of rounding shouldn't make a page count as unfinished.
  const scroll = `${Math.floor(Math.min(1, deepest + 0.005) * 4) * 25}`
  const ms = (performance.now() - opened).toFixed()
  tell({ kind: 'read', path: location.pathname, scroll, ms })
  opened = -1
}

const begin = () => {
  opened = performance.now()
  deepest = 0
}

const showAgain = () => {
  tell({ kind: 'view', path: location.pathname })
  begin()
}

addEventListener('scroll', measure)
addEventListener('pagehide', leave)
// Phones may end a background page without an event.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) leave()
  else if (!opened) begin()
})
// A page restored from the browser's cache counts again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) showAgain()
})
// A prerendered page counts from when it is shown.
document.addEventListener('prerenderingchange', showAgain)

// Back, a restored tab and a click after a prefetch take the page from the browser's cache. A
// service worker's answers have no size either, but it asks the server.
const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (opened > 0 && load?.transferSize === 0 && !load.workerStart) showAgain()
