import { type Kysely, sql } from 'kysely'
import type { Gate } from '../engine-type.ts'
import type { Database } from '../schema.ts'
import { now } from './clock.ts'

const longestWaitMs = 24 * 60 * 60_000

export function gateOn(db: Kysely<Database>, key: string): Gate {
  return {
    async reserve(intervalMs, withinMs) {
      const interval = Math.ceil(intervalMs)
      const { rows } = await sql<{ wait: number }>`
        insert into upstream_gate as gate (key, next_at) values (${key}, ${now} + ${interval}::bigint)
        on conflict (key) do update set next_at = greatest(gate.next_at, ${now}) + ${interval}::bigint
          where gate.next_at <= ${now} + ${Math.floor(Math.min(withinMs, longestWaitMs))}::bigint
        returning greatest(0, next_at - ${interval}::bigint - ${now}) as wait`.execute(db)
      return rows[0]?.wait ?? null
    },
    async hold(ms) {
      await sql`
        insert into upstream_gate as gate (key, next_at)
          values (${key}, ${now} + ${Math.ceil(ms)}::bigint)
        on conflict (key) do update set next_at = greatest(gate.next_at, excluded.next_at)`.execute(
        db,
      )
    },
    async release() {
      await sql`update upstream_gate set next_at = ${now} where key = ${key}`.execute(db)
    },
  }
}
