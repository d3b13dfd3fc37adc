import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { ServerRefusal } from './server-check.ts'

/** The first migration that version 2 doesn't know and conflicts with. */
const firstOfVersion3 = '0039-jobs'
/** Processes not seen for this long are dead. */
const aliveMs = 15_000
const pollMs = 1_000
const sayMs = 10_000
const patienceMs = 10 * 60_000
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/**
 * Waits until no process of version 2 is alive on the database, then runs `migrate` while none can
 * resume its background work, which would bypass the table of jobs. `applied` are the applied
 * migrations. Throws a ServerRefusal if they stay.
 */
export async function afterVersion2(
  client: pg.Client,
  applied: readonly string[],
  migrate: () => Promise<void>,
): Promise<void> {
  // Empty, or from before several processes could share it.
  if (!applied.includes('0029-processes') || applied.includes(firstOfVersion3)) return migrate()
  const endsAt = performance.now() + patienceMs
  let sayAt = 0
  for (;;) {
    const { rows } = await client.query<{ host: string }>(
      `select host from instances where seen_at > ${now} - ${aliveMs} order by host`,
    )
    if (rows.length === 0) break
    const hosts = rows.map(({ host }) => host).join('; ')
    const time = performance.now()
    if (time >= endsAt) {
      throw new ServerRefusal(
        `Processes of version 2 still run on it: ${hosts}. Stop all of them, then start again.`,
      )
    }
    if (time >= sayAt) {
      sayAt = time + sayMs
      process.stderr.write(`Waiting until all processes of version 2 are stopped: ${hosts}\n`)
    }
    await wait(pollMs)
  }
  // A frozen process that resumes finds another holder, and no lease after the migrations.
  await client.query(
    `insert into leases (name, holder, token, until)
      values ('background', 'upgrade', 1, ${now} + ${patienceMs})
      on conflict (name) do update
      set holder = excluded.holder, token = leases.token + 1, until = excluded.until`,
  )
  await migrate()
}
