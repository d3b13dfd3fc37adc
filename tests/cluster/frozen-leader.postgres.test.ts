// @module-tag process
import '#tests/support/own-data-dir.ts'

import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { wakeSender } from '#app/mail/mail-sender.server.ts'
import { enqueueMail } from '#app/mail/outbox.server.ts'
import { db } from '#db/engine.ts'
import { expectAgreement } from '#tests/analytics/agreement.ts'
import { type MailServer, startMailServer } from '#tests/fakes/mail-server.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { type Cluster, startCluster } from '#tests/support/cluster.ts'
import { noteRuns, runsOf } from './noted-runs.ts'

const job = 'message-retention'
/** How many mails are handed over at once. */
const inHand = 3
/** A process that was stopped in a transaction keeps its locks until the database ends that. */
const takeoverMs = 40_000

let mails: MailServer
let cluster: Cluster
let url: string

beforeAll(async () => {
  mails = await startMailServer({ startTls: 'none' })
  cluster = await startCluster({
    dataDir: process.env.DATA_DIR,
    settings: {
      smtpHost: '127.0.0.1',
      smtpPort: mails.port,
      smtpEncryption: 'None',
      mailFrom: 'site@site.example',
      mailNotifications: false,
    },
    async prepare(sql, databaseUrl) {
      url = databaseUrl
      await noteRuns(sql)
    },
  })
})
afterAll(async () => {
  await cluster?.close()
  await mails?.close()
})

const count = (from: string) => cluster.db.value<number>(`select count(*) from ${from}`)
const lost = ({ lines }: AppServer) =>
  lines.filter((line) => line.includes('another process can do the background work now')).length

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
  await expect.poll(() => count(waiters), { timeout: 10_000, interval: 20 }).toBeGreaterThan(0)
}

/** Waits until another process than `frozen` does the background work. */
async function nextLeader(frozen: AppServer): Promise<void> {
  const next = async () => {
    const token = await cluster.db.value<number>('select token from leases')
    return cluster.processes.some(
      (app) => app !== frozen && app.lines.some((line) => line.includes(`"token":${token},`)),
    )
  }
  await vi.waitUntil(next, { timeout: takeoverMs })
}

/** Lets a process go on that was stopped: it notices, and works as the others do. */
async function thaw(frozen: AppServer, lostBefore: number): Promise<void> {
  frozen.process.kill('SIGCONT')
  await expect.poll(() => lost(frozen), { timeout: 10_000 }).toBe(lostBefore + 1)
  await view(frozen)
}

/** Ends a process: then nothing of its work is left to come. */
async function end(frozen: AppServer): Promise<void> {
  expect(await frozen.stop('SIGTERM')).toBe(0)
  await cluster.replace(frozen)
}

test('R25, R31: emails would go out twice, and jobs end twice, after the machine of a process stood still', async () => {
  const frozen = await cluster.leader()
  const lostBefore = lost(frozen)
  await expect.poll(() => runsOf(cluster.db, job), { timeout: 20_000 }).toEqual(['start', 'end'])

  const release = await lockTable('contact_messages')
  const [elsewhere] = await cluster.followers()
  const operator = await cluster.operator(elsewhere)
  expect((await operator.post('/admin/system', { intent: 'run-job', job })).status).toBe(302)
  await waiting('contact_messages')

  const answers = Promise.withResolvers<void>()
  mails.answering = answers.promise
  const subjects = Array.from({ length: 2 * inHand }, (_, n) => `Mail ${n}`)
  for (const subject of subjects) {
    await enqueueMail({ to: 'a@example.org', subject, body: { title: 'T', parts: ['P'] } })
  }
  await wakeSender()
  await expect.poll(() => mails.received.length, { timeout: 10_000 }).toBe(inHand)

  frozen.process.kill('SIGSTOP')
  mails.answering = null
  answers.resolve()
  await release()
  await nextLeader(frozen)
  const runs = ['start', 'end', 'start', 'start', 'end']
  await expect.poll(() => runsOf(cluster.db, job), { timeout: 10_000 }).toEqual(runs)
  await expect.poll(() => count("outbox where state = 'sent'"), { timeout: 10_000 }).toBe(inHand)

  await thaw(frozen, lostBefore)
  await expect
    .poll(() => count("outbox where state = 'sent'"), { timeout: 10_000 })
    .toBe(subjects.length)
  await end(frozen)
  expect(mails.received.map(({ subject }) => subject).sort()).toEqual(subjects)
  expect(await runsOf(cluster.db, job)).toEqual(runs)
}, 120_000)

test('R16, R31: views would count twice after the machine of a process stood still', async () => {
  const frozen = await cluster.leader()
  const lostBefore = lost(frozen)
  await expect.poll(() => count('analytics_inbox'), { timeout: 10_000 }).toBe(0)
  let views = await count('analytics_events')
  const release = await lockTable('analytics_hours')
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
  await waiting('analytics_hours')

  frozen.process.kill('SIGSTOP')
  await release()
  await viewElsewhere()
  await nextLeader(frozen)
  await vi.waitFor(counted, { timeout: 10_000, interval: 200 })

  await thaw(frozen, lostBefore)
  views += 1
  await viewElsewhere()
  await end(frozen)
  await vi.waitFor(counted, { timeout: 10_000, interval: 200 })
}, 120_000)
