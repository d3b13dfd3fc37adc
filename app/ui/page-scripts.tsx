import { createContext, useContext } from 'react'
import { Scripts, ScrollRestoration } from 'react-router'

/**
 * The scripts a page has: `app` with React in the browser, `small` with modules that show nothing,
 * `none` for visitors who save data.
 */
export type PageScriptsKind = 'app' | 'small' | 'none'

/** What a route exports as its `handle` when its page runs in the browser. */
export type PageHandle = { hydration: true }

/** Whether a route's `handle` is that of a page that runs in the browser. */
export function runsInBrowser(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'hydration' in handle
}

/** Set by the server for each page; in a browser React runs only where it is `app`. */
export const PageScriptsContext = createContext<PageScriptsKind>('app')

/** React Router's own scripts, on pages that run in the browser. */
export function AppScripts() {
  return useContext(PageScriptsContext) === 'app' ? <Scripts /> : null
}

/** Keeps each page's scroll position over navigations, on pages that run in the browser. */
export function AppScroll() {
  return useContext(PageScriptsContext) === 'app' ? <ScrollRestoration /> : null
}

/** A module beside the app. `data` becomes its element's data attributes. */
export function ModuleScript({
  src,
  data = {},
}: {
  src: string
  data?: Record<`data-${string}`, string | undefined>
}) {
  if (useContext(PageScriptsContext) === 'none') return null
  return <script type="module" src={src} {...data} />
}
