// @module-tag whole
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '#db/migrations/index.ts'
import { openDatabase } from '#db/postgres/open.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import { type AppServer, beginApp, discardApp, startApp } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { type Cluster, renewAfterFailures, startCluster } from '#tests/support/cluster.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'
import { databaseEnv, openSql } from '#tests/support/sql.ts'
import { newerVersion } from './newer-version.ts'
import { noteRuns, runsOf } from './noted-runs.ts'

/**
 * The built app behind Debian's PgBouncer, whose clients share three connections to the server, and
 * more of them than there are.
 */

const secret = 'a secret that all processes of a test share'
const pool = 3
const allowed = 30
/** Run again while a test lasts: each minute, and after visits. */
const frequent = ['operator-notices', 'counting']

/** Lets no minute of a limit end while the tests run, however long they take. */
const longMinutes = `
  create function stretch_limit() returns trigger language plpgsql as $$ begin
    new.expire = new.expire + 86400000;
    return new;
  end $$;
  create trigger stretch_limit before insert on rate_limits
    for each row execute function stretch_limit()`

/** Locks that the database's connections still hold; a pooler keeps connections. */
const heldLocks = async (url: string) => {
  const held = `select count(*)::int as n from pg_locks join pg_database on oid = database
    where locktype = 'advisory' and datname = current_database()`
  return (await onDatabase<{ n: number }>(url, held))[0]?.n
}

async function database(content: 'empty' | 'migrated' = 'migrated'): Promise<string> {
  const url = await makeDatabase(content)
  onTestFinished(() => dropDatabase(url))
  return url
}

async function lookUp({ origin }: { origin: string }, url: string, from: string) {
  const body = new URLSearchParams({ url })
  const headers = { 'X-Forwarded-For': from }
  const answer = await fetch(`${origin}/`, { method: 'POST', headers, body })
  return { status: answer.status, html: await answer.text() }
}

describe.skipIf(absenceOfPgBouncer() !== null)('behind PgBouncer', () => {
  describe.each([
    ['with the ignore list', true],
    ['without it', false],
  ])('in transaction mode, %s', (_, ignores) => {
    const pooled = (url: string) => startPgBouncer(url, { mode: 'transaction', pool, ignores })
    let direct: string
    let pooler: Awaited<ReturnType<typeof pooled>>
    let cluster: Cluster
    beforeAll(async () => {
      const env: Record<string, string> = {}
      cluster = await startCluster({
        env,
        settings: { rateLimitPerMinute: allowed },
        async prepare(db, url) {
          await db.run(longMinutes)
          await noteRuns(db)
          direct = url
          pooler = await pooled(url)
          env.DATABASE_URL = pooler.url
        },
      })
    })
    afterAll(async () => {
      await cluster?.close()
      await pooler?.close()
    })
    renewAfterFailures(() => cluster)

    test('R47: processes that start at once on an empty database would wait for a lock that the pooler keeps', async () => {
      const url = await database('empty')
      const own = closing(await pooled(url))
      const start = async (): Promise<AppServer> => {
        const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
        writeFileSync(path.join(folder, 'database-url'), url)
        const app = await startApp({ DATABASE_URL: own.url }, folder)
        onTestFinished(() => discardApp(app))
        return app
      }
      const apps = await Promise.all([start(), start(), start()])
      for (const { origin } of apps) expect((await fetch(`${origin}/health`)).status).toBe(200)
      expect(apps.flatMap(({ lines }) => lines).join('\n')).not.toMatch(/Another process has been/)
      await expect.poll(() => heldLocks(url)).toBe(0)
    })

    test('R47: a network would get as many look-ups more as there are processes', async () => {
      const { url } = fakePost('video', 2902)
      expect((await lookUp(cluster, url, '198.18.1.1')).status).toBe(200)
      const statuses: number[] = []
      await Promise.all(
        cluster.processes.map(async (app) => {
          for (let n = 0; n < allowed; n += 1) {
            statuses.push((await lookUp(app, url, '198.18.1.2')).status)
          }
        }),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(allowed)
      expect(statuses.filter((status) => status === 429)).toHaveLength(2 * allowed)
    })

    test('R47: a setting or a takedown would hold at the process only that saved it', async () => {
      const [first] = cluster.processes
      const { url, postId } = fakePost('video', 2903)
      const { html } = await lookUp(first, url, '198.18.1.3')
      const href = await saveLinkIn(first, html)
      const operator = await cluster.operator(first)
      const saved = await saveTab(operator, 'general', { siteName: 'Renamed' })
      expect(saved.status).toBe(302)
      const pages = (address: string) =>
        Promise.all(cluster.processes.map(({ origin }) => fetch(origin + address)))
      const titles = async () =>
        Promise.all(
          (await pages('/')).map(async (page) => (await page.text()).includes('>Renamed<')),
        )
      await expect.poll(titles).toEqual([true, true, true])
      const removal = `/admin/videos/change/remove?id=${postId}`
      const removed = await operator.post(removal, { reason: 'A notice by mail', id: postId })
      expect(removed.status).toBe(302)
      expect((await pages(href)).map(({ status }) => status)).toEqual([451, 451, 451])
    })

    test('R47: a job would run at several processes, or at none', async () => {
      const { db } = cluster
      const operator = await cluster.operator(cluster)
      const running = () => db.column<string>("select kind from jobs where state = 'running'")
      const runs = () => runsOf(db, 'message-retention')
      await expect.poll(runs).toEqual(['start', 'end'])
      const asked = await operator.post('/admin/system', {
        intent: 'run-job',
        job: 'message-retention',
      })
      expect(asked.status).toBe(302)
      await expect.poll(runs).toEqual(['start', 'end', 'start', 'end'])
      await expect.poll(running).toEqual([])
      const all = await db.rows<{ job: string; starts: number }>(
        `select job, count(*) filter (where what = 'start') as starts from noted_runs
          where job <> 'message-retention' group by job`,
      )
      const once = all.filter(({ job }) => !frequent.includes(job))
      expect(once.length).toBeGreaterThan(8)
      expect(once.filter(({ starts }) => starts !== 1)).toEqual([])
    })

    test('R47: a statement would run for as long as it likes, and keep one of three connections', async () => {
      const { db } = await openDatabase(pooler.url, [secret])
      onTestFinished(() => db.destroy())
      const sleeping =
        "select 1 from pg_stat_activity where query like '%pg_sleep(600)%' and state = 'active'"
      const asleep = async () =>
        (await onDatabase(direct, `${sleeping} and pid <> pg_backend_pid()`)).length
      const alone = sql`select pg_sleep(600)`.execute(db)
      const within = db.transaction().execute((trx) => sql`select pg_sleep(600)`.execute(trx))
      const ends = Promise.allSettled([alone, within])
      await expect.poll(asleep).toBe(2)
      const ended = { reason: { cause: { code: '57014' } } }
      expect(await ends).toMatchObject([ended, ended])
      await expect.poll(asleep).toBe(0)
    })

    test('R47: a transaction’s reads would be compiled', async () => {
      const { db } = await openDatabase(pooler.url, [secret])
      onTestFinished(() => db.destroy())
      const shown = db.transaction().execute((trx) => sql`show jit`.execute(trx))
      expect(await shown).toMatchObject({ rows: [{ jit: 'off' }] })
    })

    test('R47: an upgrade would end no process of the old version, or leave its locks in the pooler', async () => {
      cluster.balancer.askForHealth()
      const migration = '9000-of-a-test'
      migrations[migration] = {
        async up(db) {
          await sql`alter table outbox add of_test bigint`.execute(db)
          await sql`create index of_test on posts (link)`.execute(db)
        },
      }
      onTestFinished(() => void delete migrations[migration])
      const { url } = fakePost('video', 2904)
      const served = Promise.all(cluster.processes.map((app) => lookUp(app, url, '198.18.1.5')))
      await (await openDatabase(pooler.url, [secret])).db.destroy()
      expect(await cluster.db.rows('select of_test from outbox')).toEqual([])
      expect((await served).map(({ status }) => status)).toEqual([200, 200, 200])
      await cluster.db.run(newerVersion)
      const ended = () => cluster.processes.filter(({ process: child }) => child.exitCode !== null)
      await expect.poll(() => ended().map(({ process: child }) => child.exitCode)).toEqual([0])
      expect((await fetch(cluster.origin)).status).toBe(200)
      await cluster.db.run(
        `delete from kysely_migration where name in ('9999-later', '${migration}');
          alter table outbox drop of_test; drop index of_test;
          delete from instances where id = 'newer'`,
      )
      const [gone] = ended()
      if (gone !== undefined) await cluster.replace(gone)
      for (const { origin } of cluster.processes) {
        expect((await fetch(`${origin}/health`)).status).toBe(200)
      }
      await expect.poll(() => heldLocks(direct)).toBe(0)
    })
  })

  test.each([
    ['transaction', true],
    ['transaction', false],
    ['session', false],
  ] as const)(
    'R47: one process in %s mode, ignored settings: %s, would not start, or do nothing',
    async (mode, ignores) => {
      const dataDir = await makeDataFolder({ extractionRequestsPerSecond: 1000 })
      const { DATABASE_URL: url = '' } = await databaseEnv(dataDir)
      const pooler = closing(await startPgBouncer(url, { mode, pool, ignores }))
      const db = closing(openSql(dataDir))
      await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
      const app = closing(await startLiveApp({ DATABASE_URL: pooler.url }, [], dataDir))
      const found = await Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          lookUp(app, fakePost('video', 2910 + n).url, '198.18.1.4'),
        ),
      )
      expect(found.map(({ status }) => status)).toEqual(Array(5).fill(200))
      const operator = createBrowser(app)
      await operator.signIn('op@site.example')
      expect((await saveTab(operator, 'general', { siteName: 'Renamed' })).status).toBe(302)
      const done = "select count(*) from jobs where state = 'done'"
      await expect.poll(() => db.value<number>(done)).toBeGreaterThan(8)
      await expect.poll(() => heldLocks(url)).toBe(0)
    },
  )

  test('R47: a start in statement mode would not say what to do instead', async () => {
    const url = await database()
    const pooler = closing(await startPgBouncer(url, { mode: 'statement', pool }))
    const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
    writeFileSync(path.join(folder, 'database-url'), url)
    const app = await beginApp({ DATABASE_URL: pooler.url }, folder)
    onTestFinished(() => discardApp(app))
    await app.said('pool_mode to transaction')
    expect(app.lines.join('\n')).not.toMatch(/^\s+at /m)
  })
})
