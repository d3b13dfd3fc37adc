// @module-tag module
import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { limitBody } from '#app/server/slow-bodies.server.ts'
import { holdClock } from '#tests/support/held-clock.ts'

// Only a build has it.
vi.mock('#app/app.css?url', () => ({ default: '/app.css' }))

const large = '/admin/backlinks/import'
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that has the head of a request and a part of its body, and doesn't answer by itself. */
async function begun(target: string, length = 9) {
  const server = http.createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const client: Socket = connect(address.port, '127.0.0.1')
  closing.push(
    () => client.destroy(),
    () => server.close(),
  )
  let text = ''
  client.on('data', (data: Buffer) => {
    text += data.toString()
  })
  const closed = once(client, 'close')
  const answer = new Promise<ServerResponse>((resolve) => {
    server.once('request', (req, res) => {
      req.resume()
      limitBody(req, res)
      resolve(res)
    })
  })
  client.write(
    `POST ${target} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nContent-Length: ${length}\r\n\r\nurl=`,
  )
  return { client, res: await answer, closed, text: () => text }
}

test.each(['/', '/admin/login', '/health', '/admin/backlinks'])(
  'R5: a body for %s that takes too long is cut off, in words',
  async (target) => {
    holdClock()
    const { closed, text, res } = await begun(target)
    vi.advanceTimersByTime(27_999)
    expect(res.writableEnded).toBe(false)
    vi.advanceTimersByTime(1)
    await closed
    expect(text()).toMatch(/^HTTP\/1\.1 408 .*\r\n/)
    expect(text()).toContain('That took too long to send')
  },
)

test.each([large, `${large}.data`])(
  'an import over a slow line is waited for: %s',
  async (target) => {
    holdClock()
    const { client, res, text } = await begun(target)
    vi.advanceTimersByTime(120_000)
    expect(res.req.socket.destroyed).toBe(false)
    const read = once(res.req, 'end')
    client.write('12345')
    await read
    res.end('imported')
    await expect.poll(text, { interval: 0 }).toContain('imported')
  },
)

test('an import that flows is waited for as long as its size needs, then refused in words', async () => {
  holdClock()
  const { client, res, closed, text } = await begun(large, 11 * 1024 ** 2)
  const { socket } = res.req
  for (let seconds = 0; seconds < 400; seconds += 20) {
    const before = socket.bytesRead
    client.write('a'.repeat(20 * 1024))
    await expect.poll(() => socket.bytesRead - before, { interval: 0 }).toBe(20 * 1024)
    vi.advanceTimersByTime(20_000)
  }
  vi.advanceTimersByTime(297_999)
  expect(res.writableEnded).toBe(false)
  vi.advanceTimersByTime(1)
  await closed
  expect(text()).toMatch(/^HTTP\/1\.1 408 .*\r\n/)
  expect(text()).toContain('That took too long to send')
})

test('R5: the rest of an import that was refused is not waited for', async () => {
  holdClock()
  const { closed, res } = await begun(large)
  res.end('Sign in')
  vi.advanceTimersByTime(28_000)
  await closed
})

test('R5: a body that has arrived leaves its answer as long as it takes', async () => {
  holdClock()
  const { client, res, text } = await begun('/')
  const read = once(res.req, 'end')
  client.write('12345')
  await read
  vi.advanceTimersByTime(28_000)
  res.end('answered')
  await expect.poll(text, { interval: 0 }).toContain('answered')
})
