// @module-tag process
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { rawBytes, rawRequest, strangerTo } from '#tests/support/raw-request.ts'

let app: AppServer

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  if (app !== undefined) await discardApp(app)
})

const { ask } = strangerTo(() => app)
const icon = readFileSync('public/favicon.svg')
const logo = readFileSync('public/logo.svg')
const size = icon.length

test.each([
  ['bytes=-5', 206, icon.subarray(-5), `bytes ${size - 5}-${size - 1}/${size}`],
  ['bytes=0-4', 206, icon.subarray(0, 5), `bytes 0-4/${size}`],
  ['bytes=0-18446744073709551615', 206, icon, `bytes 0-${size - 1}/${size}`],
  [`bytes=-${size * 2}`, 206, icon, `bytes 0-${size - 1}/${size}`],
  [`bytes=${size - 1}-`, 206, icon.subarray(-1), `bytes ${size - 1}-${size - 1}/${size}`],
  ['bytes=9-5', 200, icon, undefined],
  ['bytes=abc-', 200, icon, undefined],
  ['bytes=', 200, icon, undefined],
  ['bytes=0-0,-1', 200, icon, undefined],
  ['seconds=0-4', 200, icon, undefined],
  [`bytes=${size}-`, 416, null, `bytes */${size}`],
  ['bytes=-0', 416, null, `bytes */${size}`],
])(
  'R42: a part of a file is what was asked for, and the site stays up: %s',
  async (range, status, bytes, place) => {
    const answer = await ask('/favicon.svg', { range })
    expect([answer.status, answer.headers['content-range']]).toEqual([status, place])
    if (bytes !== null) expect(answer.body).toEqual(bytes)
    const head = await ask('/favicon.svg', { range }, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.headers['content-length']).toBe(String(size))
    expect((await ask('/health')).status).toBe(200)
  },
)

test('a range outside the file is refused for now, not for a year', async () => {
  const asset = assetWith('.js')
  expect((await ask(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const refused = await ask(asset, { range: 'bytes=99999999-' })
  expect([refused.status, refused.headers['cache-control']]).toEqual([416, 'no-store'])
})

test('a download that goes on after an update is never made of two versions', async () => {
  const { etag = '', 'last-modified': date = '' } = (await ask('/favicon.svg')).headers
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  const goOn = async (condition: string) =>
    (await ask('/favicon.svg', { range: 'bytes=5-', 'if-range': condition })).status
  expect(await goOn(etag)).toBe(206)
  expect(await goOn(date)).toBe(206)
  for (const other of ['"other"', `W/${etag}`, 'Mon, 01 Jan 2024 00:00:00 GMT']) {
    expect([other, await goOn(other)]).toEqual([other, 200])
  }
})

describe('a browser that has a file', () => {
  test('isn’t sent it again, and keeps how long it may keep it', async () => {
    const { headers } = await ask('/favicon.svg')
    const { etag = '', 'last-modified': date = '' } = headers
    const conditions: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `W/${etag}` },
      { 'if-none-match': `"other", ${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': date },
    ]
    for (const condition of conditions) {
      const { status, headers: sent, body } = await ask('/favicon.svg', condition)
      expect([condition, status, body.length]).toEqual([condition, 304, 0])
      for (const name of ['etag', 'cache-control', 'vary', 'last-modified']) {
        expect([name, sent[name]]).toEqual([name, headers[name]])
      }
      expect(sent['content-type']).toBeUndefined()
    }
  })

  test('gets a new one, unless it has no use for that', async () => {
    const { etag = '', 'last-modified': date = '' } = (await ask('/favicon.svg')).headers
    const status = async (condition: Record<string, string>) =>
      (await ask('/favicon.svg', condition)).status
    const old = 'Mon, 01 Jan 2024 00:00:00 GMT'
    expect(await status({ 'if-none-match': '"other"', 'if-modified-since': date })).toBe(200)
    expect(await status({ 'if-modified-since': old })).toBe(200)
    expect(await status({ 'if-match': `"other", ${etag}` })).toBe(200)
    expect(await status({ 'if-match': '*' })).toBe(200)
    expect(await status({ 'if-match': '"other"' })).toBe(412)
    expect(await status({ 'if-unmodified-since': date })).toBe(200)
    expect(await status({ 'if-unmodified-since': old })).toBe(412)
  })
})

test('files travel compressed where that is understood, each encoding with a tag of its own', async () => {
  const plain = await ask('/logo.svg')
  const brotli = await ask('/logo.svg', { 'accept-encoding': 'gzip, br' })
  const gzip = await ask('/logo.svg', { 'accept-encoding': 'gzip, br;q=0' })
  expect(plain.body).toEqual(logo)
  expect(brotliDecompressSync(brotli.body)).toEqual(logo)
  expect(gunzipSync(gzip.body)).toEqual(logo)
  const answers = [plain, brotli, gzip]
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ])
  for (const { headers } of answers) {
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'image/svg+xml' })
  }
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3)
  const stale = { 'accept-encoding': 'br', 'if-none-match': String(plain.headers.etag) }
  expect((await ask('/logo.svg', stale)).status).toBe(200)
  const part = await ask('/logo.svg', { 'accept-encoding': 'br', range: 'bytes=3-9' })
  expect(part.body).toEqual(brotli.body.subarray(3, 10))
  expect((await ask('/logo.svg.br')).status).toBe(404)
})

test('every file says what it is, and HEAD says what GET would', async () => {
  const types: Record<string, string> = {
    '/favicon.ico': 'image/vnd.microsoft.icon',
    '/favicon.svg': 'image/svg+xml',
    '/app-wide.png': 'image/png',
    '/press/fact-sheet.md': 'text/markdown; charset=utf-8',
    [assetWith('.js')]: 'text/javascript; charset=utf-8',
    [assetWith('.css')]: 'text/css; charset=utf-8',
    [assetWith('.woff2')]: 'font/woff2',
  }
  for (const [target, type] of Object.entries(types)) {
    const got = await ask(target)
    const { date: _, ...headers } = got.headers
    expect([target, got.status, headers['content-type']]).toEqual([target, 200, type])
    expect(headers['content-length']).toBe(String(got.body.length))
    const head = await ask(target, {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers).toMatchObject(headers)
  }
})

test('other sites can show the press kit, cards and icons, and nothing else', async () => {
  const policy = async (target: string) =>
    (await ask(target)).headers['cross-origin-resource-policy']
  const cards = readdirSync('public/blog-cards').map((name) => `/blog-cards/${name}`)
  for (const shown of ['/press/home-light.png', '/social-card.png', '/favicon.ico', ...cards]) {
    expect([shown, await policy(shown)]).toEqual([shown, 'cross-origin'])
  }
  for (const own of ['/', '/press/fact-sheet.md', assetWith('.js'), assetWith('.woff2')]) {
    expect([own, await policy(own)]).toEqual([own, 'same-origin'])
  }
})

test('a form sent to what takes none is told what it takes', async () => {
  for (const target of ['/favicon.svg', '/help', '/blog/feed.xml', '/sitemap.xml']) {
    const { status, headers, body } = await ask(target, { 'content-length': '0' }, 'POST')
    expect([target, status, headers.allow]).toEqual([target, 405, 'GET, HEAD'])
    expect(body.toString()).not.toContain('Unexpected Server Error')
  }
})

test('a request that names the site in its first line is answered as any other', async () => {
  const { host } = new URL(app.origin)
  const answer = (target: string) =>
    rawBytes(app.origin, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, {
      stay: true,
    })
  const { status, body } = await answer(`http://${host}/favicon.svg`)
  expect([status, body]).toEqual([200, icon])
  expect((await answer(`HTTP://${host}`)).status).toBe(200)
  for (const other of [`http://${host}//favicon.svg`, 'http://x.example/', `http://a@${host}/`]) {
    expect([other, (await answer(other)).status]).toEqual([other, 400])
  }
})

const countsDescriptors = existsSync('/proc/self/fd')
const descriptors = () => readdirSync(`/proc/${app.process.pid}/fd`).length

test.runIf(countsDescriptors)(
  'R43: files whose visitor leaves early stay open nowhere',
  async () => {
    await ask('/app-wide.png')
    const before = descriptors()
    const { hostname, port } = new URL(app.origin)
    const head = `GET /app-wide.png HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => leaveAfter(head.repeat(1 + (n % 3)), n * 1000)),
      )
    }
    // The app may have opened a few for other work meanwhile, and 200 visitors have left.
    await expect.poll(() => descriptors() - before).toBeLessThan(10)

    function leaveAfter(bytes: string, most: number): Promise<void> {
      return new Promise((resolve) => {
        let read = 0
        const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
        socket.on('data', (chunk) => {
          read += chunk.length
          if (read >= most) socket.resetAndDestroy()
        })
        socket.on('error', () => {}).once('close', () => resolve())
      })
    }
  },
)

describe('an installation in a folder of its own', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-static-'))
  let own: AppServer
  const get = (target: string) => rawRequest(own.origin + target, { method: 'GET', headers: {} })

  beforeAll(async () => {
    for (const name of readdirSync('.')) {
      if (/^(app|db|pages-content|package.json|node_modules)$/.test(name)) {
        symlinkSync(path.resolve(name), path.join(folder, name))
      }
    }
    cpSync('build', path.join(folder, 'build'), { recursive: true })
    writeFileSync(path.join(folder, 'build/client/notes.unheard-of'), '<script>1</script>')
    own = await startApp({ LOG_LEVEL: 'error' }, undefined, folder)
  })
  afterAll(async () => {
    if (own !== undefined) await discardApp(own)
    rmSync(folder, { recursive: true, force: true })
  })

  test('a file whose ending says nothing is saved, never shown as a page', async () => {
    const { status, headers } = await get('/notes.unheard-of')
    expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream'])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('R42: an update in place takes nothing from open pages: a file that is gone is not found, one that was read stays', async () => {
    expect((await get('/favicon.svg')).body).toEqual(icon)
    rmSync(path.join(folder, 'build/client'), { recursive: true })
    expect((await get('/favicon.svg')).body).toEqual(icon)
    expect((await get('/logo.png')).status).toBe(404)
    expect((await get('/help')).status).toBe(200)
  })
})

/** Limits a process's open files to those that it has. */
const canLimit = countsDescriptors && spawnSync('prlimit', ['--version']).status === 0

test.runIf(canLimit)(
  'R42: out of descriptors, the site refuses and goes on once there are some',
  async () => {
    const full = await startApp({ LOG_LEVEL: 'error' })
    const { hostname, port } = new URL(full.origin)
    const limit = (most: string) =>
      spawnSync('prlimit', ['--pid', String(full.process.pid), `--nofile=${most}`]).status
    try {
      const socket = connect({ host: hostname, port: Number(port) })
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
      })
      const say = (target: string) =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
      const statuses = () => received.match(/HTTP\/1\.1 \d{3}/g) ?? []
      say('/health')
      await expect.poll(statuses).toEqual(['HTTP/1.1 200'])
      const soft = readFileSync(`/proc/${full.process.pid}/limits`, 'utf8')
      const [, usual = ''] = /^Max open files +(\d+)/m.exec(soft) ?? []
      expect(limit('3:')).toBe(0)
      say('/favicon.svg')
      await expect.poll(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 500'])
      // Waits to be accepted, or is turned away.
      const visitor = fetch(`${full.origin}/health`).catch(() => null)
      say('/health')
      await expect.poll(() => statuses().length).toBe(3)
      expect(limit(`${usual}:`)).toBe(0)
      await visitor
      say('/favicon.svg')
      await expect.poll(() => statuses().length).toBe(4)
      expect(statuses().at(-1)).toBe('HTTP/1.1 200')
      socket.destroy()
      expect((await fetch(`${full.origin}/health`)).status).toBe(200)
    } finally {
      await discardApp(full)
    }
  },
)

function assetWith(ending: string): string {
  const name = readdirSync('build/client/assets').find((file) => file.endsWith(ending))
  return `/assets/${name}`
}
