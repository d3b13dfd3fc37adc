// @module-tag module
import '#tests/support/own-data-dir.ts'

import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { systemActor } from '#app/audit/audit.server.ts'
import { claimJobs, dueKinds, enqueue, renewClaims, settleJob } from '#app/jobs/queue.server.ts'
import { tidyJobs } from '#app/jobs/tidy.server.ts'
import { instances } from '#app/processes/instances.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { changeSettings, reloadSettings } from '#app/settings/settings.server.ts'
import {
  continueNumbers,
  createLimiter,
  db,
  engineFacts,
  estimatedRows,
  gateOf,
  lastNumber,
  searchCandidates,
  transact,
  transactEvents,
  unknownMigration,
} from '#db/engine.ts'
import { openDatabase } from '#db/postgres/open.ts'
import { shareSalts } from '#db/postgres/salts.ts'
import { dropDatabase, makeDatabase } from '#tests/support/postgres.ts'
import { makeVersion2Server } from '#tests/support/version-2.ts'

afterAll(() => db.destroy())

/** What a session keeps, which a pooler lends to another program after each transaction. */
const ofSession: Readonly<Record<string, RegExp>> = {
  'a setting': /^(set(?!\s+(local|transaction|constraints)\b)|reset|discard)\b/,
  'a setting by its function': /\bset_config\((?:[^()]|\([^()]*\))*(?<!,\s*true)\)/,
  'a channel': /^(listen|unlisten|notify)\b|\bpg_notify\(/,
  'a temporary table': /\btemp(orary)?\b(?=.*\b(table|view|sequence)\b)|\bpg_temp\b/,
  'a lock': /\bpg_(try_)?advisory_(lock|unlock)/,
  'a prepared statement': /^(prepare|execute|deallocate)\b/,
  'a cursor': /\bwith hold\b/,
  'a number': /\b(currval|lastval|setseed)\(/,
}

type Sent = string | { text: string; name?: string }

/** Names what of a session a statement needs. Empty if any session will do. */
function faultsOf(sent: Sent): string[] {
  const { text, name } = typeof sent === 'string' ? { text: sent, name: undefined } : sent
  const parts = text.split(';').map((part) => part.trim().replaceAll(/\s+/g, ' ').toLowerCase())
  const found = Object.entries(ofSession).filter(([, one]) => parts.some((part) => one.test(part)))
  return [...found.map(([what]) => what), ...(name === undefined ? [] : ['a name'])]
}

/** Returns the statements of some work that need a session of their own, and how many it sent. */
async function walk(work: () => Promise<unknown>): Promise<{ sent: number; faults: string[] }> {
  let sent = 0
  const faults = new Set<string>()
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...all: unknown[]
  ) {
    sent += 1
    const statement = all[0] as Sent
    for (const fault of faultsOf(statement)) faults.add(`${fault}: ${JSON.stringify(statement)}`)
    return query.apply(this, all)
  })
  await work().finally(() => spy.mockRestore())
  return { sent, faults: [...faults] }
}

const clean = { sent: expect.any(Number), faults: [] }

test.each<Sent>([
  ...['set statement_timeout = 0', 'SET lock_timeout = 1', 'set session role x', 'reset all'],
  ...['select 1; set lock_timeout = 1', 'discard all', `select set_config('jit', 'off', false)`],
  ...['select set_config($1, $2, $3)', 'listen x', 'notify x', `select pg_notify('a', 'b')`],
  ...['create temporary table x (y int)', 'create temp view x as select 1', 'drop table pg_temp.x'],
  ...['select pg_advisory_lock(1)', 'select pg_try_advisory_lock_shared(1)'],
  ...['select pg_advisory_unlock_all()', 'prepare x as select 1', 'deallocate all'],
  ...['declare x cursor with hold for select 1', `select currval('x')`],
  { text: 'select 1', name: 'x' },
])('the walk finds what needs a session: %j', (sent) => {
  expect(faultsOf(sent)).not.toEqual([])
})

test.each([
  'update x set y = 1',
  'set local lock_timeout = 1; set transaction read only',
  `select set_config('a', 'off', true), set_config(name, case name when 'b' then '0' end, true)`,
  'select pg_advisory_xact_lock(1), pg_try_advisory_xact_lock(2)',
  'declare x no scroll cursor for select 1',
])('the walk takes what ends with its transaction: %s', (sent) => {
  expect(faultsOf(sent)).toEqual([])
})

test('a start would leave a lock or a setting to a pooler, or wait for its own', async () => {
  const urls = [await makeDatabase('empty'), await makeDatabase('empty')]
  onTestFinished(async () => {
    for (const url of urls) await dropDatabase(url)
  })
  await makeVersion2Server(urls[1] ?? '')
  const starts = await walk(async () => {
    // Empty, as it is then, and from version 2.
    for (const url of [...urls.slice(0, 1), ...urls]) {
      await (await openDatabase(url, ['s'.repeat(32)])).db.destroy()
    }
  })
  expect(starts).toEqual(clean)
  expect(starts.sent).toBeGreaterThan(100)
})

test('limits, jobs, settings or transactions would need a session of their own', async () => {
  const search = { table: 'posts', term: 'cats', status: 'all', limit: 10 } as const
  const work: Record<string, () => Promise<unknown>> = {
    limits: () => createLimiter('of test', { points: 2, seconds: 60 }).consume('key', 1),
    gates: async () => {
      const gate = gateOf('site')
      await gate?.reserve(1000, 5000)
      await gate?.hold(1)
      await gate?.release()
    },
    salts: () => shareSalts(db, () => {}),
    events: () => transactEvents((trx) => trx.selectFrom('settings').selectAll().execute()),
    facts: () => Promise.all([engineFacts(), estimatedRows('posts'), unknownMigration(db)]),
    numbers: async () => {
      await lastNumber('dmca_reports')
      await transact((trx) => continueNumbers(trx))
    },
    searches: () => searchCandidates(search),
    settings: async () => {
      await changeSettings({ retentionDays: 77 }, systemActor)
      await reloadSettings()
    },
    signals: async () => {
      await signals.raise(db, 'pauses')
      await signals.poll()
    },
    processes: async () => {
      await instances.beat()
      await instances.list()
    },
    jobs: async () => {
      await transact((trx) => enqueue(trx, 'mail', [{ key: 'x', payload: { mail: 1 } }]))
      await dueKinds(['mail'])
      const jobs = await claimJobs('mail', { concurrency: 1, worker: 'x', own: [] })
      await renewClaims(jobs)
      for (const job of jobs) await settleJob(job, { state: 'done' }, async () => {})
      await tidyJobs()
    },
  }
  for (const [what, one] of Object.entries(work)) {
    const walked = await walk(one)
    expect({ what, ...walked }).toEqual({ what, ...clean })
    expect(walked.sent).toBeGreaterThan(0)
  }
})
