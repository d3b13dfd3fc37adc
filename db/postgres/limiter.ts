import { createHmac, hkdfSync } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Limiter, LimiterOptions } from '../engine-type.ts'
import { limitOutage } from '../outages.ts'

const table = 'rate_limits'
const cleanEveryMs = 5 * 60_000
/** Faults that are closer to each other are one outage. */
const quietMs = 10_000

type Statement = { text: string; values: unknown[] }

/**
 * Returns limits shared by all servers on a database. Stores keys only as hashes, since they hold
 * visitors' addresses. While the database doesn't respond, each server counts for itself.
 */
export function limitersOn(
  pool: Pick<pg.Pool, 'query'>,
  secret: string,
): (name: string, options: LimiterOptions) => Limiter {
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'cleanclip limits', 32))
  const storeClient = { query: (statement: Statement) => ask(pool, statement) }
  setInterval(() => {
    const text = `delete from ${table} where expire < $1`
    storeClient.query({ text, values: [Date.now()] }).catch(() => {})
  }, cleanEveryMs).unref()
  return (name, { points, seconds }) => {
    const limit = { keyPrefix: name, points, duration: seconds }
    const limiter = new RateLimiterPostgres({
      ...limit,
      storeClient,
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

/**
 * Leaves out the limiter's names for its statements: they belong to a session, and a pooler may
 * share it with others. Notes whether the database counts.
 */
async function ask(pool: Pick<pg.Pool, 'query'>, { text, values }: Statement) {
  try {
    const result = await pool.query(text, values)
    limitOutage.noteWorks()
    return result
  } catch (error) {
    limitOutage.noteFault(error, quietMs)
    throw error
  }
}
