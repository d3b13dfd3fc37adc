// @module-tag whole
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { en } from '#app/i18n/en.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { createBrowser, password } from '#tests/support/accounts.ts'
import { beginApp, discardApp, startApp } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { findPrograms, startCluster } from '#tests/support/postgres-cluster.ts'
import { downloadSlowly } from '#tests/support/slow-download.ts'

const secret = 'a secret that the processes of a test share'

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

test('without SESSION_SECRET, or with an invalid address, it does not start', {
  tags: 'gate',
}, () => {
  const server = ['build/server/server.js']
  const url = 'postgres://anna:geheim@127.0.0.1/site'
  const without = run(server, { DATABASE_URL: url })
  expect(without.status).toBe(1)
  expect(without.said).toContain('SESSION_SECRET: must be set when the database is PostgreSQL')
  const wrong = run(server, { DATABASE_URL: 'mysql://anna:geheim@h/x', SESSION_SECRET: secret })
  expect(wrong.status).toBe(1)
  expect(wrong.said).toContain('DATABASE_URL: must start with file: or be postgres://user')
  const others = {
    'postgres://anna:gehe#im@127.0.0.1/site': 'In the password, write @ as %40, # as %23',
    'postgres://anna:12/geheim@127.0.0.1/site': 'In the password, write @ as %40, # as %23',
    [`${url}?sslmode=what`]: 'DATABASE_URL: sslmode must be disable, prefer, require, verify-ca',
  }
  const refused = Object.keys(others).map((address) =>
    run(server, { DATABASE_URL: address, SESSION_SECRET: secret }),
  )
  expect(refused.map(({ status, said }) => [status, said])).toEqual(
    Object.values(others).map((text) => [1, expect.stringContaining(text)]),
  )
  const said = [without, wrong, ...refused].map((one) => one.said).join()
  expect(said).not.toMatch(/gehe|12\//)
})

test('a server without TLS is not waited for where TLS is asked for', async () => {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const app = await beginApp({ DATABASE_URL: `${url}?sslmode=require`, SESSION_SECRET: secret })
  onTestFinished(() => discardApp(app))
  await app.said('The server does not support SSL connections')
  expect(app.lines.join('\n')).not.toContain('Waiting for the database')
})

test('a role that can’t make tables reads how to become the owner', { tags: 'gate' }, async () => {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  for (const statement of [
    'drop schema public cascade',
    'create schema public',
    'create extension pg_trgm',
    'revoke create on schema public from current_user',
  ]) {
    await onDatabase(url, statement)
  }
  const { status, said } = run(['build/server/server.js'], {
    DATABASE_URL: url,
    SESSION_SECRET: secret,
  })
  expect(status).toBe(1)
  const { pathname, username } = new URL(url)
  expect(said).toContain(`alter database "${pathname.slice(1)}" owner to "${username}"`)
})

test('commands for files only print what to do instead', async () => {
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
  { tags: 'gate' },
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
    // All processes have the same database: if each left its balancer, no page would be left.
    const public_ = ['/health', '/', '/es', '/terms', '/admin/login']
    expect(await Promise.all(public_.map(status))).toEqual(public_.map(() => 200))
    const refused = await lookUp()
    expect(refused.status).toBe(503)
    expect(await refused.text()).toContain(en.crash.waitText)
    await cluster.start()
    await expect.poll(async () => (await lookUp()).status).toBe(303)
    expect(app.lines.join('\n')).not.toContain('"path":"/health"')
    expect(app.process.exitCode).toBeNull()
    expect(app.lines.join('\n')).not.toContain(new URL(cluster.url).password)
  },
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

test('a process that is asked to stop reports it first, takes requests meanwhile, and then refuses them', async () => {
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

test('reads wait for a database that restarts', async () => {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const between = await databaseBetween(url)
  const app = closing(await startLiveApp({ DATABASE_URL: between.url, SESSION_SECRET: secret }))
  const pages = ['/blog', '/statistics', '/admin/login']
  const link = posts.video.url
  expect((await lookUp(app, link)).status).toBe(200)
  between.refuse()
  // Its own signs of life try as well: from then on no connection of before is left.
  await expect.poll(between.refused, { interval: 5 }).toBeGreaterThan(0)
  const answers = Promise.all([
    ...pages.map(async (page) => (await fetch(`${app.origin}${page}`)).status),
    ...[1, 2, 3, 4].map(async () => (await lookUp(app, link)).status),
  ])
  await expect.poll(between.refused, { interval: 5 }).toBeGreaterThan(pages.length)
  between.accept()
  expect(new Set(await answers)).toEqual(new Set([200]))
})

test('a clock that jumps while the server runs is on the system page and in the log', async () => {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const jump = `
    const now = Date.now
    let shift = 0
    process.on('SIGUSR2', () => { shift = 180_000 })
    Date.now = () => now() + shift`
  const app = await startApp({
    DATABASE_URL: url,
    SESSION_SECRET: secret,
    ADMIN_EMAIL: 'op@site.example',
    ADMIN_PASSWORD: password,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jump)}`,
  })
  onTestFinished(() => discardApp(app))
  const browser = createBrowser(app)
  await browser.signIn('op@site.example')
  expect(await browser.html('/admin/system')).not.toContain('the database’s clock')
  app.process.kill('SIGUSR2')
  await app.said('clock differs from the database')
  expect(await browser.html('/admin/system')).toContain('180 seconds ahead of the database’s clock')
})

test('a process whose database has gone silent ends before it is killed', async () => {
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const between = await databaseBetween(url)
  const app = closing(await startLiveApp({ DATABASE_URL: between.url, SESSION_SECRET: secret }))
  const link = await saveLinkIn(app, (await lookUp(app, posts.big.url)).html)
  // It would take longer than any may.
  const download = await downloadSlowly(app.origin + link, 250)
  between.silence()
  expect(await app.stop('SIGTERM')).toBe(1)
  expect(app.lines.join('\n')).toContain('stopped before all was written')
  expect(await download.ended).toBe(false)
})

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
    .poll(() => browser.html('/admin/system'))
    .toMatch(/Processes[\s\S]*\(sent this page\)[\s\S]*Works/)
  // Several on one machine are told apart, on the page and in the log.
  const [port, pid] = [new URL(app.origin).port, app.process.pid]
  expect(await browser.html('/admin/system')).toContain(`:${port}, PID ${pid}`)
  expect(app.lines.filter((line) => line.includes('"level"')).join('\n')).toMatch(
    new RegExp(`"pid":${pid},"port":${port}.*"path":"/admin/system"`),
  )
})
