// @module-tag process
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { rawBytes, rawRequest } from '#tests/support/raw-request.ts'

let app: AppServer
let cookie: string

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'error' })
  const db = openDatabase(app)
  cookie = await plantSession(app, db, await addUser(db, { email: 'op@site.example' }))
  await db.close()
})
afterAll(async () => {
  if (app !== undefined) await discardApp(app)
})

async function ask(
  target: string,
  lines: string[] = [],
): Promise<{ status: number; text: string }> {
  const head = [`GET ${target} HTTP/1.1`, 'Host: site.example', 'Connection: close', ...lines]
  const { status, body } = await rawBytes(app.origin, `${head.join('\r\n')}\r\n\r\n`)
  return { status, text: body.toString() }
}

test('S16: no spelling of a path leads past a proxy’s rules', async () => {
  // URLs take a backslash for a slash: these would be /admin/users for the app alone.
  for (const target of [
    '/\\evil.example/admin/users',
    '/\\\\admin/users',
    '/help\\..\\admin\\users',
    '/\\evil.example/help',
    '//evil.example/admin/users',
    'http://evil.example/admin/users',
    '/admin\\users',
  ]) {
    const { status, text } = await ask(target, [`Cookie: ${cookie}`])
    expect([target, status, text.includes('op@site.example')]).toEqual([target, 400, false])
  }
  const list = { method: 'GET', headers: { Cookie: cookie } }
  expect((await rawRequest(`${app.origin}/admin/users?q=a\\b`, list)).status).toBe(200)
})

test('S16: the back office has no other spelling that a proxy’s rules would miss', async () => {
  const asked = { method: 'GET', headers: { Cookie: cookie } }
  for (const [target, status] of [
    ['/ADMIN', 308],
    ['/Admin/users', 308],
    ['/ADMIN/login', 308],
    ['/Admin/login.data', 404],
    ['/ADMIN.data', 404],
  ] as const) {
    expect([target, (await rawRequest(app.origin + target, asked)).status]).toEqual([
      target,
      status,
    ])
  }
  const headers = { Cookie: cookie, 'Content-Length': '0', 'Sec-Fetch-Site': 'same-origin' }
  const form = { method: 'POST', headers }
  expect((await rawRequest(`${app.origin}/ADMIN/users/new`, form)).status).toBe(404)
  expect((await rawRequest(`${app.origin}/admin/users`, asked)).status).toBe(200)
})

test('S42: other sites’ forms don’t fill the log with errors', async () => {
  const before = app.lines.length
  for (const origin of ['https://evil.example', 'null', 'nonsense', '']) {
    const response = await fetch(app.origin, {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({ url: 'x' }),
    })
    expect([origin, response.status]).toEqual([origin, 403])
  }
  expect(app.lines.slice(before)).toEqual([])
})

test('S31: a second Host header is refused, whichever one a proxy has checked', async () => {
  expect((await ask('/admin/login', ['Host: evil.example'])).status).toBe(400)
})

test('R4: a client that sends requests without reading responses is cut off, and costs no memory', async () => {
  const { hostname, port } = new URL(app.origin)
  const request = 'GET /resources HTTP/1.1\r\nHost: a\r\n\r\n'
  const askAtOnce = (times: number) =>
    new Promise<{ answers: number; cut: boolean }>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(request.repeat(times)))
      let text = ''
      const end = (cut: boolean) => {
        socket.destroy()
        resolve({ answers: text.split('HTTP/1.1 200').length - 1, cut })
      }
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        if (text.split('</html>').length > times) end(false)
      })
      socket.on('error', () => end(true))
      socket.on('close', () => end(true))
    })
  expect(await askAtOnce(8)).toEqual({ answers: 8, cut: false })
  const many = await askAtOnce(300)
  expect(many.cut).toBe(true)
  expect(many.answers).toBeLessThan(20)
})
