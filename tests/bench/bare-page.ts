import http from 'node:http'
import { serveBare } from './bare-server.ts'

/**
 * The yardstick for pages: a server that answers everything with the very bytes that the address it
 * was given answered once, headers and all. `node bare-page.ts ADDRESS` prints its port as JSON.
 */
const address = process.argv[2] ?? ''
const { status, headers, body } = await new Promise<{
  status: number
  headers: string[]
  body: Buffer
}>((resolve, reject) => {
  const request = http.get(address, async (answer) => {
    const kept: string[] = []
    for (let index = 0; index < answer.rawHeaders.length; index += 2) {
      const [name = '', value = ''] = answer.rawHeaders.slice(index, index + 2)
      // These every server adds of itself.
      if (!/^(date|connection|keep-alive)$/i.test(name)) kept.push(name, value)
    }
    const chunks: Buffer[] = await answer.toArray()
    resolve({ status: answer.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks) })
  })
  request.on('error', reject)
})

const server = http.createServer({ keepAliveTimeout: 65_000 }, (_, res) => {
  res.writeHead(status, headers)
  res.end(body)
})
serveBare(server)
