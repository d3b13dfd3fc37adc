// @module-tag module
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createGentleClose } from '#app/server/gentle-close.server.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
})

/** A server with connections to it, each of which has sent the same request. */
async function start(
  answer: (res: ServerResponse) => void,
  request: string,
  count = 1,
  keepAliveMs = 65_000,
) {
  server = createServer((_, res) => answer(res))
  server.keepAliveTimeout = keepAliveMs
  const { close, cutAnswers } = createGentleClose(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  for (let n = 0; n < count; n += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(request)
    sockets.push(socket)
  }
  return { close, cutAnswers, sockets, port, closed: once(server, 'close') }
}

const get = 'GET / HTTP/1.1\r\nHost: site.example\r\n\r\n'

test('a written response arrives complete, however slowly it is read', async () => {
  const bytes = 8_000_000
  const written = Promise.withResolvers<void>()
  const answer = (res: ServerResponse) => {
    res.setHeader('Content-Length', bytes)
    res.end('x'.repeat(bytes))
    written.resolve()
  }
  const { close, sockets, port, closed } = await start(answer, get)
  await written.promise
  close()
  const [socket] = sockets
  if (socket === undefined) throw new Error('no connection')
  expect((await text(socket)).split('\r\n\r\n')[1]?.length).toBe(bytes)
  await closed
  const late = connect(port, '127.0.0.1')
  await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED')
})

test.each(['keep-alive', 'close'])(
  'a file that only the system still holds is waited for until it is read (Connection: %s)',
  async (kind) => {
    const bytes = 400_000
    const sent = Promise.withResolvers<void>()
    const answer = (res: ServerResponse) => {
      if (res.req.url !== '/file') return void res.write('never complete')
      res.once('finish', sent.resolve)
      res.end('x'.repeat(bytes))
    }
    const request = get.replace('/', '/file').replace('\r\n\r\n', `\r\nConnection: ${kind}\r\n\r\n`)
    const { close, cutAnswers, sockets, port, closed } = await start(answer, request)
    const [reader] = sockets
    if (reader === undefined) throw new Error('no connection')
    await sent.promise
    const endless = connect(port, '127.0.0.1')
    endless.on('error', () => {})
    endless.write(get)
    await once(endless, 'data')
    let isClosed = false
    server.once('close', () => {
      isClosed = true
    })
    close()
    cutAnswers()
    await once(endless, 'close')
    expect(isClosed).toBe(false)
    expect((await text(reader)).split('\r\n\r\n')[1]?.length).toBe(bytes)
    await closed
  },
)

test('a file that only the system still holds is read to its end after the keep-alive time', async () => {
  const bytes = 400_000
  const { sockets, closed, close } = await start((res) => res.end('x'.repeat(bytes)), get, 1, 1)
  const [reader] = sockets
  if (reader === undefined) throw new Error('no connection')
  await once(server, 'timeout')
  expect(await connections()).toBe(1)
  expect((await text(reader)).split('\r\n\r\n')[1]?.length).toBe(bytes)
  await expect.poll(connections).toBe(0)
  close()
  await closed
})

test('a client that has read nothing for the keep-alive time would delay a stop', async () => {
  const { closed, close } = await start((res) => res.end('x'.repeat(400_000)), get, 1, 1)
  await once(server, 'timeout')
  close()
  await closed
})

test('a connection ends after its response, or at once if it already had one', async () => {
  const waiting: ServerResponse[] = []
  const { close, sockets, closed } = await start((res) => waiting.push(res), get, 2)
  await expect.poll(() => waiting.length).toBe(2)
  const [first, second] = sockets
  if (first === undefined || second === undefined) throw new Error('no connections')
  waiting[0]?.end('one')
  await once(first, 'data')
  close()
  await once(first, 'close')
  waiting[1]?.write('t')
  await once(second, 'data')
  expect(server.listening).toBe(false)
  waiting[1]?.end('wo')
  expect(await text(second)).toContain('wo')
  await closed
})

test('a started request is still answered, and idle connections aren’t waited for', async () => {
  const begun = await start((res) => res.end('answered'), get.slice(0, 20))
  const [socket] = begun.sockets
  if (socket === undefined) throw new Error('no connection')
  const silent = connect(begun.port, '127.0.0.1')
  silent.resume()
  await once(silent, 'connect')
  await expect.poll(() => connections()).toBe(2)
  begun.close()
  await once(silent, 'close')
  socket.write(get.slice(20))
  expect(await text(socket)).toContain('answered')
  await begun.closed
})

function connections(): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
}
