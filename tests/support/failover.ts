import { expect } from 'vitest'
import { onDatabase } from './postgres.ts'
import type { Cluster } from './postgres-cluster.ts'
import { until } from './until.ts'

async function value<T>({ adminUrl }: Cluster, expression: string): Promise<T | undefined> {
  return (await onDatabase<{ value: T }>(adminUrl, `select ${expression} as value`))[0]?.value
}

/**
 * Makes a primary read-only, and waits until a replica has all that was written. Connections stay
 * open, and what they had begun ends first.
 */
export async function fence(primary: Cluster, replica: Cluster): Promise<void> {
  await onDatabase(primary.adminUrl, 'alter system set default_transaction_read_only = on')
  await onDatabase(primary.adminUrl, 'select pg_reload_conf()')
  const isReadOnly = "current_setting('default_transaction_read_only')::bool"
  await expect.poll(() => value(primary, isReadOnly)).toBe(true)
  const now = await value<string>(primary, 'clock_timestamp()::text')
  const writing = `(select count(*)::int from pg_stat_activity
    where backend_type = 'client backend' and xact_start < '${now}')`
  await expect.poll(() => value(primary, writing)).toBe(0)
  await until(async () => {
    const end = await value<string>(primary, 'pg_current_wal_insert_lsn()::text')
    expect(await value(replica, `pg_last_wal_replay_lsn() >= '${end}'::pg_lsn`)).toBe(true)
  })
}

/** Waits until a replica receives each change, so that its primary passes all on as it stops. */
export async function streaming(primary: Cluster): Promise<void> {
  const receiving = "(select count(*)::int from pg_stat_replication where state = 'streaming')"
  await expect.poll(() => value(primary, receiving)).toBe(1)
}
