import http from 'node:http'
import https from 'node:https'
import { serveBare } from './bare-server.ts'

/**
 * The yardstick for delivery: a server that does nothing but pipe the address it was given.
 * `node bare-pipe.ts ORIGIN` prints its port as JSON.
 */
const upstream = process.argv[2] ?? ''
const client = upstream.startsWith('https:') ? https : http
const agent = new client.Agent({ keepAlive: true, maxSockets: 1000 })

const server = http.createServer((req, res) => {
  const options = { agent, rejectUnauthorized: false }
  const source = client.get(upstream + req.url, options, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  source.on('error', () => res.destroy())
  res.on('close', () => source.destroy())
})
serveBare(server)
