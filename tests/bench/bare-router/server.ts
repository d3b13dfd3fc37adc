import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { requestContext } from '#app/http/request-context.server.ts'
import { serveBare } from '../bare-server.ts'

/**
 * The yardstick for pages that have to be rendered: React Router's handler behind Node's server, and
 * nothing else. The routes are the app's with the middleware they bring, and so is the entry that
 * renders them. What it leaves out is the app's listener: limits, static files, compression, security
 * headers, the page cache, metrics and the log. Prints its port as JSON.
 */
const handle = createRequestHandler(build, 'production')

const server = http.createServer({ keepAliveTimeout: 65_000 }, async (req, res) => {
  const body = req.method === 'POST' ? await buffer(req) : null
  const request = new Request(`http://${req.headers.host}${req.url}`, {
    method: req.method ?? 'GET',
    body,
    headers: Object.entries(req.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  })
  const context = new RouterContextProvider()
  const clientAddress = req.socket.remoteAddress ?? ''
  context.set(requestContext, {
    id: 'bench',
    clientAddress,
    peerAddress: clientAddress,
    openedHost: 'bench',
    proxyCountry: null,
    original: null,
  })
  const response = await handle(request, context)
  const { status, headers } = response
  const page = Buffer.from(await response.arrayBuffer())
  res.writeHead(status, { ...Object.fromEntries(headers), 'Content-Length': page.length })
  res.end(page)
})
serveBare(server)
