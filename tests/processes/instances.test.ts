// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test } from 'vitest'
import type { Instance } from '#app/processes/instances.server.ts'
import { isSuperseded } from '#app/processes/this-process.server.ts'
import { db } from '#db/engine.ts'
import { clock, newProcess } from './processes-world.ts'

test('each process sees all of them, with what they report about themselves and when', async () => {
  const a = newProcess('a').instances
  const b = newProcess('b').instances
  let streams = 3
  a.addFigures(() => ({ streams }))
  a.addFigures(() => ({ leads: true }))
  await a.beat()
  clock.ms += 1_000
  await b.beat()
  streams = 4
  await a.beat()
  clock.ms += 15_000
  await b.beat()
  const list = await b.list()
  expect(list).toMatchObject([
    {
      id: 'a',
      host: 'host-a',
      startedAt: 1_000_000,
      quietMs: 15_000,
      ageMs: 16_000,
      isAlive: false,
      isThis: false,
      figures: { streams: 4, leads: true },
    },
    { id: 'b', quietMs: 0, isAlive: true, isThis: true, figures: {} },
  ])
})

test('a process that ends is off the list at once, one that was killed an hour later', async () => {
  const a = newProcess('a').instances
  const b = newProcess('b').instances
  await a.begin('build-1')
  await b.beat()
  expect((await b.list()).map(({ version }) => version)).toEqual(['build-1', ''])
  await a.end()
  expect((await b.list()).map(({ id }) => id)).toEqual(['b'])
  clock.ms += 60 * 60_000 + 1
  expect(await b.list()).toEqual([])
  await newProcess('c')
    .instances.begin('build-2')
    .then(() => {})
  expect(await db.selectFrom('instances').select('id').execute()).toEqual([{ id: 'c' }])
})

const minute = 60_000
const one = (id: string, startedAt: number, more: Partial<Instance>): Instance => ({
  id,
  host: 'host',
  version: 'old',
  startedAt,
  seenAt: 10 * minute,
  quietMs: 0,
  ageMs: 10 * minute - startedAt,
  isAlive: true,
  isThis: false,
  figures: {},
  ...more,
})

test('processes end one after the other once one of a newer build has lived for a minute', () => {
  const ours = one('ours', 2, { isThis: true })
  const young = one('new', 9.5 * minute, { version: 'new' })
  const proven = one('new', 8 * minute, { version: 'new' })
  expect(isSuperseded([ours], 'old')).toBe(false)
  expect(isSuperseded([ours, young], 'old')).toBe(false)
  expect(isSuperseded([ours, proven], 'old')).toBe(true)
  expect(isSuperseded([ours, { ...proven, isAlive: false }], 'old')).toBe(false)
  // Another one of this build goes first, unless it is dead.
  const earlier = one('earlier', 1, {})
  expect(isSuperseded([earlier, ours, proven], 'old')).toBe(false)
  expect(isSuperseded([{ ...earlier, isAlive: false }, ours, proven], 'old')).toBe(true)
  // A process of an older build that is started by mistake supersedes no one that was there before it.
  expect(isSuperseded([one('older', 1, { version: 'older' }), ours], 'old')).toBe(false)
})
