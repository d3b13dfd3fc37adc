// @module-tag module
import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { catalogue } from '#app/i18n/texts.server.ts'
import { answerClientErrors } from '#app/server/client-errors.server.ts'
import { admitRequest } from '#app/server/pipelining.server.ts'

// Only a build has it.
vi.mock('#app/app.css?url', () => ({ default: '/app.css' }))

/** Sends text to a server that waits only for a moment. Returns all that it sends until it closes. */
async function answerTo(text: string, listener: RequestListener): Promise<string> {
  const limits = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 }
  const server = http.createServer(limits, (req, res) => {
    admitRequest(req, res, () => undefined)
    listener(req, res)
  })
  answerClientErrors(server)
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const client = connect(address.port, '127.0.0.1')
  let answer = ''
  client.on('data', (data: Buffer) => {
    answer += data.toString()
  })
  client.on('error', () => client.destroy())
  client.write(text)
  await once(client, 'close')
  return answer
}

const unused: RequestListener = () => {
  throw new Error('No request has arrived')
}

test('headers that take too long are refused in words', async () => {
  const [head = '', body = ''] = (await answerTo('GET / HTTP/1.1\r\nHost: a\r\n', unused)).split(
    '\r\n\r\n',
  )
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(head).toContain('\r\nContent-Type: text/html; charset=utf-8\r\nContent-Language: en\r\n')
  expect(head).toContain("\r\nContent-Security-Policy: default-src 'none'; ")
  expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`)
  expect(body).toContain(`<title>${catalogue('en').refusals.slow.title} · Cleanclip</title>`)
})

test.each([
  ['GET / HTTP/1.1\r\nHost a\r\n\r\n', '400 Bad Request'],
  [`GET / HTTP/1.1\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
])('a request that can’t be read is refused in a line: %.30s', async (text, line) => {
  const answer = await answerTo(text, unused)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${line}\r\n`))
  expect(answer).toMatch(new RegExp(`\r\n\r\n${line.slice(4)}\n$`))
})

test('a file that is being sent has no refusal of the next request in it', async () => {
  const answer = await answerTo('GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /n', (_, res) => {
    res.setHeader('Content-Length', 9)
    res.write('part')
  })
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/\r\n\r\npart$/)
})
