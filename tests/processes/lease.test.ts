// @module-tag module
import '#tests/support/own-data-dir.ts'

import { describe, expect, test, vi } from 'vitest'
import { createLease, LeaseLostError } from '#app/processes/lease.server.ts'
import { db, databaseNow as now, transact } from '#db/engine.ts'
import { clock, newProcess } from './processes-world.ts'

/** Two processes that write down when they begin and end the background work. */
function twoProcesses() {
  const told: string[] = []
  const processes = ['a', 'b'].map((id) => {
    const { lease } = newProcess(id)
    lease.onLeading(
      () => void told.push(`${id} starts`),
      () => void told.push(`${id} stops`),
    )
    return lease
  })
  const [a, b] = processes
  if (a === undefined || b === undefined) throw new Error('two processes')
  return { a, b, told }
}

const storedToken = async () =>
  (await db.selectFrom('leases').select('token').executeTakeFirstOrThrow()).token

describe('the lease of the background work', () => {
  test('only one of two processes gets it, or each job would run twice', async () => {
    const { a, b, told } = twoProcesses()
    await Promise.all([a.turn(), b.turn()])
    expect([a.isHeld(), b.isHeld()].filter(Boolean)).toHaveLength(1)
    expect(told).toHaveLength(1)
  })

  test('a holder that renews it keeps it, under the same token', async () => {
    const { a, b, told } = twoProcesses()
    await a.turn()
    for (let turn = 0; turn < 10; turn += 1) {
      clock.ms += 2_000
      await a.turn()
      await b.turn()
    }
    expect([a.isHeld(), b.isHeld()]).toEqual([true, false])
    expect(told).toEqual(['a starts'])
    expect(await storedToken()).toBe(1)
  })

  test('another process has it within 8 s of a kill, or jobs and emails would wait for a restart', async () => {
    const { a, b, told } = twoProcesses()
    await a.turn()
    await b.turn()
    clock.ms += 6_000
    await b.turn()
    expect(b.isHeld()).toBe(false)
    clock.ms += 2_000
    await b.turn()
    expect(b.isHeld()).toBe(true)
    expect(await storedToken()).toBe(2)
    expect(told).toEqual(['a starts', 'b starts'])
  })

  test('one that is given up is free at once, after its work has ended', async () => {
    const { a, b, told } = twoProcesses()
    await a.turn()
    await a.giveUp()
    await b.turn()
    expect(told).toEqual(['a starts', 'a stops', 'b starts'])
    clock.ms += 10_000
    await a.turn()
    expect(a.isHeld()).toBe(false)
  })

  test('a holder that could not renew for 4 s ends its work before another can begin', async () => {
    const { a, b, told } = twoProcesses()
    await a.turn()
    clock.ms += 3_999
    await a.check()
    expect(a.isHeld()).toBe(true)
    clock.ms += 1
    expect(a.isHeld()).toBe(false)
    await a.check()
    expect(told).toEqual(['a starts', 'a stops'])
    await b.turn()
    expect(b.isHeld()).toBe(false)
  })

  test('a holder that was stopped in between notices it at its next renewal, and begins again later', async () => {
    const { a, b, told } = twoProcesses()
    await a.turn()
    clock.ms += 20_000
    await b.turn()
    await a.turn()
    expect(told).toEqual(['a starts', 'b starts', 'a stops'])
    await b.giveUp()
    await a.turn()
    expect(told.at(-1)).toBe('a starts')
    expect(await storedToken()).toBe(3)
  })

  test('work that cannot start lets go of what had started, and is tried again', async () => {
    const { lease } = newProcess('a')
    const told: string[] = []
    let fails = true
    lease.onLeading(
      () => void told.push('first starts'),
      () => void told.push('first stops'),
    )
    lease.onLeading(
      () => {
        if (fails) throw new Error('no')
        told.push('second starts')
      },
      () => {},
    )
    await lease.turn()
    expect(lease.isHeld()).toBe(false)
    fails = false
    await lease.turn()
    expect(told).toEqual(['first starts', 'first stops', 'first starts', 'second starts'])
  })
})

describe('the fence', () => {
  const write = (lease: { fence: (trx: typeof db) => Promise<void> }) =>
    transact(async (trx) => {
      await lease.fence(trx)
      await trx
        .insertInto('settings')
        .values({ name: 'written', value: '1', updated_at: 1 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    })

  test('lets a holder write', async () => {
    const { a } = twoProcesses()
    await a.turn()
    await write(a)
    expect(await db.selectFrom('settings').select('name').execute()).toHaveLength(1)
    await db.deleteFrom('settings').execute()
  })

  test('lets a late holder write nothing, or visits would be counted twice', async () => {
    const { b } = twoProcesses()
    // Its clock is stopped, as in a process that was stopped: it takes itself for the holder.
    const steady = clock.ms
    const a = createLease({
      db,
      shared: true,
      now: () => now,
      holder: 'late',
      steady: () => steady,
    })
    await a.turn()
    expect(a.isHeld()).toBe(true)
    clock.ms = Date.now() + 60_000
    await b.turn()
    expect(b.isHeld()).toBe(true)
    await expect(write(a)).rejects.toThrow(LeaseLostError)
    expect(await db.selectFrom('settings').select('name').execute()).toEqual([])
  })

  test('a process without the lease is refused before it asks the database', async () => {
    await expect(write(newProcess('c').lease)).rejects.toThrow(LeaseLostError)
  })
})

test('where no other process can be, the lease is held at once and costs no statement', async () => {
  const alone = createLease({ db, shared: false, now: () => now, holder: 'alone' })
  const start = vi.fn()
  const stop = vi.fn()
  alone.onLeading(start, stop)
  await alone.begin()
  expect(alone.isHeld()).toBe(true)
  expect(start).toHaveBeenCalledOnce()
  await transact((trx) => alone.fence(trx))
  expect(stop).not.toHaveBeenCalled()
  await alone.giveUp()
  expect(alone.isHeld()).toBe(false)
  expect(stop).toHaveBeenCalledOnce()
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
})
