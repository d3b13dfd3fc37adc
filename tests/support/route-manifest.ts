import { execFileSync } from 'node:child_process'

type ManifestRoute = {
  id: string
  path?: string
  index?: boolean
  file: string
  children?: ManifestRoute[]
}

/** An address with its routes, outermost first; `file` renders the page. */
export type RoutePage = { path: string; ids: string[]; file: string }

export function routePages(): RoutePage[] {
  const json = execFileSync('node_modules/.bin/react-router', ['routes', '--json'], {
    encoding: 'utf8',
  })
  return pagesOf(JSON.parse(json) as ManifestRoute[], '', [])
}

function pagesOf(routes: ManifestRoute[], path: string, ids: string[]): RoutePage[] {
  return routes.flatMap((route) => {
    const here = route.path === undefined ? path : `${path}/${route.path}`.replace('//', '/')
    const chain = [...ids, route.id]
    if (route.children !== undefined && route.children.length > 0) {
      return pagesOf(route.children, here, chain)
    }
    return [{ path: here === '' ? '/' : here, ids: chain, file: `app/${route.file}` }]
  })
}
