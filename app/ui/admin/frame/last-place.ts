import { useEffect } from 'react'
import { type Location, useLocation } from 'react-router'

type Place = {
  /** The address with its search, filters and page. */
  to: string
  /** What the router keeps its scroll position under. */
  scrollKey: string
}

/** Where each page was left, by its path. Filled in the browser only. */
const places = new Map<string, Place>()

/** Remembers this page's address and scroll position, for the links that lead back to it. */
export function useRememberedPlace(): void {
  const location = useLocation()
  useEffect(() => {
    const { pathname, search } = location
    places.set(pathname, { to: pathname + search, scrollKey: scrollKeyOf(location) })
  }, [location])
}

/**
 * Returns a link back to a page as it was left: with its search, filters and page if `href` names
 * none, and with its scroll position. A page that hasn't been open yet gets `href` as it is.
 */
export function backTo(href: string): { to: string; state?: { scrollKey: string } } {
  const [path = href] = href.split('?')
  const place = places.get(path)
  if (place === undefined || (href !== path && href !== place.to)) return { to: href }
  return { to: place.to, state: { scrollKey: place.scrollKey } }
}

/** For `ScrollRestoration`: the same key for a place that a link leads back to. */
export function scrollKeyOf({ key, state }: Location): string {
  return typeof state?.scrollKey === 'string' ? state.scrollKey : key
}
