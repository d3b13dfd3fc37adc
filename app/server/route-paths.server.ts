import type { ServerBuild } from 'react-router'
import { languages } from '#app/i18n/catalogue.ts'

type Routes = ServerBuild['routes']

/**
 * Returns a check for paths that no route takes but the public site's catch-all, which asking the
 * router itself would cost a hundred times as much. A data request counts as its page does.
 */
export function unknownPaths(routes: Routes): (path: string) => boolean {
  const isTaken = takenPaths(
    routes,
    leafRoutes(routes).filter((id) => routePath(routes, id).path !== ':lang?/*'),
  )
  return (path) => !isTaken(path)
}

/** Returns a check for the paths, and their data requests, that one of these routes takes. */
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

/** Whether a path asks for a page's data alone, as React Router's links do in the browser. */
export function isDataPath(path: string): boolean {
  return path.endsWith(dataEnding)
}

/** A path without what asks for its data: `/_.data` is the home page’s, `/blog/_.data` that of `/blog/`. */
function pagePath(path: string): string {
  return isDataPath(path) ? path.slice(0, -dataEnding.length).replace(/\/_$/, '/') : path
}

/** The ids of the routes that have no others inside. */
export function leafRoutes(routes: Routes): string[] {
  const parents = new Set(Object.values(routes).map((route) => route?.parentId))
  return Object.keys(routes).filter((id) => !parents.has(id))
}

/** A route's id and those of the routes around it, the outermost last. */
export function routeLine(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId
  return [id, ...(parent === undefined ? [] : routeLine(routes, parent))]
}

/** A route's whole path, with what its parents put in front. */
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

/** Without patterns it holds for no path. */
function wholePath(patterns: string[], flags = ''): RegExp {
  return patterns.length === 0 ? /(?!)/ : new RegExp(`^(?:${patterns.join('|')})/?$`, flags)
}
