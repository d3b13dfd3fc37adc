import type { Kysely, Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/client.ts'
import type { Database, OutreachProspectsTable, ProspectState } from '#db/schema.ts'
import { siteDay } from './fields.server.ts'
import { isOptedOut } from './opt-out.server.ts'
import { dropQueuedMails } from './queued-mail.server.ts'

/** Someone to ask for a link; times in unix milliseconds, days at midnight UTC. */
export type Prospect = CamelKeys<Selectable<OutreachProspectsTable> & { campaign_name: string }>

const fieldNames = ['site', 'page', 'contactName', 'contactEmail', 'templateId', 'notes'] as const

/** The fields that an operator may write at any time. */
export type ProspectFields = Pick<Prospect, (typeof fieldNames)[number]>

export type ProspectRefusal =
  | { problem: 'not_found' }
  /** The site is in the table: as this prospect. */
  | { problem: 'known'; id: number; campaignName: string }
  | { problem: 'opted_out' }

export type Refused = { ok: false } & ProspectRefusal

/** What the audit log calls a prospect. */
export const prospectObject = (id: number) => ({ type: 'prospect', id: `prospect-${id}` })

function select(executor: Kysely<Database> = db) {
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

/** A campaign's prospects, those who were added first first; `after` is the last of the page before. */
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

/** What is to be done today or was before, the longest overdue first, and how much there is in all. */
export async function dueProspects(
  limit: number,
  now = Date.now(),
): Promise<{ all: number; first: Prospect[] }> {
  const due = <T extends ReturnType<typeof select>>(query: T) =>
    query
      .where('next_action_at', '<=', siteDay(now))
      .where('state', 'not in', ['won', 'lost'])
      .where('closed_at', 'is', null)
  const { n } = await due(select())
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const rows = await due(select())
    .orderBy('next_action_at')
    .orderBy('outreach_prospects.id')
    .limit(limit)
    .execute()
  return { all: n, first: rows.map(camelKeys) }
}

/** Adds a prospect to a campaign, due today. */
export async function addProspect(
  campaignId: number,
  fields: ProspectFields,
  actor: Actor,
): Promise<{ ok: true; id: number } | Refused> {
  return db.transaction().execute(async (trx) => {
    const refused = await refusal(fields, null, trx)
    if (refused !== null) return refused
    const campaign = await trx
      .selectFrom('outreach_campaigns')
      .select('id')
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
    const after = { ...fields, campaign: campaignId }
    await recordAudit({ actor, action: 'prospect.added', object: prospectObject(id), after }, trx)
    return { ok: true, id }
  })
}

export async function updateProspect(
  id: number,
  fields: ProspectFields,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  return db.transaction().execute(async (trx) => {
    const before = await findProspect(id, trx)
    if (before === null) return { ok: false, problem: 'not_found' }
    const changed = fieldNames.filter((name) => fields[name] !== before[name])
    if (changed.length === 0) return { ok: true }
    const moved = changed.includes('site') || changed.includes('contactEmail')
    const refused = moved ? await refusal(fields, id, trx) : null
    if (refused !== null) return refused
    await trx
      .updateTable('outreach_prospects')
      .set({ ...rowOf(fields), updated_at: Date.now() })
      .where('id', '=', id)
      .execute()
    const pick = (from: ProspectFields) =>
      Object.fromEntries(changed.map((name) => [name, from[name]]))
    await recordAudit(
      {
        actor,
        action: 'prospect.changed',
        object: prospectObject(id),
        before: pick(before),
        after: pick(fields),
      },
      trx,
    )
    return { ok: true }
  })
}

/** Deletes a prospect and takes a queued email back. What was won stays. */
export async function deleteProspect(id: number, actor: Actor): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await dropQueuedMails(
      trx.selectFrom('outreach_prospects').select('id').where('id', '=', id),
      trx,
    )
    const row = await trx
      .deleteFrom('outreach_prospects')
      .where('id', '=', id)
      .returning(['site', 'state'])
      .executeTakeFirst()
    if (row === undefined) return false
    await recordAudit(
      { actor, action: 'prospect.deleted', object: prospectObject(id), before: row },
      trx,
    )
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
