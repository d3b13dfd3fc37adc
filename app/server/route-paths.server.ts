import type { ServerBuild } from 'react-router'
import { languages } from '#app/i18n/languages.ts'

type Routes = ServerBuild['routes']

/**
 * Returns a check for paths that only the public site's catch-all route takes. Asking the router would
 * take a hundred times as long. A data request counts as its page.
 */
export function unknownPaths(routes: Routes): (path: string) => boolean {
  const isTaken = takenPaths(
    routes,
    leafRoutes(routes).filter((id) => routePath(routes, id).path !== ':lang?/*'),
  )
  return (path) => !isTaken(path)
}

/** Returns a check for the paths and data requests that these routes take. */
export function takenPaths(routes: Routes, ids: readonly string[]): (path: string) => boolean {
  const exact: string[] = []
  const anyCase: string[] = []
  for (const id of ids) {
    const { path, caseSensitive } = routePath(routes, id)
    const patterns = caseSensitive ? exact : anyCase
    patterns.push(pattern(path))
  }
  const inExactCase = wholePath(exact)
  const inAnyCase = wholePath(anyCase, 'i')
  return (path) => {
    const page = pagePath(path)
    return inAnyCase.test(page) || inExactCase.test(page)
  }
}

const dataEnding = '.data'

/** Whether a path is a data request, as React Router's links send in the browser. */
export function isDataPath(path: string): boolean {
  return path.endsWith(dataEnding)
}

/** Returns a data request's page: `/` for `/_.data`, `/blog/` for `/blog/_.data`. */
function pagePath(path: string): string {
  return isDataPath(path) ? path.slice(0, -dataEnding.length).replace(/\/_$/, '/') : path
}

/** Returns the ids of the routes without children. */
export function leafRoutes(routes: Routes): string[] {
  const parents = new Set(Object.values(routes).map((route) => route?.parentId))
  return Object.keys(routes).filter((id) => !parents.has(id))
}

/** Returns the ids of a route and its parents, outermost last. */
export function routeLine(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId
  return [id, ...(parent === undefined ? [] : routeLine(routes, parent))]
}

/** Returns a route's whole path, with its parents' parts. */
export function routePath(routes: Routes, id: string) {
  const line = routeLine(routes, id).flatMap((each) => routes[each] ?? [])
  const parts = line.flatMap(({ path }) => path || []).reverse()
  return {
    path: parts.join('/'),
    caseSensitive: line.some(({ caseSensitive }) => caseSensitive === true),
  }
}

function pattern(path: string): string {
  return path === '' ? '' : path.split('/').map(segmentPattern).join('')
}

function segmentPattern(segment: string): string {
  if (segment === ':lang?') return `(?:/(?:${languages.join('|')}))?`
  if (segment === '*') return '(?:/.*)?'
  if (segment.startsWith(':')) return '/[^/]+'
  return `/${segment.replaceAll('.', '\\.')}`
}

/** Without patterns it matches no path. */
function wholePath(patterns: string[], flags = ''): RegExp {
  return patterns.length === 0 ? /(?!)/ : new RegExp(`^(?:${patterns.join('|')})/?$`, flags)
}
