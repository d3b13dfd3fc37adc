// @module-tag whole
import '#tests/support/own-data-dir.ts'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createBrowser, password, throughSignIn } from '#tests/support/accounts.ts'
import { type AppServer, startApp } from '#tests/support/app-server.ts'
import {
  changeFile,
  contentOf,
  makeServerDatabase,
  move,
  runCommand,
  seededSite,
  siteSecret,
} from '#tests/support/moves.ts'
import { onDatabase } from '#tests/support/postgres.ts'
import { pageView } from '#tests/support/visitor-events.ts'

const makeSite = seededSite()

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** The last number that a file has given a row of a table. */
function lastNumberIn(numbers: readonly string[] = [], table: string): number {
  const [, last] = new RegExp(`"${table}",(\\d+)`).exec(numbers.join('\n')) ?? []
  return Number(last)
}

test('a site moves to PostgreSQL and back, and is the same', async () => {
  const { dataDir, file } = makeSite()
  // The numbers of rows that are gone are never given again.
  changeFile(file, `update sqlite_sequence set seq = seq + 7 where name = 'dmca_reports'`)
  const { sqlite_sequence: numbersBefore, ...before } = contentOf(file)
  const hash = hashOf(file)
  const url = await makeServerDatabase()

  const there = move(dataDir, '--to', url)
  expect(there).toEqual({
    status: 0,
    said: expect.stringContaining('Both databases now hold the same rows.'),
  })
  expect(hashOf(file)).toBe(hash)
  const posts = before.posts?.length
  expect(there.said).toMatch(new RegExp(`^posts +${posts} +${posts} +[0-9a-f]{64} +same$`, 'm'))
  const last = lastNumberIn(numbersBefore, 'dmca_reports')
  expect(last).toBeGreaterThan(7)
  expect(
    await onDatabase(url, `select nextval(pg_get_serial_sequence('dmca_reports', 'id'))::int as n`),
  ).toEqual([{ n: last + 1 }])

  const back = path.join(dataDir, 'back.db')
  const home = move(dataDir, '--from', url, '--to', `file:${back}`)
  expect(home).toEqual({
    status: 0,
    said: expect.stringContaining('Both databases now hold the same rows.'),
  })
  const { sqlite_sequence: numbersAfter, ...after } = contentOf(back)
  expect(after).toEqual(before)
  for (const row of numbersBefore ?? []) {
    const [table = ''] = JSON.parse(row) as [string]
    const given = table === 'dmca_reports' ? last + 1 : lastNumberIn(numbersBefore, table)
    expect({ table, last: lastNumberIn(numbersAfter, table) }).toEqual({ table, last: given })
  }
  expect(existsSync(`${back}.moving`)).toBe(false)
  expect(runCommand(['app/cli/admin.ts', 'verify', back], dataDir).status).toBe(0)

  // Each table has the same checksum on both ways.
  const sums = (said: string) => said.match(/[0-9a-f]{64}/g)
  expect(sums(home.said)).toEqual(sums(there.said))
  expect(there.said + home.said).not.toContain(new URL(url).password)
})

/** Starts a site's server on a file or on a PostgreSQL database, until the test ends. */
async function startOn(dataDir: string, databaseUrl: string): Promise<AppServer> {
  const env = { DATABASE_URL: databaseUrl, SESSION_SECRET: siteSecret }
  const admin = { ADMIN_EMAIL: 'op@site.example', ADMIN_PASSWORD: password }
  const app = await startApp({ ...env, ...admin }, dataDir)
  onTestFinished(() => void app.stop('SIGKILL'))
  return app
}

test('operators stay signed in on both ways, and visits of the last second are counted', async () => {
  const { dataDir, file } = makeSite()
  const url = await makeServerDatabase()
  // So that tests' helpers make no database for this folder.
  writeFileSync(path.join(dataDir, 'database-url'), url)
  const onFile = await startOn(dataDir, `file:${file}`)
  const site = { origin: onFile.origin }
  const operator = createBrowser(site)
  await operator.signIn('op@site.example')
  expect((await operator.get('/admin/users')).status).toBe(200)
  await onFile.stop()

  expect(move(dataDir, '--from', `file:${file}`, '--to', url).status).toBe(0)
  const onServer = await startOn(dataDir, url)
  site.origin = onServer.origin
  expect((await operator.get('/admin/users')).status).toBe(200)
  const refused = move(dataDir, '--from', url, '--to', `file:${dataDir}/back.db`)
  expect(refused).toEqual({
    status: 1,
    said: expect.stringMatching(/^Servers are running on the database/),
  })
  await onServer.stop()

  // As servers leave them that are stopped together: the one that counts may be the first to go.
  const events = JSON.stringify([pageView({ at: Date.now(), path: '/last' })])
  await onDatabase(url, 'insert into analytics_inbox (at, events) values (1, $1)', [events])
  const back = path.join(dataDir, 'back.db')
  expect(move(dataDir, '--from', url, '--to', `file:${back}`).status).toBe(0)
  const onBack = await startOn(dataDir, `file:${back}`)
  site.origin = onBack.origin
  expect((await operator.get('/admin/users')).status).toBe(200)
  const again = createBrowser(site)
  expect((await again.signIn('op@site.example')).headers.get('Location')).toBe(throughSignIn())
  const { analytics_visits: visits = [] } = contentOf(back)
  expect(visits.length).toBeGreaterThan(0)
  await expect
    .poll(() => contentOf(back).analytics_events?.filter((row) => row.includes('"/last"')).length)
    .toBe(1)
  expect(contentOf(back).analytics_inbox).toEqual([])
})

type Waiting = { dataDir: string; url: string; table: string; isKilled?: boolean }

/**
 * Starts a move, and kills it, or has PostgreSQL end its connection, while it waits for `table`,
 * which someone else has locked. Returns what it said.
 */
async function cutWaiting(
  { dataDir, url, table, isKilled = true }: Waiting,
  ...args: string[]
): Promise<string> {
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  try {
    await other.query(`begin; lock table ${table} in access exclusive mode`)
    const child = spawn(process.execPath, ['app/cli/move.ts', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
    const said = Promise.all([text(child.stdout), text(child.stderr)])
    const waiting = `select from pg_locks where not granted and relation = '${table}'::regclass`
    await expect.poll(async () => (await other.query(waiting)).rows.length).toBeGreaterThan(0)
    if (isKilled) child.kill('SIGKILL')
    else await other.query(endMoves)
    return (await said).join('')
  } finally {
    await other.end()
  }
}

const endMoves = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'cleanclip-move'`

/** A table of sums that a move first touches when it compares, if there are no backlinks. */
const readLast = 'backlink_counts'
const withoutBacklinks = 'delete from backlinks'

test('a move to PostgreSQL that is killed changes nothing, and can be started again', async () => {
  const { dataDir, file } = makeSite()
  changeFile(file, withoutBacklinks)
  const hash = hashOf(file)
  const url = await makeServerDatabase('migrated')
  for (const [phase, table] of [
    ['Copying', 'post_counts'],
    ['Comparing', readLast],
  ] as const) {
    const said = await cutWaiting({ dataDir, url, table }, '--to', url)
    expect(said.match(/^\w+(?= .* …$)/gm)?.at(-1)).toBe(phase)
    expect(hashOf(file)).toBe(hash)
    for (const row of ['posts', 'users', 'audit_log']) {
      expect(await onDatabase(url, `select from ${row}`)).toEqual([])
    }
    const numbers = 'select last_value::int as last, is_called from dmca_reports_id_seq'
    expect(await onDatabase(url, numbers)).toEqual([{ last: 1, is_called: false }])
  }
  expect(move(dataDir, '--to', url).status).toBe(0)
  expect(hashOf(file)).toBe(hash)
  // As after a move that was killed at its very end, when all was stored.
  const again = move(dataDir, '--to', url)
  expect(again).toEqual({
    status: 0,
    said: expect.stringMatching(/^An earlier move had copied all [\d,]+ rows\. Both databases/m),
  })
  // Not once a server has used the new database.
  await onDatabase(url, "insert into settings (name, value, updated_at) values ('a', '1', 1)")
  const { said, status } = move(dataDir, '--to', url)
  expect({ said, status }).toEqual({ status: 1, said: expect.stringContaining('is not empty.') })
})

test('a move to a file that is killed leaves no file of its name, and can be started again', async () => {
  const { dataDir, file } = makeSite()
  changeFile(file, withoutBacklinks)
  const url = await makeServerDatabase()
  expect(move(dataDir, '--to', url).status).toBe(0)
  const back = path.join(dataDir, 'back.db')
  const home = ['--from', url, '--to', `file:${back}`]
  await cutWaiting({ dataDir, url, table: readLast }, ...home)
  expect([existsSync(back), existsSync(`${back}.moving`)]).toEqual([false, true])
  expect(move(dataDir, ...home).status).toBe(0)
  expect([existsSync(back), existsSync(`${back}.moving`)]).toEqual([true, false])
  const { sqlite_sequence: _, ...rows } = contentOf(file)
  expect(contentOf(back)).toMatchObject(rows)
})

test('a move whose connection is ended keeps nothing, says so, and can be started again', async () => {
  const { dataDir, file } = makeSite()
  changeFile(file, withoutBacklinks)
  const url = await makeServerDatabase('migrated')
  const back = path.join(dataDir, 'back.db')
  const nothingKept =
    'The move failed: terminating connection due to administrator command\nThe source is unchanged, and nothing was kept in the target. Once the cause is gone, run the move again.\n'
  for (const table of ['post_counts', readLast]) {
    const said = await cutWaiting({ dataDir, url, table, isKilled: false }, '--to', url)
    expect(said).toContain(nothingKept)
    expect(await onDatabase(url, 'select from posts')).toEqual([])
  }
  expect(move(dataDir, '--to', url).status).toBe(0)
  const home = ['--from', url, '--to', `file:${back}`]
  for (const table of ['posts', readLast]) {
    const said = await cutWaiting({ dataDir, url, table, isKilled: false }, ...home)
    expect(said).toContain(nothingKept)
    expect(existsSync(back)).toBe(false)
  }
  expect(move(dataDir, ...home).status).toBe(0)
})
