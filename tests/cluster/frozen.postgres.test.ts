// @module-tag whole
import '#tests/support/own-data-dir.ts'

import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startWeeklyChecks } from '#app/backlinks/check.server.ts'
import { enqueueChecks } from '#app/backlinks/check-queue.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { db } from '#db/engine.ts'
import { expectAgreement } from '#tests/analytics/agreement.ts'
import { makeBatch } from '#tests/download/batch-world.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { type MailServer, startMailServer } from '#tests/fakes/mail-server.ts'
import { startWebSite, type WebSite } from '#tests/fakes/web-site.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { type Cluster, renewAfterFailures, startCluster } from '#tests/support/cluster.ts'
import { mailSettings } from '#tests/support/mail.ts'
import { until } from '#tests/support/until.ts'
import { expectTakeovers, noteRuns, runsOf } from './noted-runs.ts'

const job = 'message-retention'
/** How many mails are handed over at once. */
const inHand = 3
/**
 * Limit for hangs: a process that was stopped in a transaction keeps its locks until the database
 * ends that, half a minute later on a quiet machine.
 */
const takeoverMs = 120_000
/** Least time between two requests to a site. */
const intervalMs = 2_000

let mails: MailServer
let site: WebSite
let cluster: Cluster
let url: string

beforeAll(async () => {
  mails = await startMailServer({ startTls: 'none' })
  site = await startWebSite()
  cluster = await startCluster({
    dataDir: process.env.DATA_DIR,
    upstreams: [site.hostPort],
    settings: mailSettings(mails),
    async prepare(sql, databaseUrl) {
      url = databaseUrl
      await noteRuns(sql)
    },
  })
})
afterAll(async () => {
  await cluster?.close()
  await mails?.close()
  await site?.close()
})
renewAfterFailures(() => cluster)

const count = (from: string) => cluster.db.value<number>(`select count(*) from ${from}`)

/** Holds back whatever writes to a table. Returns what lets it go on. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; lock table ${table} in exclusive mode`)
  return async () => void (await client.query('commit'))
}

/** Sees a page of a process as a visitor does, whose view is counted. */
async function view({ origin }: AppServer): Promise<void> {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  const answer = await fetch(origin, { headers })
  expect(answer.status).toBe(200)
  await answer.text()
}

/** Waits until a process waits for a table. */
async function waiting(table: string): Promise<void> {
  const waiters = `pg_locks join pg_class on pg_class.oid = relation
    where relname = '${table}' and not granted`
  await expect.poll(() => count(waiters), { interval: 20 }).toBeGreaterThan(0)
}

/** Stops a process between two transactions, whose locks would hold the others up. */
async function freeze({ process: child }: AppServer): Promise<void> {
  for (;;) {
    child.kill('SIGSTOP')
    const stoppedAt = await cluster.db.value<string>('select clock_timestamp()::text')
    const begun = `pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and xact_start < '${stoppedAt}'`
    const haveEnded = async () => expect(await count(begun)).toBe(0)
    // The others' end at once.
    const isBetween = vi.waitFor(haveEnded, 1_000).then(
      () => true,
      () => false,
    )
    if (await isBetween) return
    child.kill('SIGCONT')
  }
}

/** How many jobs of a kind a process has claimed. */
const held = (kind: string, { process: { pid } }: AppServer) =>
  count(`jobs join instances on instances.id = claimed_by
    where kind = '${kind}' and jobs.state = 'running' and host like '%PID ${pid}'`)

/** Ends a process: then nothing of its work is left to come. */
async function end(frozen: AppServer): Promise<void> {
  expect(await frozen.stop('SIGTERM')).toBe(0)
  await cluster.replace(frozen)
}

test('R31: jobs would end twice after the machine of a process stood still', async () => {
  await expect.poll(() => runsOf(cluster.db, job)).toEqual(['start', 'end'])

  const release = await lockTable('contact_messages')
  const operator = await cluster.operator(cluster)
  expect((await operator.post('/admin/system', { intent: 'run-job', job })).status).toBe(302)
  await waiting('contact_messages')
  const frozen = await cluster.owner(job)

  frozen.process.kill('SIGSTOP')
  await release()
  const runs = ['start', 'end', 'start', 'start', 'end']
  await expect.poll(() => runsOf(cluster.db, job), { timeout: takeoverMs }).toEqual(runs)

  frozen.process.kill('SIGCONT')
  await frozen.said('another process has the job now')
  await end(frozen)
  expect(await runsOf(cluster.db, job)).toEqual(runs)
})

test('R25, R31, R35: emails would be lost, or noted twice, with the process that was sending them', async () => {
  const answers = Promise.withResolvers<void>()
  mails.answering = answers.promise
  const answer = () => {
    mails.answering = null
    answers.resolve()
  }
  onTestFinished(answer)
  const subjects = Array.from({ length: 2 * inHand }, (_, n) => `Mail ${n}`)
  for (const subject of subjects) {
    await enqueueMail({ to: 'a@example.org', subject, body: { title: 'T', parts: ['P'] } })
  }
  await expect.poll(() => mails.received.length).toBe(inHand)
  const frozen = await cluster.owner('mail')

  await freeze(frozen)
  const abandoned = await held('mail', frozen)
  answer()
  await expect
    .poll(() => count("outbox where state = 'sent'"), { timeout: takeoverMs })
    .toBe(subjects.length)
  const attempts = "select sum(attempts) from outbox where state = 'sent'"
  expect(await cluster.db.value(attempts)).toBe(subjects.length + abandoned)
  await expectTakeovers(cluster.db, 'mail', abandoned)
  const noted = 'select id, state, attempts, sent_at from outbox order by id'
  const before = await cluster.db.rows(noted)

  frozen.process.kill('SIGCONT')
  await frozen.said('another process has the job now')
  await end(frozen)
  expect(await cluster.db.rows(noted)).toEqual(before)
  const copies = Map.groupBy(mails.received, ({ subject }) => subject)
  expect([...copies.keys()].sort()).toEqual(subjects)
  const twice = [...copies.values()].filter(({ length }) => length > 1)
  expect(twice).toHaveLength(abandoned)
  for (const mail of twice) {
    const ids = mail.map(({ headers }) => headers.find(([name]) => name === 'message-id')?.[1])
    expect(new Set(ids).size).toBe(1)
  }
})

test('R31, R35: a link would be checked twice after the machine of a process stood still, or its page asked too often', async () => {
  const pages = ['/held', '/second', '/third']
  for (const page of pages) {
    const url = site.origin + page
    const fields = { url, url_key: url, domain: 'a', anchor_text: '', search_text: '' }
    const requestedAt = page === '/held' ? Date.now() : null
    await db
      .insertInto('backlinks')
      .values({
        ...{ ...fields, status: 'active', domain_authority: 1, check_requested_at: requestedAt },
        ...{ created_at: 1, updated_at: 1 },
      })
      .execute()
    site.set(page, { status: 410 })
  }
  site.set('/held', { fault: 'silent' })
  await enqueueChecks(db)
  await startWeeklyChecks()
  await expect.poll(() => site.requests.some(({ url }) => url === '/held')).toBe(true)
  const frozen = await cluster.owner('link-checks')

  await freeze(frozen)
  site.set('/held', { status: 410 })
  const before = site.requests.length
  const history = 'select backlink_id, outcome, at from backlink_checks order by id'
  await expect.poll(() => cluster.db.rows(history)).toHaveLength(pages.length)
  const asked = site.requests.map(({ at }) => at)
  expect(asked.length).toBeGreaterThanOrEqual(before + 1 + pages.length)
  await expectTakeovers(cluster.db, 'link-checks', 1)
  // An interval begins with an answer, so after the request was noted, however late that was.
  const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  const [last = 0, ...others] = gaps.reverse()
  expect(Math.min(...others)).toBeGreaterThanOrEqual(intervalMs)
  // The last page does not wait for the answer of the one before.
  expect(last + (others[0] ?? 0)).toBeGreaterThanOrEqual(2 * intervalMs)
  const noted = await cluster.db.rows(history)

  frozen.process.kill('SIGCONT')
  await frozen.said('another process has the job now')
  await end(frozen)
  expect(await cluster.db.rows(history)).toEqual(noted)
  expect(await count("backlinks where status = 'broken' and check_requested_at is null")).toBe(3)
})

test('R16, R31, R35: links of a batch would be stuck, or written twice, with the process that looked them up', async () => {
  const rows = () => cluster.db.rows('select id, state, job_id, found from batch_links order by id')
  let takeovers = 0
  for (const [index, signal] of (['SIGKILL', 'SIGSTOP'] as const).entries()) {
    const posts = [1, 2, 3, 4].map((n) => fakePost('slow', 970 + 10 * index + n))
    const [one] = cluster.processes
    let elsewhere = one
    const batch = await makeBatch(
      () => elsewhere,
      posts.map(({ url }) => url),
    )
    const asked = () => posts.map(({ postId }) => cluster.extraction.lookups(postId))
    await expect.poll(asked).toEqual([1, 1, 0, 0])
    const owner = await cluster.owner('batch')
    elsewhere = cluster.processes.find((app) => app !== owner) ?? one

    if (signal === 'SIGSTOP') await freeze(owner)
    else await owner.stop(signal)
    const abandoned = await held('batch', owner)
    takeovers += abandoned
    await expect.poll(() => held('batch', owner), { timeout: takeoverMs }).toBe(0)
    await expectTakeovers(cluster.db, 'batch', takeovers)
    expect((await batch.done()).states).toEqual(posts.map(() => 'ready'))
    expect(asked().filter((times) => times > 1).length).toBeLessThanOrEqual(abandoned)
    const before = await rows()
    if (signal === 'SIGSTOP') {
      owner.process.kill('SIGCONT')
      await owner.said('another process has the job now')
      await end(owner)
    } else await cluster.replace(owner)
    expect(await rows()).toEqual(before)
  }
})

test('R16, R31: views would count twice after the machine of a process stood still', async () => {
  await expect.poll(() => count('analytics_inbox')).toBe(0)
  let views = await count('analytics_events')
  const release = await lockTable('analytics_hours')
  for (const app of cluster.processes) await view(app)
  views += cluster.processes.length
  const frozen = await cluster.owner('counting')
  await waiting('analytics_hours')

  frozen.process.kill('SIGSTOP')
  await release()
  const others = cluster.processes.filter((app) => app !== frozen)
  const viewElsewhere = async () => {
    for (const app of others) await view(app)
    views += others.length
  }
  const counted = async () => {
    expect(await count('analytics_inbox')).toBe(0)
    expect(await count('analytics_events')).toBe(views)
    await expectAgreement(db)
  }
  await viewElsewhere()
  // What the frozen one still held in memory comes later.
  await expect
    .poll(() => count('analytics_events'), { timeout: takeoverMs })
    .toBeGreaterThanOrEqual(views - 1)

  frozen.process.kill('SIGCONT')
  await frozen.said('process has the job now')
  await view(frozen)
  views += 1
  await viewElsewhere()
  await end(frozen)
  await until(counted, 200)
})

test('R31, R35: rows of a list would be changed or counted twice after the machine of a process stood still', async () => {
  const rows = 1_500
  await cluster.db.run(`insert into users (id, email, name, name_key, search_text, role, status, joined_at)
    select 'member' || n, n || '@members.example', 'Member', 'member', 'member', 'user', 'active', 1
    from generate_series(1, ${rows}) as n`)
  const operator = await cluster.operator(cluster)
  const target = '/admin/bulk/users/ban?q=member'
  const through = await cluster.db.value<number>('select max(seq) from users')
  const fields = { matched: `${rows}`, through: `${through}`, typed: `${rows}` }
  expect((await operator.post(target, fields)).status).toBe(302)
  const run = () =>
    cluster.db.row(`select state, changed, skipped, (select count(*) from users where
      status = 'banned') as banned, (select count(*) from audit_log where action = 'bulk.changed')
      as entries from bulk_runs`)
  const frozen = await cluster.owner('bulk')
  frozen.process.kill('SIGSTOP')
  const whole = { state: 'done', changed: rows, skipped: '{}', banned: rows, entries: 1 }
  expect(await run()).not.toEqual(whole)
  await expect.poll(run, { timeout: takeoverMs }).toEqual(whole)

  frozen.process.kill('SIGCONT')
  await frozen.said('another process has the job now')
  await end(frozen)
  expect(await run()).toEqual(whole)
  expect(await count('bulk_changes')).toBe(rows)
})
