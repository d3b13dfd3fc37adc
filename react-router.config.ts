import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // The server has helper processes and threads beside it, each with a file of its own name.
  serverBuildFile: '[name].js',
  // Else anybody could ask the server which routes exist.
  routeDiscovery: { mode: 'initial' },
  // What a page does in the browser is in files that several pages share; more files cost more.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => slimRouteList(reactRouterConfig.buildDirectory),
} satisfies Config

/**
 * Leaves the files that each route imports out of the list of routes that browsers load, which saves
 * 2.7 kB (gzip) on every page. That is safe: React Router reads them only to preload a page's modules
 * (`getModuleLinkHrefs`, where they are optional), for links that prefetch, of which there are none.
 * Throws if the list has another form than it had when this was written.
 */
function slimRouteList(buildDirectory: string): void {
  const [file, ...others] = globSync(path.join(buildDirectory, 'client/assets/manifest-*.js'))
  const text = file === undefined || others.length > 0 ? '' : readFileSync(file, 'utf8')
  const [, json] = /^window\.__reactRouterManifest=(\{.*\});$/s.exec(text) ?? []
  const list: { routes: Record<string, { imports?: string[] }> } = JSON.parse(
    json ?? '{"routes":{}}',
  )
  const routes = Object.values(list.routes)
  if (file === undefined || !routes.some(({ imports }) => imports !== undefined)) {
    throw new Error('The list of routes has another form: see slimRouteList()')
  }
  for (const route of routes) delete route.imports
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(list)};`)
}
