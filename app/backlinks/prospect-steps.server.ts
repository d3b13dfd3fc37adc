import type { Actor } from '#app/audit/audit.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { transact } from '#db/engine.ts'
import type { ProspectState } from '#db/schema.ts'
import { createBacklink } from './backlink.server.ts'
import { requestChecks } from './check.server.ts'
import { type BacklinkFields, dayText, siteDay, urlKey } from './fields.server.ts'
import { isOptedOut } from './opt-out.server.ts'
import { findProspect, type Refused, recordStep } from './prospect.server.ts'

/** Days until the next action, unless the operator sets a day. */
const patienceDays: Partial<Record<ProspectState, number>> = { contacted: 7, followed_up: 14 }

/**
 * Records a step and the next action's day: `nextActionAt`, else the state's default, else none.
 * Someone who opted out can only be marked lost. `winProspect` records a win.
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
    // Pressed twice, or by two operators: repeating a step keeps its day.
    const otherwise = state === before.state ? before.nextActionAt : later
    const nextActionAt = over ? null : (step.nextActionAt ?? otherwise)
    if (state === before.state && nextActionAt === before.nextActionAt) return { ok: true }
    await recordStep(trx, id, {
      actor,
      action: `prospect.${state === before.state ? 'planned' : state}`,
      set: { state, next_action_at: nextActionAt },
      before: { state: before.state, nextAction: dayText(before.nextActionAt) },
      after: { state, nextAction: dayText(nextActionAt) },
    })
    return { ok: true }
  })
}

/** Adds the won link to the backlinks, or finds it there, and requests its check. */
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
    await recordStep(trx, id, {
      actor,
      action: 'prospect.won',
      set: { state: 'won', next_action_at: null, backlink_id: backlinkId },
      before: { state: before.state },
      after: { state: 'won', backlink: backlinkId },
    })
    return backlinkId
  })
  if (won === null) return { ok: false, problem: 'not_found' }
  await requestChecks([won], actor)
  return { ok: true, backlinkId: won }
}
