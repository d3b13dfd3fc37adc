import { createContext, useContext } from 'react'
import { Scripts, ScrollRestoration, useMatches, useRouteError } from 'react-router'
import { unfoldScript } from '#app/http/unfold-script.ts'

/**
 * A page's scripts: `app` runs React because a route asks for it, `small` has modules that render
 * nothing, `none` is for visitors who save data.
 */
export type PageScriptsKind = 'app' | 'small' | 'none'

/** `handle` of a route whose page runs in the browser. */
export type PageHandle = { hydration: true }

function runsInBrowser(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'hydration' in handle
}

/** Set by the server for each request; React runs in a browser only for `app`. */
export const PageScriptsContext = createContext<PageScriptsKind>('app')

/** The mark of inline scripts whose hashes the server allows; it never leaves the server. */
export const ScriptMarkContext = createContext<string | undefined>(undefined)

/**
 * React Router's scripts, on pages that run in the browser. The page of root's error boundary
 * doesn't run there, whichever route it replaces.
 */
export function AppScripts() {
  const allowed = useContext(PageScriptsContext) === 'app'
  const mark = useContext(ScriptMarkContext)
  const failed = (useRouteError() ?? null) !== null
  const wanted = useMatches().some(({ handle }) => runsInBrowser(handle))
  if (!allowed || !wanted || failed) return null
  return (
    <>
      <script
        nonce={mark}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? unfoldScript : '' }}
        suppressHydrationWarning
      />
      <Scripts />
    </>
  )
}

/** Keeps scroll positions across navigations, on pages that run in the browser. */
export function AppScroll(props: Pick<React.ComponentProps<typeof ScrollRestoration>, 'getKey'>) {
  return useContext(PageScriptsContext) === 'app' ? <ScrollRestoration {...props} /> : null
}

/**
 * A module beside the app. `data` becomes data attributes. With `async`, React also loads it where
 * a component comes later, once for the page.
 */
export function ModuleScript({
  src,
  async = false,
  data = {},
}: {
  src: string
  async?: boolean
  data?: Record<`data-${string}`, string | undefined>
}) {
  if (useContext(PageScriptsContext) === 'none') return null
  return <script type="module" src={src} async={async} {...data} />
}

/** Props for an element that its own script fills: React keeps whatever is inside. */
export const filledByScript = {
  dangerouslySetInnerHTML: { __html: '' },
  suppressHydrationWarning: true,
} as const
