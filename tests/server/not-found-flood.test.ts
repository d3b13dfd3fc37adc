// @module-tag whole
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import type { Sql } from '#tests/support/sql.ts'

let app: AppServer
let db: Sql

beforeAll(async () => {
  app = await startApp({
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printMemory)}`,
  })
  db = openDatabase(app)
})
afterAll(async () => {
  await db?.close()
  if (app !== undefined) await discardApp(app)
})

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })
afterAll(() => agent.destroy())

type Answer = { status: number; type: string; body: string }

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(app.origin + path, { agent, headers, method }, async (answer) => {
      const chunks: Buffer[] = await answer.toArray()
      resolve({
        status: answer.statusCode ?? 0,
        type: answer.headers['content-type'] ?? '',
        body: Buffer.concat(chunks).toString(),
      })
    })
    request.on('error', reject)
    request.end()
  })
}

/** Processor seconds of the app; null where the system does not tell. */
function cpuSeconds(): number | null {
  try {
    const fields = readFileSync(`/proc/${app.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
    return (Number(fields?.[11]) + Number(fields?.[12])) / 100
  } catch {
    return null
  }
}

/** Prints what is in memory after a garbage collection, which alone shows what is kept. */
const printMemory = `
  import v8 from 'node:v8'
  import vm from 'node:vm'
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  let times = 0
  process.on('SIGUSR2', () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    times += 1
    console.log('kept ' + times + ': ' + (heapUsed + external))
  })`

let measured = 0
async function keptMb(): Promise<number> {
  measured += 1
  app.process.kill('SIGUSR2')
  const line = await app.said(`kept ${measured}: `)
  return Number(line.split(': ')[1]) / 1024 ** 2
}

type Way = { what: string; ending: string; method: string }

async function flood(count: number, round: number, way: Way): Promise<Set<string>> {
  const pages = new Set<string>()
  await Promise.all(
    Array.from({ length: 16 }, async (_, lane) => {
      for (let n = lane; n < count; n += 16) {
        const path = `/no-such-${round}-${n}/${'x'.repeat(n % 300)}${way.ending}?q=${n}`
        const { status, body } = await ask(path, {}, way.method)
        pages.add(`${status} ${body}`)
      }
    }),
  )
  return pages
}

const ways: Way[] = [
  { what: 'addresses', ending: '', method: 'GET' },
  { what: 'data addresses', ending: '.data', method: 'GET' },
  { what: 'forms', ending: '', method: 'POST' },
  { what: 'data forms', ending: '.data', method: 'POST' },
]

/** Processor seconds of a page that is rendered for each request; null where there is no telling. */
let rendered: number | null = null
beforeAll(async () => {
  // What the engine compiles and sets aside first is no matter of these addresses.
  for (const way of ways) await flood(1000, 0, way)
  for (let n = 0; n < 300; n += 1) await ask('/admin/login')
  const noted = cpuSeconds()
  for (let n = 0; n < 300; n += 1) await ask('/admin/login')
  if (noted !== null) rendered = ((cpuSeconds() ?? 0) - noted) / 300
})

test.each(ways)(
  'thousands of $what that lead nowhere cost no rendering and fill no memory',
  async (way) => {
    const memory = await keptMb()
    const cpu = cpuSeconds()
    const pages = await flood(10_000, 1, way)
    expect([...pages].map((page) => page.slice(0, 4))).toEqual(['404 '])
    const each = ((cpuSeconds() ?? 0) - (cpu ?? 0)) / 10_000
    expect((await keptMb()) - memory).toBeLessThan(10)
    if (rendered === null || cpu === null) return
    expect(each).toBeLessThan(rendered / 2)
  },
)

test('a form to a missing address gets the page, and a data request gets its status', async () => {
  const page = await ask('/es/no-such')
  expect(page.body).toContain('<html lang="es"')
  expect(await ask('/es/no-such', {}, 'POST')).toEqual(page)
  for (const path of ['/no-such.data', '/es/no-such.data', '/no-such/_.data']) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(app.origin + path, { method })
      expect([path, answer.status]).toEqual([path, 404])
      // Without this header the router in a browser shows its own page for what isn't there.
      expect(answer.headers.get('x-remix-response')).toBeNull()
      expect(await answer.text()).toBe('Not Found\n')
    }
  }
  // Data of pages that exist, or that a route has to look for, still comes from the router.
  const known: [string, number][] = [
    ['/_.data', 200],
    ['/blog.data', 200],
    ['/blog/_.data', 200],
    ['/es.data', 200],
    ['/blog/no-such.data', 404],
  ]
  for (const [path, status] of known) {
    const answer = await fetch(app.origin + path)
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.headers.get('content-type')).toContain('text/x-script')
  }
})

test('rendering missing pages is limited per network, and they stay 404', async () => {
  const cookie = await plantSession(app, db, await addUser(db, { email: 'op@site.example' }))
  const visitors = [
    (n: number) => ask(`/blog/no-such-article-${n}`, { 'x-forwarded-for': '203.0.113.1' }),
    (n: number) => ask(`/es/no-such-${n}`, { cookie, 'x-forwarded-for': '203.0.113.2' }),
  ]
  for (const visit of visitors) {
    const types: string[] = []
    for (let n = 0; n < 105; n += 1) {
      const { status, type } = await visit(n)
      expect(status).toBe(404)
      types.push(type)
    }
    expect(types.filter((type) => type.startsWith('text/html'))).toHaveLength(100)
    expect(types.slice(100)).toEqual(Array(5).fill('text/plain; charset=utf-8'))
  }
  const spanish = await visitors[1]?.(200)
  expect(spanish?.body).toBe('La página que buscas no existe o se movió.\n')
  // Another network has its own, kept pages cost nothing, and look-ups are counted apart.
  const from = (address: string) => ({ 'x-forwarded-for': address })
  expect((await ask('/blog/nothing', from('203.0.113.3'))).type).toContain('text/html')
  expect((await ask('/nothing', from('203.0.113.1'))).type).toContain('text/html')
  const form = await fetch(`${app.origin}/`, {
    method: 'POST',
    headers: from('203.0.113.1'),
    body: new URLSearchParams({ url: 'nothing' }),
  })
  expect(form.status).toBe(400)
})
