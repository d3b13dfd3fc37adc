import { createContext, useContext } from 'react'
import { Scripts, ScrollRestoration, useMatches, useRouteError } from 'react-router'

/**
 * The scripts a page can have: `app` with React in the browser, where one of its routes says so,
 * `small` with modules that show nothing, `none` for visitors who save data.
 */
export type PageScriptsKind = 'app' | 'small' | 'none'

/** What a route exports as its `handle` when its page runs in the browser. */
export type PageHandle = { hydration: true }

/** Whether a route's `handle` is that of a page that runs in the browser. */
function runsInBrowser(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'hydration' in handle
}

/** Set by the server for each request; in a browser React runs only where it is `app`. */
export const PageScriptsContext = createContext<PageScriptsKind>('app')

/**
 * React Router's own scripts, on pages that run in the browser. The page of root's error boundary
 * doesn't run there, whichever route it replaces.
 */
export function AppScripts() {
  const allowed = useContext(PageScriptsContext) === 'app'
  const failed = (useRouteError() ?? null) !== null
  const wanted = useMatches().some(({ handle }) => runsInBrowser(handle))
  return allowed && wanted && !failed ? <Scripts /> : null
}

/** Keeps each page's scroll position over navigations, on pages that run in the browser. */
export function AppScroll(props: Pick<React.ComponentProps<typeof ScrollRestoration>, 'getKey'>) {
  return useContext(PageScriptsContext) === 'app' ? <ScrollRestoration {...props} /> : null
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

/** The props of an element whose own script fills it: React takes whatever it finds inside. */
export const filledByScript = {
  dangerouslySetInnerHTML: { __html: '' },
  suppressHydrationWarning: true,
} as const
