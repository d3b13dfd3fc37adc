import { z } from 'zod'
import { recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { log } from '#app/observe/log.server.ts'
import { instances } from '#app/processes/instances.server.ts'
import type { LostWrites } from '#app/processes/lost-writes.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayMs, secondMs } from '#app/time/durations.ts'
import { clockText, dayText, durationText } from '#app/time/time-text.ts'
import { databaseIsShared, transact } from '#db/engine.ts'
import { type Reads, reads } from '#db/reads.ts'

/** Longer than a weekend. The audit log keeps it. */
const toldForMs = 3 * dayMs
const action = 'database.older'

/** `seenAt`: as ISO text, for the audit log's reader. */
const Loss = z.object({ lostSeconds: z.number(), seenAt: z.iso.datetime() })

/** Records it whenever the database has lost changes. Called at server start. */
export function watchLosses(): void {
  instances.onLoss((lost) => {
    recordLoss(lost).catch((error: unknown) => log.error({ err: error }, 'lost changes not noted'))
  })
}

async function recordLoss({ seenAt, heldAt }: LostWrites): Promise<void> {
  const lostSeconds = Math.max(1, Math.round((seenAt - heldAt) / secondMs))
  log.error({ lostSeconds }, 'the database is older than it was: changes were lost')
  await transact(async (trx) => {
    // Each process notices it, and what survived isn't part of an earlier loss.
    const known = await lossesIn(trx)
    if (known.some((loss) => Date.parse(loss.seenAt) > heldAt)) return
    const after = { lostSeconds, seenAt: new Date(seenAt).toISOString() }
    await recordAudit({ actor: systemActor, action, after }, trx)
  })
}

/** Leaves out entries that can't be read, such as those of a later version. */
async function lossesIn(executor: Reads): Promise<z.infer<typeof Loss>[]> {
  const rows = await executor
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', action)
    .where('at', '>', Date.now() - toldForMs)
    .execute()
  return rows.flatMap(({ after }) => Loss.safeParse(JSON.parse(after ?? 'null')).data ?? [])
}

/**
 * Returns what operators are told for some days after the database has lost changes. Null if it
 * hasn't.
 */
export async function olderDatabase(): Promise<{ title: string; text: string } | null> {
  if (!databaseIsShared) return null
  const losses = await lossesIn(reads)
  const last = losses.toSorted((a, b) => a.seenAt.localeCompare(b.seenAt)).at(-1)
  if (last === undefined) return null
  const at = Date.parse(last.seenAt)
  const zone = siteTimeZone()
  const day = dayText(at, zone)
  const clock = clockText(at, zone)
  const when = day === dayText(Date.now(), zone) ? clock : `${clock} on ${day}`
  return {
    title: `The database is about ${durationText(last.lostSeconds * secondMs)} older than what was seen at ${when}`,
    text: 'A standby took over that lacked the last changes, so check settings, removed videos and reports of that time. Emails that were sent then aren’t sent again.',
  }
}
