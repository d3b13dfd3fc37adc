import type { ServerBuild } from 'react-router'
import { languages } from '#app/i18n/catalogue.ts'

/**
 * Returns a check for paths that no route takes but the public site's catch-all, which asking the
 * router itself would cost a hundred times as much. A data request counts as its page does.
 */
export function unknownPaths(routes: ServerBuild['routes']): (path: string) => boolean {
  const exact: string[] = []
  const anyCase: string[] = []
  for (const id of Object.keys(routes)) {
    const { path, caseSensitive } = routePath(routes, id)
    if (path !== ':lang?/*') (caseSensitive ? exact : anyCase).push(pattern(path))
  }
  const inExactCase = wholePath(exact)
  const inAnyCase = wholePath(anyCase, 'i')
  return (path) => {
    const page = pagePath(path)
    return !inAnyCase.test(page) && !inExactCase.test(page)
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

/** A route's whole path, with what its parents put in front. */
function routePath(routes: ServerBuild['routes'], id: string) {
  const parts: string[] = []
  let caseSensitive = false
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? '']) {
    if (route.path) parts.unshift(route.path)
    caseSensitive ||= route.caseSensitive === true
  }
  return { path: parts.join('/'), caseSensitive }
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

function wholePath(patterns: string[], flags = ''): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})/?$`, flags)
}
