// @module-tag module
import { RateLimiterRes } from 'rate-limiter-flexible'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitOutage } from '#db/outages.ts'
import { limitersOn } from '#db/postgres/limiter.ts'
import { openDatabase } from '#db/postgres/open.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'

const secret = 'a secret that the processes of a test share'

test('a limit that each process counts for itself would look as if all counted it together', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await makeDatabase()
  onTestFinished(() => dropDatabase(url))
  const { db, pool } = await openDatabase(url, [secret])
  onTestFinished(() => db.destroy())
  const heard: unknown[] = []
  limitOutage.onChange((outage) => heard.push(outage?.text ?? 'shared again'))
  const { consume } = limitersOn(pool, secret)('requests', { points: 2, seconds: 3_600 })

  await onDatabase(url, 'alter table rate_limits rename to away')
  const since = Date.now()
  await consume('a', 1)
  await consume('a', 1)
  await expect(consume('a', 1)).rejects.toBeInstanceOf(RateLimiterRes)
  const why = 'relation "rate_limits" does not exist'
  expect(heard).toEqual([why])
  expect(limitOutage.current()).toMatchObject({ since: expect.any(Number), text: why })
  expect(limitOutage.current()?.since).toBeGreaterThanOrEqual(since)

  await onDatabase(url, 'alter table away rename to rate_limits')
  // Here and there one that counts is no end of an outage.
  await consume('a', 1)
  expect(heard).toEqual([why])
  vi.advanceTimersByTime(10_000)
  await consume('a', 1)
  expect(heard).toEqual([why, 'shared again'])
  expect(limitOutage.current()).toBeNull()
})
