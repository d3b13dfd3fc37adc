import type { ExpressionBuilder, Kysely } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { EmailAddress } from '#app/http/email-address.ts'
import { sameText } from '#app/http/same-text.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { contains, endsWith } from '#db/text-conditions.ts'
import { prospectObject } from './audit-objects.ts'
import { siteOf } from './fields.server.ts'
import { dropQueuedMails } from './prospect-mails.server.ts'

export const optOutsShown = 1_000

/** Normalizes a typed address or site. Returns null if it is neither. */
export function optOutValue(typed: string): string | null {
  const text = sameText(typed).toLowerCase()
  if (!text.includes('@')) return siteOf(text)
  return EmailAddress.safeParse(text).data ?? null
}

/** Each is an email address, or a domain with its subdomains, that must not be written to. */
export async function listOptOuts(search = '') {
  const rows = await db
    .selectFrom('outreach_opt_outs')
    .selectAll()
    .where(contains('value', sameText(search).toLowerCase()))
    .orderBy('at', 'desc')
    .limit(optOutsShown)
    .execute()
  return rows.map(camelKeys)
}

/**
 * Adds an address or site to the list, removes queued emails to it, and closes its open prospects.
 * Returns the number of prospects closed. `value` is from `optOutValue`.
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
          after: { prospects: ended.length },
        },
        ...ended.map(({ id }) => ({
          actor,
          action: 'prospect.lost' as const,
          object: prospectObject(id),
          after: { state: 'lost', because: 'opted out' },
        })),
      ],
      trx,
    )
    return ended.length
  })
}

/** Removes a value from the list. Returns the reason it was listed for; null if it wasn't. */
export async function removeOptOut(value: string, actor: Actor): Promise<string | null> {
  return transact(async (trx) => {
    const removed = await trx
      .deleteFrom('outreach_opt_outs')
      .where('value', '=', value)
      .returning('reason')
      .executeTakeFirst()
    if (removed === undefined) return null
    const object = { type: 'opt_out', id: null }
    await recordAudit({ actor, action: 'outreach.opt_out_removed', object }, trx)
    return removed.reason
  })
}

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

/** Returns a host and its parent domains: `b.example` and `example` for `b.example`. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, from) => labels.slice(from).join('.'))
}

const sealOwner = 'outreach opt-out'

/** Returns the link by which an address opts out. Valid while its SESSION_SECRET is listed. */
export function optOutLink(email: string): string {
  return `${env.APP_URL}/outreach/stop/${seal(sealOwner, email).replace('.', '-')}`
}

function addressOf(token: string): string | null {
  if (token.length > 1_000) return null
  return EmailAddress.safeParse(unseal(sealOwner, token.replace('-', '.'))).data ?? null
}

/** Changes nothing, since mail scanners open links too. */
export async function optOutState(token: string): Promise<'open' | 'done' | 'unknown'> {
  const email = addressOf(token)
  if (email === null) return 'unknown'
  return (await isOptedOut({ site: '', contactEmail: email })) ? 'done' : 'open'
}

/** Opts the link's address out. Also returns `done` if it already was. */
export async function optOutByLink(token: string): Promise<'done' | 'unknown'> {
  const email = addressOf(token)
  if (email === null) return 'unknown'
  if (!(await isOptedOut({ site: '', contactEmail: email }))) {
    const recipient = { id: null, label: 'recipient', requestId: null }
    await addOptOut(email, 'Opt-out link in an email', recipient)
  }
  return 'done'
}
