// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { folderOnServer, onSite } from '#tests/support/folder-on-server.ts'
import { mailSettings } from '#tests/support/mail.ts'
import { onDatabase } from '#tests/support/postgres.ts'
import {
  type Cluster,
  findPrograms,
  replicaOf,
  startCluster as startServer,
} from '#tests/support/postgres-cluster.ts'

const ann = 'ann@site.example'
const bob = 'bob@site.example'

async function one<T>({ adminUrl }: Cluster, expression: string): Promise<T | undefined> {
  return (await onDatabase<{ value: T }>(onSite(adminUrl), `select ${expression} as value`))[0]
    ?.value
}

/** Has a replica receive nothing more. */
async function cutOff(primary: Cluster, replica: Cluster): Promise<void> {
  await onDatabase(replica.adminUrl, "alter system set primary_conninfo = ''")
  await onDatabase(replica.adminUrl, 'select pg_reload_conf()')
  const receivers = '(select count(*)::int from pg_stat_replication)'
  await expect.poll(() => one(primary, receivers)).toBe(0)
}

const bin = findPrograms()

// A server that TEST_POSTGRES names can't be replaced.
test.skipIf(bin === null)(
  'after a failover that lost changes no one would be told, and emails would be sent again',
  async () => {
    const mail = await startMailServer({ startTls: 'none' })
    onTestFinished(() => mail.close())
    const primary = await startServer(bin ?? '', { replicated: true })
    onTestFinished(() => primary.remove())
    const between = await databaseBetween(primary.url)
    const cluster = closing(
      await startCluster({
        dataDir: await folderOnServer(between.url),
        settings: { siteName: 'Before', ...mailSettings(mail) },
      }),
    )
    const { processes } = cluster
    for (const email of [ann, bob]) await addUser(cluster.db, { email, role: 'user' })
    const operators = await Promise.all(processes.map((app) => cluster.operator(app)))
    const forget = (email: string) =>
      createBrowser(cluster).post('/admin/forgot-password', { email })
    const received = (email: string) =>
      mail.received.filter(({ envelope }) => envelope.to[0] === email).length
    const state = "(select string_agg(state, ' ' order by id) from outbox)"
    const replica = await replicaOf(bin ?? '', primary)
    onTestFinished(() => replica.remove())

    // The replica has that it is being sent, and nothing of what follows.
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    mail.answering = answered
    await forget(ann)
    await expect.poll(() => one(replica, state)).toBe('sending')
    await cutOff(primary, replica)
    mail.answering = null
    answer()
    await expect.poll(() => one(primary, state)).toBe('sent')
    const [operator] = operators
    if (operator === undefined) throw new Error('each process has an operator')
    const saved = await saveTab(operator, 'general', { siteName: 'Lost' })
    expect([saved.status, saved.headers.get('location')]).toEqual([302, '/admin/settings'])
    const stored = "(select value from settings where name = 'siteName')"
    expect(await one(primary, stored)).toBe('"Lost"')
    const names = () =>
      Promise.all(
        processes.map(async ({ origin }) => {
          const page = await (await fetch(origin)).text()
          return ['Before', 'Lost'].filter((name) => page.includes(name)).join()
        }),
      )
    await expect.poll(names).toEqual(['Lost', 'Lost', 'Lost'])
    const beaten = '(select min(seen_at)::float8 from instances)'
    const replicated = (await one<number>(replica, beaten)) ?? 0
    await expect.poll(() => one(primary, beaten)).toBeGreaterThan(replicated + 4_000)
    await primary.stop()
    await replica.promote()
    between.next(replica.url)

    const title = /The database is about \d+ s older than what was seen at \d\d:\d\d/
    for (const browser of operators) {
      await expect
        .poll(async () => {
          const answer = await browser.get('/admin/system')
          return answer.status === 200 ? await answer.text() : ''
        })
        .toMatch(title)
      expect(await browser.html('/admin/notifications')).toMatch(title)
    }
    for (const { lines } of processes) {
      expect(lines.join('\n')).toContain('the database is older than it was: changes were lost')
    }
    const told = "(select count(*)::int from audit_log where action = 'database.older')"
    expect(await one(replica, told)).toBe(1)
    await expect.poll(names).toEqual(['Before', 'Before', 'Before'])

    // Once emails are sent again, none of them is one that was.
    await forget(bob)
    await expect.poll(() => received(bob), { timeout: 90_000 }).toBe(1)
    const unfinished = `(select count(*)::int from jobs
      where kind = 'mail' and state in ('waiting', 'running'))`
    await expect.poll(() => one(replica, unfinished)).toBe(0)
    expect(await one(replica, state)).toBe('sent sent')
    expect([received(ann), received(bob)]).toEqual([1, 1])
  },
  400_000,
)
