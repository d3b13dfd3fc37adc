import type { ExpressionBuilder, Kysely } from 'kysely'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { contains, endsWith } from '#db/text-conditions.ts'
import { siteOf } from './fields.server.ts'
import { dropQueuedMails } from './queued-mail.server.ts'

/** Who asked not to be written to: an e-mail address, or a domain with all that is below it. */
export type OptOut = { value: string; reason: string; actorLabel: string; at: number }

/** How many are listed. */
export const optOutsShown = 1_000

/** What someone typed as an address or a site, in the one spelling; null when it is neither. */
export function optOutValue(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  if (!text.includes('@')) return siteOf(text)
  return z.email().max(254).safeParse(text).data ?? null
}

/** Those whose address or site holds the text, the latest first. */
export async function listOptOuts(search = ''): Promise<OptOut[]> {
  const rows = await db
    .selectFrom('outreach_opt_outs')
    .selectAll()
    .where(contains('value', search.toLowerCase()))
    .orderBy('at', 'desc')
    .limit(optOutsShown)
    .execute()
  return rows.map(camelKeys)
}

/**
 * Adds an address or site to the list, takes queued emails to it back, and ends what is still going
 * on with it. Returns how many prospects that were. `value` is from `optOutValue`.
 */
export async function addOptOut(value: string, reason: string, actor: Actor): Promise<number> {
  return transact(async (trx) => {
    await trx
      .insertInto('outreach_opt_outs')
      .values({ value, reason, actor_label: actor.label, at: Date.now() })
      .onConflict((conflict) => conflict.column('value').doNothing())
      .execute()
    const isMeant = (eb: ExpressionBuilder<Database, 'outreach_prospects'>) =>
      value.includes('@')
        ? eb('contact_email', '=', value)
        : eb.or([
            eb('site', '=', value),
            endsWith('site', `.${value}`),
            endsWith('contact_email', `@${value}`),
            endsWith('contact_email', `.${value}`),
          ])
    await dropQueuedMails(trx.selectFrom('outreach_prospects').select('id').where(isMeant), trx)
    const ended = await trx
      .updateTable('outreach_prospects')
      .set({ state: 'lost', next_action_at: null, updated_at: Date.now() })
      .where('state', 'not in', ['won', 'lost'])
      .where(isMeant)
      .returning('id')
      .execute()
    await recordAudit(
      [
        {
          actor,
          action: 'outreach.opted_out',
          object: { type: 'opt_out', id: null },
          after: { value, reason, prospects: ended.length },
        },
        ...ended.map(({ id }) => ({
          actor,
          action: 'prospect.lost' as const,
          object: { type: 'prospect', id: `prospect-${id}` },
          after: { state: 'lost', because: 'opted out' },
        })),
      ],
      trx,
    )
    return ended.length
  })
}

/** Removes an address or site from the list. Returns the reason it was there for, null if it wasn't. */
export async function removeOptOut(value: string, actor: Actor): Promise<string | null> {
  return transact(async (trx) => {
    const removed = await trx
      .deleteFrom('outreach_opt_outs')
      .where('value', '=', value)
      .returning('reason')
      .executeTakeFirst()
    if (removed === undefined) return null
    const object = { type: 'opt_out', id: null }
    await recordAudit({ actor, action: 'outreach.opt_out_removed', object, before: { value } }, trx)
    return removed.reason
  })
}

/** Whether a site, or who is written to there, must be left alone. */
export async function isOptedOut(
  { site, contactEmail }: { site: string; contactEmail: string },
  executor: Kysely<Database> = db,
): Promise<boolean> {
  const values = [...domainsOf(site), contactEmail, ...domainsOf(contactEmail.split('@')[1] ?? '')]
  const row = await executor
    .selectFrom('outreach_opt_outs')
    .select('value')
    .where('value', 'in', values)
    .executeTakeFirst()
  return row !== undefined
}

/** A host and the domains above it: `a.b.example` is in `b.example` and `example`. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, from) => labels.slice(from).join('.'))
}
