// @module-tag process
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { createBrowser, password } from '#tests/support/accounts.ts'
import { beginApp, discardApp, startApp } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { findPrograms, startCluster } from '#tests/support/postgres-cluster.ts'
import { downloadSlowly } from '#tests/support/slow-download.ts'

const secret = 's'.repeat(40)

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function run(args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: newFolder(), ...env },
  })
  return { status, said: stdout + stderr }
}

test('the driver of PostgreSQL is loaded only where DATABASE_URL asks for it', async () => {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const look = `
    const { db } = await import('./db/engine.ts')
    const { createRequire } = await import('node:module')
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    console.log('pg:', loaded.some((file) => /node_modules.pg.lib/.test(file)))
    await db.destroy()
    process.exit()`
  const script = ['--input-type=module', '-e', look]
  expect(run(script, {})).toEqual({ status: 0, said: 'pg: false\n' })
  expect(run(script, { DATABASE_URL: url, SESSION_SECRET: secret })).toEqual({
    status: 0,
    said: 'pg: true\n',
  })
})

test('without SESSION_SECRET, or with an address that is none, it does not start', () => {
  const server = ['build/server/server.js']
  const url = 'postgres://anna:geheim@127.0.0.1/site'
  const without = run(server, { DATABASE_URL: url })
  expect(without.status).toBe(1)
  expect(without.said).toContain('SESSION_SECRET: must be set when the database is PostgreSQL')
  const wrong = run(server, { DATABASE_URL: 'mysql://anna:geheim@h/x', SESSION_SECRET: secret })
  expect(wrong.status).toBe(1)
  expect(wrong.said).toContain('DATABASE_URL: must start with file: or be postgres://user')
  expect(without.said + wrong.said).not.toContain('geheim')
})

test('commands that only files have say what to do instead', async () => {
  const env = { DATABASE_URL: 'postgres://anna:geheim@127.0.0.1/site', SESSION_SECRET: secret }
  for (const [command, advice] of [
    ['backup', 'pg_dump --format=custom --no-unlogged-table-data'],
    ['backups', 'wherever its own tools put them'],
    ['verify', 'pg_restore --list'],
    ['restore', 'pg_restore --no-owner --dbname="$DATABASE_URL"'],
  ] as const) {
    const { status, said } = run(['app/cli/admin.ts', command, 'x.db'], env)
    expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining(advice) })
  }
})

// A server that TEST_POSTGRES names can't be stopped.
const bin = findPrograms()

test.skipIf(bin === null)(
  'a database that restarts costs no process, and requests work again by themselves',
  async () => {
    const cluster = await startCluster(bin ?? '')
    await onDatabase(cluster.url, 'create database site')
    const url = cluster.url.replace(/postgres$/, 'site')
    const app = await startApp({ DATABASE_URL: url, SESSION_SECRET: secret })
    onTestFinished(async () => {
      await discardApp(app)
      await cluster.remove()
    })
    const status = async (address: string) => (await fetch(`${app.origin}${address}`)).status
    const lookUp = () =>
      fetch(`${app.origin}/`, {
        method: 'POST',
        headers: { Origin: app.origin },
        body: new URLSearchParams({ url: 'https://www.tiktok.com/@a/video/7301234567890123456' }),
        redirect: 'manual',
      })
    expect((await lookUp()).status).toBe(303)
    await cluster.stop()
    // A restart of the database takes none of its processes from a balancer; a longer outage does.
    expect(await status('/health')).toBe(200)
    await expect.poll(() => status('/health'), { timeout: 25_000 }).toBe(503)
    expect(await status('/admin/login')).toBe(200)
    expect((await lookUp()).status).toBe(503)
    await cluster.start()
    await expect.poll(() => status('/health'), { timeout: 15_000 }).toBe(200)
    expect((await lookUp()).status).toBe(303)
    expect(app.process.exitCode).toBeNull()
    expect(app.lines.join('\n')).not.toContain(new URL(cluster.url).password)
  },
  60_000,
)

test.skipIf(bin === null)('a start waits for a database that starts too, and says so', async () => {
  const cluster = await startCluster(bin ?? '')
  onTestFinished(() => cluster.remove())
  await onDatabase(cluster.url, 'create database site')
  const url = cluster.url.replace(/postgres$/, 'site')
  await cluster.stop()
  const app = await beginApp({ DATABASE_URL: url, SESSION_SECRET: secret })
  onTestFinished(() => discardApp(app))
  expect(await app.said('Waiting for the database postgres://')).toContain('ECONNREFUSED')
  await cluster.start()
  await app.said('listens at')
  expect(app.lines.join('\n')).not.toContain(new URL(url).password)
})

test('a process that is told to stop says so first, takes requests meanwhile, and then refuses them', async () => {
  const url = await makeDatabase()
  const app = await startApp({ DATABASE_URL: url, SESSION_SECRET: secret })
  onTestFinished(async () => {
    await discardApp(app)
    await dropDatabase(url)
  })
  const ask = (address: string) => fetch(`${app.origin}${address}`)
  expect((await ask('/health')).status).toBe(200)
  const stoppedAt = performance.now()
  const stopped = app.stop('SIGTERM')
  await expect.poll(async () => (await ask('/health')).status).toBe(503)
  const page = await ask('/')
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
  expect(await stopped).toBe(0)
  // As long as balancers take that ask every few seconds.
  expect(performance.now() - stoppedAt).toBeGreaterThan(7_000)
  await expect(ask('/')).rejects.toThrow()
})

/** Stands between an app and its database. Returns the URL there, and what makes it silent. */
async function silenceable(url: string): Promise<{ url: string; silence(): void }> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  let isSilent = false
  const server = net.createServer((inner) => {
    const outer = net.connect(Number(port), hostname)
    for (const socket of [inner, outer]) {
      sockets.add(socket.on('error', () => {}))
      if (isSilent) socket.pause()
    }
    if (isSilent) return
    inner.pipe(outer)
    outer.pipe(inner)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const target = new URL(url)
  target.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return {
    url: target.href,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

test('a process whose database has gone silent ends before it is killed', async () => {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const between = await silenceable(url)
  const app = closing(await startLiveApp({ DATABASE_URL: between.url, SESSION_SECRET: secret }))
  await app.said('does the background work now')
  const link = await saveLinkIn(app, (await lookUp(app, posts.big.url)).html)
  // It would take longer than any may.
  const download = await downloadSlowly(app.origin + link, 250)
  between.silence()
  const stoppedAt = performance.now()
  expect(await app.stop('SIGTERM')).toBe(1)
  expect(performance.now() - stoppedAt).toBeLessThan(40_000)
  expect(app.lines.join('\n')).toContain('stopped before all was written')
  expect(await download.ended).toBe(false)
}, 90_000)

test('the system page lists the process, with its build and what it does', async () => {
  const url = await makeDatabase()
  const app = await startApp({
    DATABASE_URL: url,
    SESSION_SECRET: secret,
    ADMIN_EMAIL: 'op@site.example',
    ADMIN_PASSWORD: password,
  })
  onTestFinished(async () => {
    await discardApp(app)
    await dropDatabase(url)
  })
  const browser = createBrowser(app)
  await browser.signIn('op@site.example')
  await expect
    .poll(() => browser.html('/admin/system'), { timeout: 10_000 })
    .toMatch(/Processes[\s\S]*\(sent this page\)[\s\S]*Works, runs the jobs/)
})
