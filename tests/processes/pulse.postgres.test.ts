// @module-tag module
import '#tests/support/own-data-dir.ts'

import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorker } from '#app/jobs/worker.server.ts'
import { db } from '#db/engine.ts'
import { holdClock } from '#tests/support/held-clock.ts'
import { newProcess } from './processes-world.ts'

const pulseMs = 1_150
const alonePulseMs = 1_800

/**
 * Returns a function that lets time pass, and returns what was asked since its last call, once all
 * is answered. It waits until that is enough.
 */
function watchStatements() {
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
  const answers: Promise<unknown>[] = []
  const asked: string[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...all: unknown[]
  ) {
    // The pool can make a connection meanwhile, and asks it what it leads to.
    if (!String(all[0]).includes('pg_postmaster_start_time')) asked.push(String(all[0]))
    const answer = query.apply(this, all)
    answers.push(Promise.resolve(answer).catch(() => {}))
    return answer
  })
  onTestFinished(() => spy.mockRestore())
  return async (ms: number, isEnough = (all: string[]) => all.length > 0) => {
    vi.advanceTimersByTime(ms)
    for (let turns = 0; turns < 10; turns += 1) {
      do await new Promise(setImmediate)
      while (!isEnough(asked))
      await Promise.all(answers)
    }
    return asked.splice(0)
  }
}

/** Starts what asks all the time, on a clock that is held. */
async function startProcess(id: string) {
  holdClock()
  const { instances, signals } = newProcess(id)
  const worker = createWorker({
    mail: {
      title: 'Test',
      run: async () => {},
      concurrency: 1,
      limitMs: 10_000,
      retryAfterMs: () => null,
    },
  })
  onTestFinished(async () => {
    await Promise.all([worker.stop(), signals.stop()])
    await instances.end()
  })
  await instances.begin('build')
  await signals.begin()
  worker.start()
  return signals
}

/** The worker asks twice at its start. */
const hasBegun = (asked: string[]) =>
  ["'mail' as kind", ' as newer'].every((part) => asked.some((one) => one.includes(part)))
const always = () => true

test('a process would ask its database for each thing by itself, all the time', async () => {
  const after = watchStatements()
  await newProcess('b').instances.beat()
  await startProcess('a')
  await after(0, hasBegun)
  const pulses = []
  for (let n = 0; n < 10; n += 1) pulses.push(await after(pulseMs))
  expect(pulses.map((asked) => asked.length)).toEqual(Array(10).fill(1))
  for (const [asked] of pulses) {
    expect(asked).toContain('from "signals"')
    expect(asked).toContain(`'mail' as kind`)
  }
  const noted = pulses.filter(([asked]) => asked?.includes('insert into "instances"'))
  expect(noted).toHaveLength(5)
})

test('a process without others asks less often, until there is another one', async () => {
  const after = watchStatements()
  await startProcess('a')
  await after(0, hasBegun)
  expect(await after(pulseMs, always)).toEqual([])
  expect(await after(alonePulseMs - pulseMs)).toHaveLength(1)
  await newProcess('b').instances.beat()
  await after(0)
  // Notices it, and asks more often from the next one on.
  expect(await after(alonePulseMs)).toHaveLength(1)
  expect(await after(alonePulseMs)).toHaveLength(1)
  expect(await after(pulseMs)).toHaveLength(1)
})

test('a takedown would not be heard of while a process cannot be noted as living', async () => {
  const after = watchStatements()
  await newProcess('b').instances.beat()
  const signals = await startProcess('a')
  const follow = vi.fn()
  signals.on('cut', follow)
  await after(0, hasBegun)
  await after(pulseMs)
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'no room' using errcode = 'disk_full';
    end $$`.execute(db)
  await sql`create trigger refuse before insert on instances
    for each row execute function refuse()`.execute(db)
  onTestFinished(async () => void (await sql`drop function refuse cascade`.execute(db)))
  await newProcess('b').signals.raise(db, 'cut')
  await after(pulseMs)
  // Without another pulse.
  while (follow.mock.calls.length === 0) await new Promise(setImmediate)
})
