import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { isLanguage, languages } from '#app/i18n/languages.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import { refuse } from './outgoing-answer.server.ts'

/** Returns the build's routes as a tree that matches addresses in capitals too. */
export function routeTree(routes: ServerBuild['routes'], parent?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parent) return []
    const { id, path, index } = route
    return index ? { id, path, index } : { id, path, children: routeTree(routes, id) }
  })
}

/** The paths of routes for addresses that have no page. */
const isUnknown = /^(?::lang\?\/)?\*$/

/**
 * Returns a function that redirects readers of an address in capitals or with a slash at its end to
 * the page's one address, or returns false. Phones begin what is typed with a capital.
 */
export function createOneAddress(
  routes: ServerBuild['routes'],
  tree: RouteObject[],
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const words = new Set([
    ...Object.values(routes).flatMap((route) => route?.path?.split('/') ?? []),
    ...languages,
  ])
  /** Matching takes a third of a page's time: only what a route may spell otherwise is matched. */
  const mayDiffer = (pathname: string) =>
    (pathname.endsWith('/') && pathname !== '/') ||
    (/[A-Z]/.test(pathname) &&
      pathname.split('/').some((part) => !words.has(part) && words.has(part.toLowerCase())))

  return ({ method, url = '' }, res) => {
    const [pathname = ''] = url.split('?', 1)
    if (!mayDiffer(pathname) || (method !== 'GET' && method !== 'HEAD')) return false
    const address = oneAddress(tree, pathname)
    if (address === null || address === pathname) return false
    refuse(res, 308, 'Permanent Redirect', { Location: address + url.slice(pathname.length) })
    return true
  }
}

/** Returns a path as its route spells it, with its own parameters. Null if no route has it. */
function oneAddress(tree: RouteObject[], pathname: string): string | null {
  const matches = matchRoutes(tree, pathname) ?? []
  const { params, route } = matches.at(-1) ?? {}
  const language = params?.lang?.toLowerCase()
  if (params === undefined || isUnknown.test(route?.path ?? '')) return null
  if (language !== undefined && !isLanguage(language)) return null
  const given = pathname.split('/').filter(Boolean)
  const segments: string[] = []
  for (const part of matches.flatMap(({ route: { path = '' } }) => path.split('/'))) {
    const name = /^:(\w+)\??$/.exec(part)?.[1]
    if (part === '' || (name !== undefined && params[name] === undefined)) continue
    if (part === '*') segments.push(...given.slice(segments.length))
    else if (name === 'lang') segments.push(language ?? '')
    else segments.push(name === undefined ? part : (given[segments.length] ?? ''))
  }
  const address = `/${segments.join('/')}`
  // With no more than the slash to leave out, the page's own redirect to the one without the prefix
  // does.
  const isLed = params.lang === defaultLanguage() && pathname.replace(/\/+$/, '') === address
  return isLed ? null : address
}
