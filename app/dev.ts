// First, before anything opens the database.
import '#db/sole-server.ts'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'vite'

/** Development: Vite in front for hot reload, the same listener as in production behind it. */
const port = Number(process.env.PORT ?? 3000)
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
    const { listener } = await runner.import('./app/dev-listener.ts')
    listener(req, res)
  })
})
server.listen(port, () =>
  process.stdout.write(`Cleanclip (development): http://localhost:${port}\n`),
)
