import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

export type Balancer = {
  origin: string
  /** Receive requests in turn: origins without a trailing slash. */
  targets: string[]
  /** Checks each process twice a second from now on, and skips those that aren't ready. */
  askForHealth(): void
  close(): Promise<void>
}

/**
 * Acts like any balancer: each request goes to the next process. A request refused by one goes to
 * the next, and a GET whose connection ends before a response is repeated there. No process gets
 * the same request twice, though other requests take turns in between.
 */
export async function startBalancer(): Promise<Balancer> {
  const targets: string[] = []
  const unready = new Set<string>()
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  const next = (tried: readonly string[]) => {
    const untried = targets.filter((target) => !tried.includes(target))
    const ready = untried.filter((target) => !unready.has(target))
    const choice = ready.length === 0 ? untried : ready
    turn += 1
    return choice[turn % choice.length]
  }
  const askAll = () =>
    Promise.all(
      targets.map(async (target) => {
        const answer = await fetch(`${target}/health`).catch(() => null)
        if (answer?.ok) unready.delete(target)
        else unready.add(target)
        await answer?.arrayBuffer().catch(() => {})
      }),
    )
  const server = createServer(async (req, res) => {
    const body = await buffer(req).catch(() => null)
    if (body === null) return
    const { url = '/', method = 'GET', headers, socket } = req
    const client = [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? []].flat()
    const passed = { ...headers, connection: 'close', 'x-forwarded-for': client.join(', ') }
    const ask = (tried: readonly string[]) => {
      const target = next(tried)
      if (target === undefined) return void res.writeHead(502).end()
      const sent = request(`${target}${url}`, { method, headers: passed, agent: false })
      sent.on('response', (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        pipeline(answer, res).catch(() => res.destroy())
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (res.headersSent || res.destroyed) return
        const untaken = error.code === 'ECONNREFUSED'
        if (untaken || method === 'GET') ask([...tried, target])
        else res.writeHead(502).end()
      })
      res.once('close', () => sent.destroy())
      sent.end(body)
    }
    ask([])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    targets,
    askForHealth() {
      timer = setInterval(() => void askAll(), 500)
    },
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
