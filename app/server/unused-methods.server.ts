import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { isApiAddress } from '#app/http/api-address.ts'
import { apiMethodRefusal } from './api-answers.server.ts'
import { refuse } from './outgoing-answer.server.ts'

const methods = new Set(['GET', 'HEAD', 'POST'])

/**
 * Returns a function that refuses a method without use and names those that the address takes, or
 * returns false. It can take milliseconds, like a page.
 */
export function createMethodRefusal(
  routes: ServerBuild['routes'],
  tree: RouteObject[],
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const allowed = (pathname: string): string => {
    const id = matchRoutes(tree, pathname)?.at(-1)?.route.id
    const { action, handle } = routes[id ?? '']?.module ?? {}
    if (isNamed(handle)) return handle.methods
    return action === undefined ? 'GET, HEAD' : 'GET, HEAD, POST'
  }

  return (req, res) => {
    if (methods.has(req.method ?? '')) return false
    const [pathname = ''] = (req.url ?? '').split('?', 1)
    if (isApiAddress(pathname)) {
      const { status, body, headers } = apiMethodRefusal(allowed(pathname))
      refuse(res, status, body, headers)
    } else refuse(res, 405, 'Method Not Allowed', { Allow: allowed(pathname) })
    return true
  }
}

/** Returns true for the `handle` of a route that doesn't take both GET and HEAD. */
function isNamed(handle: unknown): handle is { methods: string } {
  return typeof handle === 'object' && handle !== null && 'methods' in handle
}
