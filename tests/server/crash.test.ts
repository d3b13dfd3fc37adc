// @module-tag whole
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Reader } from 'mmdb-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-crash-'))
/** Throws while /throw is answered, and by a signal outside of any request; another one rejects. */
const faults = path.join(folder, 'faults.mjs')
const bundled = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)

beforeAll(() => {
  writeFileSync(
    faults,
    `import { ServerResponse } from 'node:http'
     const { setHeader } = ServerResponse.prototype
     const thrown = new WeakSet()
     ServerResponse.prototype.setHeader = function (...header) {
       if (this.req.url === '/throw' && !thrown.has(this)) {
         thrown.add(this)
         throw new Error('an injected fault')
       }
       return setHeader.apply(this, header)
     }
     process.on('SIGUSR2', () => setTimeout(() => { throw new Error('an injected fault') }))
     process.on('SIGURG', () => void Promise.reject(new Error('an injected rejection')))`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withFaults = { NODE_OPTIONS: `--import ${faults}` }
const visitor = { 'User-Agent': 'Mozilla/5.0 Firefox/140.0', 'X-Forwarded-For': '8.8.8.8' }
const view = (app: AppServer, target: string) =>
  fetch(app.origin + target, { headers: visitor }).then(({ status }) => status)

async function views(app: AppServer): Promise<Record<string, unknown>[]> {
  const db = openDatabase(app)
  const sql = `select path, country from analytics_events where kind = 'page_view' order by id`
  const rows = await db.rows(sql)
  await db.close()
  return rows
}

describe('R33: counting costs figures only', () => {
  test('visitors are counted while their salts cannot be stored', async () => {
    const dataDir = mkdtempSync(path.join(folder, 'data-'))
    for (const name of ['visitor-salts', 'visitor-salts.new']) {
      mkdirSync(path.join(dataDir, name, 'full'), { recursive: true })
    }
    const app = await startApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' }, dataDir)
    try {
      for (const target of ['/help', '/help', '/terms']) expect(await view(app, target)).toBe(200)
      await expect.poll(() => views(app)).toHaveLength(3)
      const db = openDatabase(app)
      expect(await db.value('select count(distinct visitor) from analytics_events')).toBe(1)
      await db.close()
    } finally {
      await discardApp(app)
    }
  })

  test('R34: a damaged country database is refused, or dropped when the damage shows', {
    tags: 'gate',
  }, async () => {
    const app = await startApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' })
    const db = openDatabase(app)
    try {
      await addUser(db, { email: 'op@site.example' })
      const operator = createBrowser(app)
      await operator.signIn('op@site.example')
      const file = path.join(folder, 'countries.mmdb')
      const save = async (bytes: Buffer) => {
        writeFileSync(file, bytes)
        return (await saveTab(operator, 'general', { countryDatabase: file })).status
      }
      const whole = readFileSync(bundled)
      const third = Math.floor(whole.length / 3)
      expect(await save(Buffer.concat([whole.subarray(0, third), whole.subarray(2 * third)]))).toBe(
        400,
      )
      expect(await save(Buffer.from(whole).fill(0xff, third, third + 2048))).toBe(400)
      expect(await save(damagedFor(whole, [8, 8, 8, 8]))).toBe(302)
      expect(await view(app, '/help')).toBe(200)
      // The first view makes the page, and the second is answered in the listener.
      expect(await view(app, '/help')).toBe(200)
      await expect
        .poll(() => views(app))
        .toEqual([
          { path: '/help', country: 'US' },
          { path: '/help', country: 'US' },
        ])
      expect(await operator.html('/admin/notifications')).toContain(
        'The country database can’t be read',
      )
      expect(app.lines.filter((line) => line.includes('country database dropped'))).toHaveLength(1)
    } finally {
      await db.close()
      await discardApp(app)
    }
  })
})

/** A country database that can't be read where it would name the country of an address. */
function damagedFor(whole: Buffer, address: number[]): Buffer {
  const bits = [...Array(96).fill(0), ...address.flatMap((byte) => bitsOf(byte))]
  const { nodeCount, recordSize } = new Reader(whole).metadata
  expect(recordSize).toBe(24)
  const damaged = Buffer.from(whole)
  let node = 0
  for (const bit of bits) {
    const record = node * 6 + bit * 3
    node = whole.readUIntBE(record, 3)
    if (node <= nodeCount) continue
    damaged.fill(0xff, record, record + 3)
    break
  }
  return damaged
}

function bitsOf(byte: number): number[] {
  return [...byte.toString(2).padStart(8, '0')].map(Number)
}

test('a fault while a request is handled answers 500, and the server goes on', async () => {
  const app = await startApp({ ...withFaults, LOG_LEVEL: 'warn' })
  try {
    const answer = await fetch(`${app.origin}/throw`)
    expect([answer.status, await answer.text()]).toEqual([
      500,
      expect.stringMatching(/^Something went wrong. Reference: [0-9a-f]{8}/),
    ])
    expect((await fetch(`${app.origin}/help`)).status).toBe(200)
    await app.said('an injected fault')
  } finally {
    await discardApp(app)
  }
})

test.each([
  ['exception', 'SIGUSR2', 'an injected fault'],
  ['rejection', 'SIGURG', 'an injected rejection'],
] as const)(
  'R33, R44: an uncaught %s is logged, running downloads end, and the server ends with 1',
  async (_, signal, text) => {
    const app = await startLiveApp({ ...withFaults, LOG_LEVEL: 'warn' })
    try {
      const { html } = await lookUp(app, posts.big.url)
      const href = await saveLinkIn(app, html)
      const download = await new Promise<http.IncomingMessage>((resolve, reject) => {
        http.get(app.origin + href, resolve).on('error', reject)
      })
      download.once('readable', () => {})
      const ended = app.stop(signal)
      await app.said(text)
      await expect.poll(async () => (await fetch(`${app.origin}/health`)).status).toBe(503)
      let bytes = 0
      for await (const chunk of download) bytes += chunk.length
      expect(bytes).toBe(Number(download.headers['content-length']))
      expect(await ended).toBe(1)
    } finally {
      await app.close()
    }
  },
)
