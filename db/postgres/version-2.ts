import type pg from 'pg'
import { StartWait } from './start.ts'

/** The first migration that version 2 doesn't know and conflicts with. */
const firstOfVersion3 = '0039-jobs'
/** Processes not seen for this long are dead. */
const aliveMs = 15_000
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/**
 * Throws a StartWait while a process of version 2 is alive on the database. Otherwise none can
 * resume its background work, which would bypass the table of jobs, until the transaction ends.
 * `applied` are the applied migrations.
 */
export async function waitForVersion2(
  client: pg.Client,
  applied: readonly string[],
): Promise<void> {
  // Empty, or from before several processes could share it.
  if (!applied.includes('0029-processes') || applied.includes(firstOfVersion3)) return
  // A frozen process that resumes waits for this row, and finds no lease after the migrations.
  await client.query(
    `insert into leases (name, holder, token, until)
      values ('background', 'upgrade', 1, ${now} + ${aliveMs})
      on conflict (name) do update
      set holder = excluded.holder, token = leases.token + 1, until = excluded.until`,
  )
  const { rows } = await client.query<{ host: string }>(
    `select host from instances where seen_at > ${now} - ${aliveMs} order by host`,
  )
  if (rows.length === 0) return
  const hosts = rows.map(({ host }) => host).join('; ')
  throw new StartWait(
    `Waiting until all processes of version 2 are stopped: ${hosts}`,
    'version 2',
    `Processes of version 2 still run on it: ${hosts}. Stop all of them, then start again.`,
  )
}
