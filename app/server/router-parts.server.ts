import { createRequestHandler, type ServerBuild } from 'react-router'
import { leafRoutes, routeLine, routePath, takenPaths } from './route-paths.server.ts'

type Handle = ReturnType<typeof createRequestHandler>

/**
 * Returns a handler for the whole URL map, made of one React Router handler per part: the back office,
 * addresses without a page, and the public site. No page needs another part's routes, and the router's
 * work per request grows with the number of its routes.
 */
export function createPartedHandler(
  build: ServerBuild,
  mode: 'production' | 'development',
): Handle {
  const { routes } = build
  const leaves = Map.groupBy(leafRoutes(routes), (id) => partOf(routePath(routes, id).path))
  const handlerOf = (part: Part) =>
    createRequestHandler(withRoutes(build, leaves.get(part) ?? []), mode)
  const site = handlerOf('site')
  const others = (['backOffice', 'files'] as const).map((part) => ({
    takes: takenPaths(routes, leaves.get(part) ?? []),
    handle: handlerOf(part),
  }))
  return (request, context) => {
    const { pathname } = new URL(request.url)
    const handle = others.find(({ takes }) => takes(pathname))?.handle ?? site
    return handle(request, context)
  }
}

type Part = 'site' | 'backOffice' | 'files'

function partOf(path: string): Part {
  const [first] = path.split('/', 1)
  if (first === ':lang?') return 'site'
  return first === 'admin' ? 'backOffice' : 'files'
}

/** Returns the build reduced to these routes and their parents. */
function withRoutes(build: ServerBuild, leaves: string[]): ServerBuild {
  const ids = new Set(leaves.flatMap((id) => routeLine(build.routes, id)))
  const ownOf = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: ownOf(build.routes),
    assets: { ...build.assets, routes: ownOf(build.assets.routes) },
  }
}
