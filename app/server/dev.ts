// First, before any module opens the database.
import '#db/sole-server.ts'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'vite'
import { env } from '#app/env.server.ts'

/** Development: Vite in front for hot reload, the same listener as in production behind it. */

/** This machine alone, unless asked otherwise: everybody knows the development admin's password. */
const host = process.env.HOST ? env.HOST : 'localhost'
const server = createHttpServer()
const vite = await createServer({
  appType: 'custom',
  server: { middlewareMode: { server }, hmr: { server } },
})
const { ssr } = vite.environments
if (!('runner' in ssr)) throw new Error('Vite has no module runner for the server environment')
const runner = ssr.runner as { import(id: string): Promise<typeof import('./dev-listener.ts')> }

server.on('request', (req, res) => {
  vite.middlewares(req, res, async () => {
    const { listener } = await runner.import('/app/server/dev-listener.ts')
    listener(req, res)
  })
})
server.on('error', (error) => {
  process.stderr.write(`Cleanclip cannot listen on port ${env.PORT}: ${error.message}\n`)
  process.exit(1)
})
server.listen(env.PORT, host, () =>
  process.stdout.write(`Cleanclip (development): http://localhost:${env.PORT}\n`),
)
