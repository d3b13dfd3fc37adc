import type { Kysely, Selectable, Updateable } from 'kysely'
import { type Actor, type AuditFacts, recordAudit } from '#app/audit/audit.server.ts'
import type { AuditAction } from '#app/audit/audit-actions.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import { type Reads, reads } from '#db/reads.ts'
import type { Database, OutreachProspectsTable, ProspectState } from '#db/schema.ts'
import { prospectObject } from './audit-objects.ts'
import { siteDay } from './fields.server.ts'
import { isOptedOut } from './opt-out.server.ts'
import { eraseTraces } from './prospect-mails.server.ts'

/** A site to ask for a link; times in unix milliseconds, days at midnight UTC. */
export type Prospect = CamelKeys<Selectable<OutreachProspectsTable> & { campaign_name: string }>

/** The fields in words for the audit log, which has none of their values. */
const fieldWords = {
  site: 'site',
  page: 'page',
  contactName: 'contact’s name',
  contactEmail: 'contact’s email',
  templateId: 'template',
  notes: 'notes',
} as const
const fieldNames = Object.keys(fieldWords) as (keyof typeof fieldWords)[]

type ProspectFields = Pick<Prospect, keyof typeof fieldWords>

export type ProspectRefusal =
  | { problem: 'not_found' }
  | { problem: 'known'; id: number; campaignName: string }
  | { problem: 'opted_out' }

export type Refused = { ok: false } & ProspectRefusal

function select(executor: Reads = reads) {
  return executor
    .selectFrom('outreach_prospects')
    .innerJoin('outreach_campaigns', 'outreach_campaigns.id', 'outreach_prospects.campaign_id')
    .selectAll('outreach_prospects')
    .select('outreach_campaigns.name as campaign_name')
}

export async function findProspect(
  id: number,
  executor: Kysely<Database> = db,
): Promise<Prospect | null> {
  const row = await select(executor).where('outreach_prospects.id', '=', id).executeTakeFirst()
  return row === undefined ? null : camelKeys(row)
}

/** Lists a campaign's prospects, oldest first; `after` is the previous page's last id. */
export async function listProspects(
  campaignId: number,
  { state, after }: { state: ProspectState | 'all'; after: number },
  limit: number,
): Promise<{ prospects: Prospect[]; next: number | null }> {
  let query = select()
    .where('campaign_id', '=', campaignId)
    .where('outreach_prospects.id', '>', after)
    .orderBy('outreach_prospects.id')
    .limit(limit + 1)
  if (state !== 'all') query = query.where('state', '=', state)
  const rows = await query.execute()
  const prospects = rows.slice(0, limit).map(camelKeys)
  return { prospects, next: rows.length > limit ? (prospects.at(-1)?.id ?? null) : null }
}

/** Returns prospects due today or overdue, the longest overdue first, and their total. */
export async function dueProspects(
  limit: number,
  now = Date.now(),
): Promise<{ all: number; first: Prospect[] }> {
  const due = <T extends ReturnType<typeof select>>(query: T) =>
    query
      .where('next_action_at', '<=', siteDay(now))
      .where('state', 'not in', ['won', 'lost'])
      .where('closed_at', 'is', null)
  const [{ n }, rows] = await Promise.all([
    due(select())
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    due(select()).orderBy('next_action_at').orderBy('outreach_prospects.id').limit(limit).execute(),
  ])
  return { all: n, first: rows.map(camelKeys) }
}

export async function addProspect(
  campaignId: number,
  fields: ProspectFields,
  actor: Actor,
): Promise<{ ok: true; id: number } | Refused> {
  return transact(async (trx) => {
    const refused = await refusal(fields, null, trx)
    if (refused !== null) return refused
    const campaign = await trx
      .selectFrom('outreach_campaigns')
      .select('name')
      .where('id', '=', campaignId)
      .executeTakeFirst()
    if (campaign === undefined) return { ok: false, problem: 'not_found' }
    const now = Date.now()
    const { id } = await trx
      .insertInto('outreach_prospects')
      .values({
        ...rowOf(fields),
        campaign_id: campaignId,
        next_action_at: siteDay(now),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { templateId: fields.templateId, campaign: campaign.name }
    await recordAudit({ actor, action: 'prospect.added', object: prospectObject(id), after }, trx)
    return { ok: true, id }
  })
}

export async function updateProspect(
  id: number,
  fields: ProspectFields,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  return transact(async (trx) => {
    const before = await findProspect(id, trx)
    if (before === null) return { ok: false, problem: 'not_found' }
    const changed = fieldNames.filter((name) => fields[name] !== before[name])
    if (changed.length === 0) return { ok: true }
    const moved = changed.includes('site') || changed.includes('contactEmail')
    const refused = moved ? await refusal(fields, id, trx) : null
    if (refused !== null) return refused
    const after = { changed: changed.map((name) => fieldWords[name]) }
    await recordStep(trx, id, { actor, action: 'prospect.changed', set: rowOf(fields), after })
    return { ok: true }
  })
}

type Step = {
  actor: Actor
  action: AuditAction
  set: Updateable<OutreachProspectsTable>
  before?: AuditFacts
  after: AuditFacts
}

/** Changes a prospect and adds that to the audit log. */
export async function recordStep(
  trx: Kysely<Database>,
  id: number,
  { set, ...entry }: Step,
): Promise<void> {
  await trx
    .updateTable('outreach_prospects')
    .set({ ...set, updated_at: Date.now() })
    .where('id', '=', id)
    .execute()
  await recordAudit({ ...entry, object: prospectObject(id) }, trx)
}

/** Deletes all that is stored about a prospect. A backlink it led to stays. */
export async function deleteProspect(id: number, actor: Actor): Promise<boolean> {
  return transact(async (trx) => {
    await eraseTraces(trx.selectFrom('outreach_prospects').select('id').where('id', '=', id), trx)
    const before = await trx
      .deleteFrom('outreach_prospects')
      .where('id', '=', id)
      .returning('state')
      .executeTakeFirst()
    if (before === undefined) return false
    const object = prospectObject(id)
    await recordAudit({ actor, action: 'prospect.deleted', object, before }, trx)
    return true
  })
}

async function refusal(
  fields: ProspectFields,
  id: number | null,
  trx: Kysely<Database>,
): Promise<Refused | null> {
  const other = await select(trx)
    .where('site', '=', fields.site)
    .where('outreach_prospects.id', '!=', id ?? 0)
    .executeTakeFirst()
  if (other !== undefined) {
    return { ok: false, problem: 'known', id: other.id, campaignName: other.campaign_name }
  }
  return (await isOptedOut(fields, trx)) ? { ok: false, problem: 'opted_out' } : null
}

function rowOf({ site, page, contactName, contactEmail, templateId, notes }: ProspectFields) {
  return {
    site,
    page,
    contact_name: contactName,
    contact_email: contactEmail,
    template_id: templateId,
    notes,
  }
}
