import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export type Balancer = {
  origin: string
  /** Where requests go, in turn: origins without a trailing slash. */
  targets: string[]
  close(): Promise<void>
}

/**
 * Any balancer: each request goes to the next process. One that takes no connection passes it to the
 * next, and a GET whose connection ends before an answer is asked again there.
 */
export async function startBalancer(): Promise<Balancer> {
  const targets: string[] = []
  let turn = 0
  const server = createServer(async (req, res) => {
    const body = await buffer(req).catch(() => null)
    if (body === null) return
    const { url = '/', method = 'GET', headers, socket } = req
    const client = [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? []].flat()
    const passed = { ...headers, connection: 'close', 'x-forwarded-for': client.join(', ') }
    const ask = (tries: number) => {
      turn = (turn + 1) % targets.length
      const sent = request(`${targets[turn]}${url}`, { method, headers: passed, agent: false })
      sent.on('response', (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        pipeline(answer, res).catch(() => res.destroy())
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (res.headersSent || res.destroyed) return
        const untaken = error.code === 'ECONNREFUSED'
        if ((untaken || method === 'GET') && tries > 1) ask(tries - 1)
        else res.writeHead(502).end()
      })
      res.once('close', () => sent.destroy())
      sent.end(body)
    }
    ask(targets.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    targets,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
