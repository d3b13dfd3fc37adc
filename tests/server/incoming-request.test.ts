// @module-tag module
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import {
  bodyStream,
  hasOneHost,
  hasTooManyFields,
  isForm,
  readBody,
  requestHeaders,
  requestUrl,
  takeAbsoluteForm,
} from '#app/server/incoming-request.server.ts'

/** A request with these headers, in their order, as Node's parser leaves it. */
function requestWith(rawHeaders: string[], url = '/', method = 'GET'): IncomingMessage {
  const req = new IncomingMessage(new Socket())
  req.rawHeaders.push(...rawHeaders)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    // Of several Host headers Node keeps the first.
    req.headers[name] ??= rawHeaders[index + 1]
  }
  return Object.assign(req, { url, method })
}

test.each([
  { title: 'one host', headers: ['Host', 'clip.example'], accepted: true },
  { title: 'APP_URL’s own host', headers: ['hOST', 'localhost:3000'], accepted: true },
  { title: 'no host, as in HTTP/1.0', headers: [], accepted: true },
  {
    title: 'a crawler’s From and a Date, whose names are as long as Host',
    headers: ['Host', 'clip.example', 'From', 'bot@search.example', 'Date', 'today'],
    accepted: true,
  },
  {
    title: 'two hosts, of which a proxy may read the other',
    headers: ['Host', 'clip.example', 'HOST', 'evil.example'],
    accepted: false,
  },
  {
    title: 'the same host twice',
    headers: ['Host', 'clip.example', 'Host', 'clip.example'],
    accepted: false,
  },
  { title: 'a host with a path', headers: ['Host', 'clip.example/x'], accepted: false },
  { title: 'a host with a name', headers: ['Host', 'a@clip.example'], accepted: false },
  { title: 'a host that is none', headers: ['Host', 'clip example'], accepted: false },
  {
    title: 'an unknown proxy’s forwarded host isn’t read',
    headers: ['Host', 'clip.example', 'X-Forwarded-Host', 'a/b'],
    accepted: true,
  },
])('a request is answered only if its host is certain: $title', ({ headers, accepted }) => {
  expect(hasOneHost(requestWith(headers))).toBe(accepted)
})

test('a request’s URL begins with APP_URL, whatever host a proxy names', () => {
  const url = (...headers: string[]) => requestUrl(requestWith(headers, '/save?a=1')).href
  for (const headers of [[], ['Host', 'clip.example'], ['Host', '127.0.0.1:3000']]) {
    expect([headers, url(...headers)]).toEqual([headers, 'http://localhost:3000/save?a=1'])
  }
})

test.each([
  ['http://clip.example/save?a=1', 'clip.example', '/save?a=1'],
  ['http://clip.example:80/save', 'clip.example', '/save'],
  ['HTTPS://Clip.Example:443', 'clip.example', '/'],
  ['http://clip.example?a=1', 'CLIP.example:80', '/?a=1'],
  ['http://clip.example/save', '', '/save'],
  ['http://clip.example:8080/save', 'clip.example', null],
  ['http://evil.example/save', 'clip.example', null],
])('the absolute form %s with Host %s is the path %s', (target, host, path) => {
  const req = requestWith(host === '' ? [] : ['Host', host], target)
  takeAbsoluteForm(req)
  expect(req.url).toBe(path ?? target)
})

test('an Origin that is no URL says nothing, so that the router doesn’t fail on it', () => {
  for (const origin of ['', 'nonsense', 'https://clip.example, https://clip.example']) {
    const headers = requestHeaders(requestWith(['Origin', origin], '/', 'POST'))
    expect([origin, headers.get('origin')]).toEqual([origin, 'null'])
  }
})

test('a client can’t set the router’s own headers, and only a form without a type gets one', () => {
  const headers = (method: string, ...raw: string[]) =>
    Object.fromEntries(requestHeaders(requestWith(raw, '/', method)))
  expect(headers('GET', 'Accept', 'a')).toEqual({ accept: 'a' })
  expect(headers('GET', 'Set-Cookie', 'a=1', ':path', '/')).toEqual({ 'set-cookie': 'a=1' })
  expect(headers('GET', 'X-React-Router-Prerender-Data', 'x', 'Accept', 'a')).toEqual({
    accept: 'a',
  })
  expect(headers('POST')).toEqual({ 'content-type': 'application/x-www-form-urlencoded' })
  expect(headers('POST', 'Content-Type', 'text/plain')).toEqual({ 'content-type': 'text/plain' })
  expect(isForm(requestWith([]))).toBe(true)
  expect(isForm(requestWith(['Content-Type', 'text/plain']))).toBe(false)
})

test('a form with more fields than any page sends is refused before it is parsed', () => {
  const plain = (fields: number) =>
    hasTooManyFields(requestWith([]), Buffer.from(Array(fields).fill('a=1').join('&')))
  const multipart = ['Content-Type', 'multipart/form-data; boundary=b']
  const parts = (fields: number) =>
    hasTooManyFields(
      requestWith(multipart),
      Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n&\r\n'.repeat(fields)),
    )
  expect([plain(201), plain(202)]).toEqual([false, true])
  expect([parts(200), parts(201)]).toEqual([false, true])
  const headers = (count: number, before = '') =>
    hasTooManyFields(
      requestWith(multipart),
      Buffer.from(`${before}--b\r\n${'a: b\r\n'.repeat(count)}\r\n${'text\r\n'.repeat(50)}--b--`),
    )
  expect([headers(5), headers(6)]).toEqual([false, true])
  const first = `--b\r\na: b\r\n\r\n${'text\r\n'.repeat(50)}`
  expect([headers(5, first), headers(6, first)]).toEqual([false, true])
  // The parser would take these, and their parts aren't counted.
  expect([headers(1, 'before\r\n'), headers(1, '--c\r\n')]).toEqual([true, true])
  const oddly = ['Content-Type', 'multipart/form-data; boundary="b\\"c"']
  expect(hasTooManyFields(requestWith(oddly), Buffer.from('--b\r\n\r\n--b--'))).toBe(true)
})

test.each([true, false])(
  'a form of 64 KB is read whole, one byte more is refused (length sent: %s)',
  async (sent) => {
    const read = (bytes: number) => {
      const req = requestWith(sent ? ['Content-Length', String(bytes)] : [], '/', 'POST')
      req.push(Buffer.alloc(40_000, 'a'))
      req.push(Buffer.alloc(bytes - 40_000, 'b'))
      req.push(null)
      return readBody(req)
    }
    expect(await read(65_536)).toHaveLength(65_536)
    expect(await read(65_537)).toBe('too_large')
  },
)

test('a file is read up to its limit, and a body of one byte more fails', async () => {
  const read = (bytes: number) => {
    const req = requestWith([], '/', 'POST')
    req.push(Buffer.alloc(bytes - 1, 'a'))
    req.push('b')
    req.push(null)
    return new Response(bodyStream(req, 1000)).text()
  }
  expect(await read(1000)).toBe(`${'a'.repeat(999)}b`)
  await expect(read(1001)).rejects.toThrow('over 1000 bytes')
})

test('a length over 64 KB is refused before the body arrives', async () => {
  expect(await readBody(requestWith(['Content-Length', '65537'], '/', 'POST'))).toBe('too_large')
})
