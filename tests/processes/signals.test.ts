// @module-tag module
import '#tests/support/own-data-dir.ts'

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { log } from '#app/observe/log.server.ts'
import { createSignals } from '#app/processes/signals.server.ts'
import { db, transact } from '#db/engine.ts'
import { newProcess } from './processes-world.ts'

afterEach(async () => {
  await db.deleteFrom('signals').execute()
})

describe('signals', () => {
  test('a signal of one process is followed by another at its next poll, once', async () => {
    const a = newProcess('a').signals
    const b = newProcess('b').signals
    const follow = vi.fn()
    b.on('pauses', follow)
    await b.poll()
    expect(follow).toHaveBeenCalledTimes(0)
    await a.raise(db, 'pauses')
    await b.poll()
    await b.poll()
    expect(follow).toHaveBeenCalledTimes(1)
    await a.raise(db, 'pauses')
    await a.raise(db, 'pauses')
    await b.poll()
    expect(follow).toHaveBeenCalledTimes(2)
  })

  test('a takedown would be missed whose version a failover had taken back, and another raised', async () => {
    const [a, b] = [newProcess('a').signals, newProcess('b').signals]
    const follow = vi.fn()
    b.on('cut', follow)
    await a.raise(db, 'cut')
    await b.poll()
    const before = await db.selectFrom('signals').selectAll().execute()
    for (const calls of [2, 3]) {
      await a.raise(db, 'cut')
      await b.poll()
      expect(follow).toHaveBeenCalledTimes(calls)
      await db.deleteFrom('signals').execute()
      await db.insertInto('signals').values(before).execute()
    }
  })

  test('a change would stay in force here whose topic a failover had lost with its first version', async () => {
    const [a, b] = [newProcess('a').signals, newProcess('b').signals]
    const follow = vi.fn()
    b.on('settings', follow)
    await a.raise(db, 'settings')
    await b.poll()
    await db.deleteFrom('signals').execute()
    await b.poll()
    expect(follow).toHaveBeenCalledTimes(2)
    await b.poll()
    await b.catchUp('settings')
    expect(follow).toHaveBeenCalledTimes(2)
  })

  test('what only this process has raised is nothing for it to follow', async () => {
    const [a, b] = [newProcess('a').signals, newProcess('b').signals]
    const follow = vi.fn()
    a.on('pauses', follow)
    await a.tell('pauses')
    await a.tell('pauses')
    await a.poll()
    expect(follow).toHaveBeenCalledTimes(0)
    await b.tell('pauses')
    await a.tell('pauses')
    await a.poll()
    expect(follow).toHaveBeenCalledTimes(1)
  })

  test('what is rolled back is never announced', async () => {
    const { signals } = newProcess('a')
    const follow = vi.fn()
    signals.on('settings', follow)
    const failing = transact(async (trx) => {
      await signals.raise(trx, 'settings')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await signals.poll()
    expect(follow).toHaveBeenCalledTimes(0)
  })

  test('one that could not be followed is tried again, or a takedown could be lost', async () => {
    const { signals } = newProcess('a')
    let tries = 0
    signals.on('cut', async () => {
      tries += 1
      if (tries === 1) throw new Error('the database is away')
    })
    await signals.raise(db, 'cut')
    for (let poll = 0; poll < 3; poll += 1) await signals.poll()
    expect(tries).toBe(2)
  })

  test('a process that starts follows what was raised before, since it may have read too early', async () => {
    await newProcess('a').signals.raise(db, 'settings')
    const late = newProcess('b').signals
    const follow = vi.fn()
    late.on('settings', follow)
    await late.poll()
    expect(follow).toHaveBeenCalledTimes(1)
  })

  test('a request that must not answer with less follows a topic without waiting for the next look', async () => {
    const { signals } = newProcess('a')
    const follow = vi.fn()
    signals.on('settings', follow)
    await signals.catchUp('settings')
    await newProcess('b').signals.raise(db, 'settings')
    await signals.catchUp('settings')
    await signals.catchUp('settings')
    await signals.poll()
    expect(follow).toHaveBeenCalledTimes(1)
  })

  test('a database that is away is logged once, however many requests ask', async () => {
    const said = vi.spyOn(log, 'warn').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const signals = createSignals({ db: db.withSchema('nowhere'), shared: true })
    for (let request = 0; request < 3; request += 1) await signals.catchUp('settings')
    const lines = said.mock.calls.map((all: unknown[]) => all.at(-1))
    expect(lines.filter((line) => line === 'signals not read')).toHaveLength(1)
  })

  test('where no other process can be, nothing is written and nothing asked', async () => {
    const alone = createSignals({ db, shared: false })
    const follow = vi.fn()
    alone.on('pauses', follow)
    await alone.begin()
    await alone.raise(db, 'pauses')
    await alone.catchUp('pauses')
    await alone.stop()
    expect(follow).toHaveBeenCalledTimes(0)
    expect(await db.selectFrom('signals').selectAll().execute()).toEqual([])
  })
})
