import { createHmac, hkdfSync } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Limiter, LimiterOptions } from '../engine-type.ts'

const table = 'rate_limits'
const cleanEveryMs = 5 * 60_000

/**
 * Returns limits shared by all servers on a database. Stores keys only as hashes, since they hold
 * visitors' addresses. While the database doesn't respond, each server counts for itself.
 */
export function limitersOn(
  pool: pg.Pool,
  secret: string,
): (name: string, options: LimiterOptions) => Limiter {
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'cleanclip limits', 32))
  setInterval(() => {
    pool.query(`delete from ${table} where expire < $1`, [Date.now()]).catch(() => {})
  }, cleanEveryMs).unref()
  return (name, { points, seconds }) => {
    const limit = { keyPrefix: name, points, duration: seconds }
    const limiter = new RateLimiterPostgres({
      ...limit,
      storeClient: pool,
      storeType: 'pool',
      tableName: table,
      tableCreated: true,
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory(limit),
    })
    return {
      consume: (key, cost) =>
        limiter.consume(createHmac('sha256', hashKey).update(key).digest('base64url'), cost),
    }
  }
}
