// @module-tag process
import { globSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { innerText } from '#tests/support/hostile.ts'
import { limits } from '#tests/support/limits.ts'
import { ask, expectNothingLeft } from '#tests/support/open-resources.ts'
import { routePages } from '#tests/support/route-manifest.ts'

/** Connections at a time. */
const lanes = 8
/** Of requests, one a lane. A failure prints its seed. */
const rounds = cases(6_250, 120)
/** How much more memory the second half of the requests may leave in use. */
const mostGrowth = 8 * 1024 ** 2
/** More of an answer isn't read: some never end. */
const mostRead = 300_000

let app: AppServer

beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  if (app !== undefined) await discardApp(app)
})

const files = globSync('build/client/**/*.*')
  .filter((file) => !/\.(br|gz)$/.test(file))
  .map((file) => `/${path.relative('build/client', file)}`)
const pages = routePages().map(({ path: route }) => route.replaceAll(/:lang\?\/?/g, ''))

const number = fc.constantFrom('', '0', '5', '9', '-1', '999999999', '18446744073709551615', 'abc')
const range = fc.oneof(
  fc.tuple(number, number).map(([from, to]) => `bytes=${from}-${to}`),
  fc.constantFrom('bytes=0-0,-1', 'bytes=', 'seconds=0-4', 'bytes=0-4, 9-5', 'bytes 0-4', '-'),
)
const tag = fc.constantFrom(
  '*',
  '"x"',
  'W/"x"',
  '"x", "y"',
  'Sun, 29 Nov 2026 01:05:46 GMT',
  ',',
  '',
)
const text = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((value) => value.replace(/[\r\n\0]/g, ' '))
const address = fc.integer({ min: 1, max: 250 }).map((last) => `198.51.100.${last}`)

const headers: Record<string, fc.Arbitrary<string>> = {
  Range: range,
  'If-Range': tag,
  'If-None-Match': tag,
  'If-Match': tag,
  'If-Modified-Since': tag,
  'If-Unmodified-Since': tag,
  Accept: fc.oneof(text, fc.constantFrom('*/*', 'application/json', 'text/event-stream')),
  'Accept-Encoding': fc.oneof(text, fc.constantFrom('gzip', 'br;q=0, *', 'identity;q=0')),
  'Accept-Language': fc.oneof(text, fc.constantFrom('de', 'fr;q=0.1, *', 'x-klingon')),
  Cookie: fc.oneof(
    text,
    text.map((value) => `__session=${value}; cc=${value}`),
  ),
  Authorization: text.map((value) => `Bearer ${value}`),
  Expect: fc.constantFrom('100-continue', 'the unexpected'),
  Upgrade: fc.constantFrom('websocket', 'h2c'),
  Connection: fc.constantFrom('close', 'x, close', 'Close'),
  'Transfer-Encoding': fc.constantFrom('chunked', 'gzip, chunked', 'identity', ' chunked'),
  'Content-Length': fc.constantFrom('0', '4', '70000', '-1', 'x', '4, 4'),
  'Content-Type': fc.constantFrom(
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/json',
    '',
  ),
  Forwarded: address.map((value) => `for=${value};proto=https`),
  'X-Forwarded-For': fc.oneof(address, text),
  'X-Forwarded-Host': fc.oneof(text, fc.constant('site.example')),
  'X-Forwarded-Proto': fc.constantFrom('https', 'gopher'),
  Origin: fc.constantFrom('null', 'https://evil.example', 'http://127.0.0.1'),
  'Sec-Fetch-Site': fc.constantFrom('same-origin', 'cross-site', 'none', ''),
  'X-React-Router-Request': text,
}
const header = fc
  // Half of them are about parts and versions of files: their rules are the most intricate.
  .oneof(
    fc.constantFrom(...Object.entries(headers).filter(([name]) => /^(range|if-)/i.test(name))),
    fc.constantFrom(...Object.entries(headers)),
  )
  .chain(([name, value]) => value.map((sent) => `${name}: ${sent}`))

const target = fc
  .tuple(
    fc.oneof(fc.constantFrom(...pages), fc.constantFrom(...files)),
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.constantFrom('.data', '/', '//', '/..')),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.constantFrom('?', '?_routes=x', '?a=%00&a=2', '#x'),
    ),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      fc.constantFrom('http://x', 'http://a@b', '*'),
    ),
    fc.constantFrom(
      '1',
      '7106594312292453675',
      '%2e%2e',
      '%ff',
      '../../etc/passwd',
      'x'.repeat(3000),
    ),
  )
  .map(
    ([start, ending, query, before, param]) =>
      `${before}${start.replaceAll(/:\w+\??|\*/g, param)}${ending}${query}`,
  )

const rawRequest = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'HEAD',
      'POST',
      'POST',
      'OPTIONS',
      'PUT',
      'TRACE',
      'get',
      'CONNECT',
    ),
    target,
    version: fc.oneof(
      { weight: 19, arbitrary: fc.constant('1.1') },
      fc.constantFrom('1.0', '0.9', '2.0'),
    ),
    host: fc.oneof(
      { weight: 19, arbitrary: fc.constant('Host: 127.0.0.1\r\n') },
      fc.constantFrom('', 'Host: a\r\nHost: b\r\n'),
    ),
    sent: fc.array(header, { maxLength: 5 }),
    body: fc.constantFrom(
      '',
      '',
      'a=b&c=d',
      '4\r\na=b&\r\n0\r\n\r\n',
      '--x\r\n\r\n--x--',
      'zz\r\n',
    ),
    /** How it ends: whole, in the middle, or by a reset after as many bytes of the answer. */
    ending: fc.oneof(
      { weight: 6, arbitrary: fc.constant({ cut: null, resetAfter: null }) },
      {
        weight: 1,
        arbitrary: fc.record({
          cut: fc.nat(100).map((hundredths) => hundredths / 100),
          resetAfter: fc.constant(null),
        }),
      },
      { weight: 2, arbitrary: fc.record({ cut: fc.constant(null), resetAfter: fc.nat(50_000) }) },
    ),
  })
  .map(({ method, target: asked, version, host, sent, body, ending }) => {
    const hasLength = sent.some((line) => /^(content-length|transfer-encoding):/i.test(line))
    const framing = hasLength ? [] : [`Content-Length: ${body.length}`]
    const head = [`${method} ${asked} HTTP/${version}`, 'Connection: close', ...sent, ...framing]
    const whole = `${head.join('\r\n')}\r\n${host}\r\n${body}`
    const bytes = ending.cut === null ? whole : whole.slice(0, whole.length * ending.cut)
    const isWhole = !hasLength && ending.cut === null
    return { bytes, isWhole, resetAfter: ending.resetAfter }
  })

test('R45: whatever a request looks like, the site goes on, and says nothing about its inside', {
  timeout: 10 * limits.test,
}, async () => {
  let round = 0
  let halfBytes = 0
  await fc.assert(
    fc.asyncProperty(
      fc.noBias(fc.array(rawRequest, { minLength: lanes, maxLength: lanes })),
      async (some) => {
        await Promise.all(some.map(async (one) => check(await answerTo(one))))
        expect(app.process.exitCode).toBeNull()
        expect(app.lines.filter((line) => /failed|exception/.test(line))).toEqual([])
        round += 1
        if (round === Math.ceil(rounds / 2)) halfBytes = await ask(app.process, 'heapBytes')
      },
    ),
    { numRuns: rounds, endOnFailure: true },
  )
  expect((await fetch(`${app.origin}/health`)).status).toBe(200)
  await expectNothingLeft(app.process, app.openAtStart ?? {})
  expect((await ask(app.process, 'heapBytes')) - halfBytes).toBeLessThan(mostGrowth)
})

/** By design: no place, no such method, no such version. */
const failures = new Set([501, 503, 505])

function check(answer: string): void {
  // Whoever sends Expect is first told to go on.
  const final = answer.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '')
  const [head = '', ...rest] = final.split('\r\n\r\n')
  const [, code] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? []
  if (code === undefined) return
  const status = Number(code)
  if (status >= 500) expect([head, failures.has(status)]).toEqual([head, true])
  // The scripts of pages name errors and stacks themselves.
  const isScript = /^content-type: text\/javascript/im.test(head)
  const body = isScript ? '' : rest.join('\r\n\r\n')
  expect([head, innerText.exec(body)?.[0]]).toEqual([head, undefined])
  // Node's parser refuses by itself what is no HTTP.
  if (/^x-content-type-options:/im.test(head) && status !== 204) {
    expect(head).toMatch(/^cache-control:/im)
  }
}

/** Sends bytes, and returns what comes back until the answer or the connection ends. */
function answerTo(sent: {
  bytes: string
  isWhole: boolean
  resetAfter: number | null
}): Promise<string> {
  const { bytes, isWhole, resetAfter } = sent
  const { hostname, port } = new URL(app.origin)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      if (isWhole) socket.write(bytes, 'latin1')
      // Half-open, or the server would wait for the rest.
      else socket.end(bytes, 'latin1')
    })
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      if (resetAfter !== null && received.length >= resetAfter) socket.resetAndDestroy()
      const endless = /^content-type: text\/event-stream/im.test(received)
      if (endless || received.length > mostRead) socket.destroy()
    })
    socket.on('error', () => {}).once('close', () => resolve(received))
  })
}
