// First, before anything opens the database.
import '#db/sqlite/sole-server.ts'
import { createServer as createHttpServer } from 'node:http'
import path from 'node:path'
import {
  createServer,
  type EnvironmentModuleGraph,
  isRunnableDevEnvironment,
  type Plugin,
} from 'vite'
import { env } from '#app/env.server.ts'
import { DevelopmentApp } from './dev-app.ts'
import { failurePage, failureText } from './dev-failure.ts'
import { DevelopmentOverlay } from './dev-overlay.ts'
import { freshStyles } from './dev-styles.ts'
import { whenNpmEnds } from './npm-end.ts'

/** Development: Vite for hot reload in front of the same listener as in production. */

/** This machine only by default, since the development admin's password is public. */
const host = process.env.HOST ? env.HOST : 'localhost'

/** Reports changes to the app and to pages without React. React Router handles pages with React. */
const reload: Plugin = {
  name: 'cleanclip:reload',
  hotUpdate({ type, file, modules, server: { environments } }) {
    if (this.environment.name !== 'ssr') return
    if (file === routesFile) checkRoutes()
    const isCode = modules.length > 0 && !file.endsWith('.css')
    // A new file can also be what code that is being loaded lacks.
    const isLacked = app.isLoading && type === 'create' && /\.tsx?$/.test(file)
    const canMend = app.hasFailed || isLacked
    if (canMend) forgetMissingImports(this.environment.moduleGraph)
    const wasShown = overlay.clear()
    const isLoadedAgain = isCode || canMend
    if (isLoadedAgain) app.markStale()
    if (isLoadedAgain || wasShown) checkSoon(wasShown)
    if (!isLoadedAgain && !file.includes('/pages-content/')) return []
    environments.client.hot.send('cleanclip:changed')
    // The app is reloaded by the next request, not by Vite at once.
    return []
  },
}

/**
 * Invalidates the files that may have an unresolved import, since for those only the import's text
 * is known. The other files stay, because transforming all of them would take seconds.
 */
function forgetMissingImports(graph: EnvironmentModuleGraph): void {
  for (const module of graph.idToModuleMap.values()) {
    const { deps = [], dynamicDeps = [] } = module.transformResult ?? {}
    if ([...deps, ...dynamicDeps].some((name) => /^[.#]/.test(name))) graph.invalidateModule(module)
  }
}

const routesFile = path.resolve('app/routes.ts')

/** React Router reports errors in the routes only in the terminal, and keeps the old routes. */
function checkRoutes(): void {
  ssr.transformRequest(routesFile).catch((error: unknown) => {
    overlay.logger.error(failureText(error))
  })
}

/** Wait for further files of the same save. */
const settleMs = 30
let checking: NodeJS.Timeout | undefined

/** Loads the saved code, so that open pages show an error or drop a fixed one. */
function checkSoon(wasShown: boolean): void {
  isShown ||= wasShown
  clearTimeout(checking)
  checking = setTimeout(async () => {
    try {
      await app.listener()
      if (isShown) overlay.reload()
      isShown = false
    } catch (error) {
      overlay.show(failureText(error))
    }
  }, settleMs)
}
let isShown = false

const overlay = new DevelopmentOverlay()
const server = createHttpServer()
const vite = await createServer({
  appType: 'custom',
  plugins: [reload, freshStyles],
  customLogger: overlay.logger,
  server: {
    middlewareMode: { server },
    hmr: { server },
    // Otherwise the watcher misses a save within 50 ms of the previous one, such as a formatter's.
    watch: { awaitWriteFinish: { stabilityThreshold: 20, pollInterval: 10 } },
  },
})
const { ssr } = vite.environments
if (!isRunnableDevEnvironment(ssr)) {
  throw new Error('Vite has no module runner for the server environment')
}
const app = new DevelopmentApp(ssr.runner)
overlay.attach(vite.environments.client.hot)

server.on('request', (req, res) => {
  vite.middlewares(req, res, async () => {
    // Connection state is lost when the app's code is replaced.
    res.setHeader('Connection', 'close')
    try {
      const listener = await app.listener()
      app.keepFor(res)
      listener(req, res)
    } catch (error) {
      res.writeHead(500, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
      })
      res.end(failurePage(error))
    }
  })
})
server.on('error', (error) => {
  process.stderr.write(`Cleanclip cannot listen on port ${env.PORT}: ${error.message}\n`)
  process.exit(1)
})
whenNpmEnds(() => process.exit(0))
// The page shows the failure too.
await app.listener().catch(() => {})
server.listen(env.PORT, host, () =>
  process.stdout.write(
    `Cleanclip (development): http://localhost:${env.PORT}\n` +
      'Jobs and emails run as in production. Pages are not kept in memory.\n',
  ),
)
