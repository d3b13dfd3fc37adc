// @module-tag whole
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '#app/i18n/texts.server.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'

let app: AppServer

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  if (app !== undefined) await discardApp(app)
})

type Sent = { from: string; body?: string; type?: string; headers?: Record<string, string> }
type Answer = { status: number; retryAfter: string | undefined; text: string }

const urlEncoded = 'application/x-www-form-urlencoded'
const agent = new http.Agent({ maxSockets: Infinity })
afterAll(() => agent.destroy())

/** Sends a request as the proxy in front of the app does for a visitor. */
function ask(target: string, { from, body, type = urlEncoded, headers }: Sent): Promise<Answer> {
  const form = body !== undefined && { 'Content-Type': type, 'Content-Length': body.length }
  return new Promise((resolve, reject) => {
    const request = http.request(
      app.origin + target,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-Forwarded-For': from, ...form, ...headers },
      },
      async (answer) => {
        const chunks: Buffer[] = await answer.toArray()
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: answer.headers['retry-after'],
          text: Buffer.concat(chunks)
            .toString()
            .replace(/^<!DOCTYPE.*/s, 'a page'),
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const parts = (count: number, header: string) =>
  `${`--x\r\n${header}: form-data; name="a"; filename=""\r\n\r\n\r\n`.repeat(count)}--x--\r\n`
const multipart = 'multipart/form-data; boundary=x'

test('S64: a form of more fields than any page has is refused before it is parsed', {
  tags: 'gate',
}, async () => {
  const shapes: [body: string, type?: string][] = [
    ['a&'.repeat(32_000)],
    ['&'.repeat(64_000)],
    ['a=b&'.repeat(202)],
    [parts(201, 'Content-Disposition'), multipart],
    [parts(900, 'content-DISPOSITION'), multipart],
    [
      `--x\r\nContent-Disposition: form-data; name="a"\r\n${'a: b\r\n'.repeat(10_000)}\r\n--x--\r\n`,
      multipart,
    ],
  ]
  for (const [body, type] of shapes) {
    for (const target of ['/', '/admin/login', '/contact/message', '/help.data']) {
      const { status, text } = await ask(target, { from: '198.51.100.1', body, type })
      expect([target, body.slice(0, 90), status, text]).toEqual([
        target,
        body.slice(0, 90),
        expect.toBeOneOf([400, 429]),
        expect.stringMatching(/^Too many fields|^Too many refused forms/),
      ])
    }
  }
  const most = `url=nothing${'&id=1'.repeat(199)}`
  const taken = await ask('/', { from: '198.51.100.2', body: most })
  expect([taken.status, taken.text]).toEqual([400, 'a page'])
})

test('a visitor whose form can’t be taken reads why, on a page in their language', {
  tags: 'gate',
}, async () => {
  const { refusals } = catalogue('de')
  const send = async (sent: Omit<Sent, 'from'>) => {
    const from = '198.51.100.7'
    const headers = { Accept: 'text/html,*/*;q=0.8' }
    const { status, text } = await ask('/de/contact/message', { from, headers, ...sent })
    const said = Object.entries(refusals).find(([, { title }]) => text.includes(`${title}</h1>`))
    return [status, said?.[0], text.includes('<html lang="de">')]
  }
  expect(await send({ body: 'a'.repeat(65 * 1024) })).toEqual([413, 'large', true])
  expect(await send({ body: '{}', type: 'application/json' })).toEqual([415, 'unreadable', true])
  for (let n = 2; n < 30; n += 1) {
    expect(await send({ body: 'a&'.repeat(300) })).toEqual([400, 'unreadable', true])
  }
  expect(await send({ body: 'name=x' })).toEqual([429, 'often', true])
})

test('S64: a network that sends forms no page makes must wait; no one else does', async () => {
  const from = '198.51.100.3'
  const refused: Omit<Sent, 'from'>[] = [
    { body: 'a&'.repeat(300) },
    { body: 'a'.repeat(65 * 1024) },
    { body: 'torn', type: multipart },
    { body: '{}', type: 'application/json' },
  ]
  const statuses: number[] = []
  for (let n = 0; n < 32; n += 1) {
    statuses.push((await ask('/', { from, ...(refused[n % 4] ?? {}) })).status)
  }
  expect(statuses.slice(0, 4)).toEqual([400, 413, 400, 415])
  expect(statuses.slice(0, 30)).not.toContain(429)
  expect(statuses.slice(30)).toEqual([429, 429])
  const good = { body: 'url=nothing' }
  const waits = await ask('/', { from, ...good })
  expect([waits.status, Number(waits.retryAfter)]).toEqual([429, expect.toSatisfy(isAMinute)])
  // It can still read, and others can do both.
  expect((await ask('/help?x=1', { from })).status).toBe(200)
  expect((await ask('/', { from: '198.51.100.4', ...good })).status).toBe(400)
})

const isAMinute = (seconds: number) => seconds > 0 && seconds <= 60

test('another site can’t use up what a visitor’s network may send', async () => {
  const from = '198.51.100.5'
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  for (let n = 0; n < 40; n += 1) {
    await ask('/', { from, body: 'a&'.repeat(300), headers: foreign })
  }
  expect((await ask('/', { from, body: 'url=nothing' })).status).toBe(400)
})

type Held = {
  answers: [status: number | undefined, retryAfter: string | undefined][]
  end(): void
}

/**
 * Sends forms whose bodies never come. They keep the router busy for longer than pages do, and for as
 * long on a busy machine as on an idle one.
 */
async function hold(from: string, count: number): Promise<Held> {
  const answers: Held['answers'] = []
  const forms = Array.from({ length: count }, () => {
    const headers = { 'X-Forwarded-For': from, 'Content-Length': 10 }
    const request = http.request(app.origin, { agent, method: 'POST', headers })
    request.on('response', (answer) => {
      answers.push([answer.statusCode, answer.headers['retry-after']])
      answer.resume()
    })
    request.on('error', () => {})
    const sent = new Promise<void>((resolve) => {
      request.on('socket', (socket) => socket.on('connect', () => resolve()))
    })
    request.flushHeaders()
    return { request, sent }
  })
  await Promise.all(forms.map(({ sent }) => sent))
  return {
    answers,
    end: () => {
      for (const { request } of forms) request.destroy()
    },
  }
}

describe('a flood of requests that aren’t cached', () => {
  test('S64: from one network holds up itself, and no page for another', async () => {
    const flood = await hold('2001:db8:7:1::1', 90)
    const done: string[] = []
    const get = async (from: string, name: string) => {
      const { status } = await ask('/help?x=1', { from })
      done.push(`${name} ${status}`)
    }
    // The same /48, and asked first.
    const own = get('2001:db8:7:ff::1', 'own')
    await get('203.0.113.2', 'other')
    flood.end()
    await own
    expect(done).toEqual(['other 200', 'own 200'])
  })

  test('S64: past what may wait is asked to come back, and still gets cached pages and files', async () => {
    const from = '203.0.113.3'
    await ask('/help', { from })
    const { answers, end } = await hold(from, 600)
    await expect.poll(() => answers.length).toBeGreaterThan(100)
    const [page, file, other] = await Promise.all([
      ask('/help', { from }),
      ask('/favicon.svg', { from }),
      ask('/help?y=other', { from: '203.0.113.4' }),
    ])
    expect([page.status, file.status, other.status]).toEqual([200, 200, 200])
    expect(new Set(answers.map(String))).toEqual(new Set(['429,2']))
    end()
    const again = async () => (await ask('/help?y=again', { from })).status
    await expect.poll(again).toBe(200)
  })
})
