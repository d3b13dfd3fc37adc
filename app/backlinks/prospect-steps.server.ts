import type { Kysely } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { transact } from '#db/engine.ts'
import type { Database, ProspectState } from '#db/schema.ts'
import { createBacklink } from './backlink.server.ts'
import { requestChecks } from './check.server.ts'
import { type BacklinkFields, dayText, siteDay, urlKey } from './fields.server.ts'
import { isOptedOut } from './opt-out.server.ts'
import { findProspect, prospectObject, type Refused } from './prospect.server.ts'

/** When to look again after a step, where the operator does not say. */
const patienceDays: Partial<Record<ProspectState, number>> = { contacted: 7, followed_up: 14 }

/**
 * Notes a step, and when to look again: `nextActionAt`, else after a patient while, else never.
 * Whoever opted out cannot be written to any more. Winning is for `winProspect`.
 */
export async function moveProspect(
  id: number,
  step: { state: Exclude<ProspectState, 'won'>; nextActionAt: number | null },
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  return transact(async (trx) => {
    const before = await findProspect(id, trx)
    if (before === null) return { ok: false, problem: 'not_found' }
    const { state } = step
    const over = state === 'lost'
    if (!over && (await isOptedOut(before, trx))) return { ok: false, problem: 'opted_out' }
    const days = patienceDays[state]
    const later = days === undefined ? null : siteDay(Date.now()) + days * dayMs
    // Pressed twice, or by two operators: a step that is taken already takes no day away.
    const otherwise = state === before.state ? before.nextActionAt : later
    const nextActionAt = over ? null : (step.nextActionAt ?? otherwise)
    if (state === before.state && nextActionAt === before.nextActionAt) return { ok: true }
    await setState(id, { state, next_action_at: nextActionAt }, trx)
    await recordAudit(
      {
        actor,
        action: `prospect.${state === before.state ? 'planned' : state}`,
        object: prospectObject(id),
        before: { state: before.state, nextAction: dayText(before.nextActionAt) },
        after: { state, nextAction: dayText(nextActionAt) },
      },
      trx,
    )
    return { ok: true }
  })
}

/** The link is there: takes it into the list of backlinks, or finds it there, and has it checked. */
export async function winProspect(
  id: number,
  backlink: BacklinkFields,
  actor: Actor,
): Promise<{ ok: true; backlinkId: number } | Refused> {
  const won = await transact(async (trx) => {
    const before = await findProspect(id, trx)
    if (before === null) return null
    const created = await createBacklink(backlink, actor, trx)
    const backlinkId =
      created ??
      (
        await trx
          .selectFrom('backlinks')
          .select('seq')
          .where('url_key', '=', urlKey(backlink.url))
          .executeTakeFirstOrThrow()
      ).seq
    await setState(id, { state: 'won', next_action_at: null, backlink_id: backlinkId }, trx)
    await recordAudit(
      {
        actor,
        action: 'prospect.won',
        object: prospectObject(id),
        before: { state: before.state },
        after: { state: 'won', backlink: backlinkId, url: backlink.url },
      },
      trx,
    )
    return backlinkId
  })
  if (won === null) return { ok: false, problem: 'not_found' }
  await requestChecks([won], actor)
  return { ok: true, backlinkId: won }
}

async function setState(
  id: number,
  values: { state: ProspectState; next_action_at: number | null; backlink_id?: number },
  trx: Kysely<Database>,
): Promise<void> {
  await trx
    .updateTable('outreach_prospects')
    .set({ ...values, updated_at: Date.now() })
    .where('id', '=', id)
    .execute()
}
