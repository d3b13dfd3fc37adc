import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router'

type Place = {
  to: string
  /** The router's key for its scroll position. */
  scrollKey: string
}

/** Last address of each page, by path. Filled in the browser only. */
const places = new Map<string, Place>()

/** Remembers this page's address and scroll position for links back to it. */
export function useRememberedPlace(): void {
  const location = useLocation()
  useEffect(() => {
    const { pathname, search } = location
    places.set(pathname, { to: pathname + search, scrollKey: scrollKeyOf(location) })
  }, [location])
}

/**
 * Returns a link back to a page as it was left: with its scroll position, and with its search,
 * filters and page if `href` has none. Returns `href` unchanged if the page hasn't been open.
 */
export function backTo(href: string): { to: string; state?: { scrollKey: string } } {
  const [path = href] = href.split('?')
  const place = places.get(path)
  if (place === undefined || (href !== path && href !== place.to)) return { to: href }
  return { to: place.to, state: { scrollKey: place.scrollKey } }
}

/** `getKey` for `ScrollRestoration`: a link back reuses the key of the page it leads to. */
export function scrollKeyOf({ key, state }: Location): string {
  return typeof state?.scrollKey === 'string' ? state.scrollKey : key
}
