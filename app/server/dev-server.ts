// First, before anything opens the database.
import '#db/sqlite/sole-server.ts'
import type { ServerResponse } from 'node:http'
import { createServer as createHttpServer } from 'node:http'
import { createServer, isRunnableDevEnvironment, type Plugin } from 'vite'
import { env } from '#app/env.server.ts'
import { DevelopmentApp } from './dev-app.ts'
import { failurePage } from './dev-failure.ts'

/** Development: Vite in front for hot reload, the same listener as in production behind it. */

/** This machine alone, unless asked otherwise: everyone knows the development admin's password. */
const host = process.env.HOST ? env.HOST : 'localhost'

/** Tells the app and pages without React of changes; pages with React are React Router's affair. */
const reload: Plugin = {
  name: 'cleanclip:reload',
  hotUpdate({ file, modules, server: { environments } }) {
    if (this.environment.name !== 'ssr') return
    const isCode = modules.length > 0 && !file.endsWith('.css')
    // An import that failed is remembered by the file that has it.
    if (app.hasFailed) this.environment.moduleGraph.invalidateAll()
    if (isCode || app.hasFailed) {
      app.markStale()
    } else if (!file.includes('/pages-content/')) return []
    environments.client.hot.send('cleanclip:changed')
    // The app is reloaded at the next request, not by Vite at once.
    return []
  },
}

const server = createHttpServer()
const vite = await createServer({
  appType: 'custom',
  plugins: [reload],
  server: {
    middlewareMode: { server },
    hmr: { server },
    // Otherwise the watcher drops a save within 50 ms of the one before, as a formatter makes.
    watch: { awaitWriteFinish: { stabilityThreshold: 20, pollInterval: 10 } },
  },
})
const { ssr } = vite.environments
if (!isRunnableDevEnvironment(ssr)) {
  throw new Error('Vite has no module runner for the server environment')
}
const app = new DevelopmentApp(ssr.runner)

server.on('request', (req, res) => {
  vite.middlewares(req, res, async () => {
    // What the app knows of a connection is gone once its code is replaced.
    res.setHeader('Connection', 'close')
    try {
      const listener = await app.listener()
      app.keepFor(res)
      listener(req, res)
    } catch (error) {
      sendFailure(res, error)
    }
  })
})
server.on('error', (error) => {
  process.stderr.write(`Cleanclip cannot listen on port ${env.PORT}: ${error.message}\n`)
  process.exit(1)
})
// A failure is shown on the page too.
await app.listener().catch(() => {})
server.listen(env.PORT, host, () =>
  process.stdout.write(
    `Cleanclip (development): http://localhost:${env.PORT}\n` +
      'Jobs and emails run as in production. Pages are not kept in memory.\n',
  ),
)

function sendFailure(res: ServerResponse, error: unknown): void {
  res.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(failurePage(error))
}
