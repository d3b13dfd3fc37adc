import type { Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { transact } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { OutreachCampaignsTable, ProspectState } from '#db/schema.ts'
import { campaignObject } from './audit-objects.ts'
import { eraseTraces } from './prospect-mails.server.ts'

/** An outreach campaign with its number of prospects per state; times in unix milliseconds. */
export type Campaign = CamelKeys<Selectable<OutreachCampaignsTable>> & {
  counts: Record<ProspectState | 'all', number>
}

type CampaignFields = Pick<Campaign, 'name' | 'templateId' | 'notes'>

const listLimit = 200

export async function listCampaigns(): Promise<Campaign[]> {
  const rows = await reads
    .selectFrom('outreach_campaigns')
    .selectAll()
    .orderBy((eb) => eb('closed_at', 'is not', null))
    .orderBy('id', 'desc')
    .limit(listLimit)
    .execute()
  const counts = await countProspects(rows.map(({ id }) => id))
  return rows.map((row) => campaignOf(row, counts))
}

export async function findCampaign(id: number): Promise<Campaign | null> {
  const [row, counts] = await Promise.all([
    reads.selectFrom('outreach_campaigns').selectAll().where('id', '=', id).executeTakeFirst(),
    countProspects([id]),
  ])
  return row === undefined ? null : campaignOf(row, counts)
}

/** Returns the new campaign's id. Null if the name is taken. */
export async function createCampaign(
  { name, templateId, notes }: CampaignFields,
  actor: Actor,
): Promise<number | null> {
  return transact(async (trx) => {
    const row = await trx
      .insertInto('outreach_campaigns')
      .values({ name, template_id: templateId, notes, created_at: Date.now() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return null
    await recordAudit(
      {
        actor,
        action: 'campaign.created',
        object: campaignObject(row.id, name),
        after: { name, templateId, notes },
      },
      trx,
    )
    return row.id
  })
}

/** Returns false if the name is taken. */
export async function updateCampaign(
  campaign: Campaign,
  fields: CampaignFields,
  actor: Actor,
): Promise<boolean> {
  const changed = (['name', 'templateId', 'notes'] as const).filter(
    (name) => fields[name] !== campaign[name],
  )
  if (changed.length === 0) return true
  return transact(async (trx) => {
    const other = await trx
      .selectFrom('outreach_campaigns')
      .select('id')
      .where('name', '=', fields.name)
      .where('id', '!=', campaign.id)
      .executeTakeFirst()
    if (other !== undefined) return false
    await trx
      .updateTable('outreach_campaigns')
      .set({ name: fields.name, template_id: fields.templateId, notes: fields.notes })
      .where('id', '=', campaign.id)
      .execute()
    const pick = (from: CampaignFields) =>
      Object.fromEntries(changed.map((name) => [name, from[name]]))
    await recordAudit(
      {
        actor,
        action: 'campaign.changed',
        object: campaignObject(campaign.id, campaign.name),
        before: pick(campaign),
        after: pick(fields),
      },
      trx,
    )
    return true
  })
}

/** Closes or reopens a campaign. Prospects of a closed one aren't due. */
export async function closeCampaign(id: number, closed: boolean, actor: Actor): Promise<void> {
  await transact(async (trx) => {
    const row = await trx
      .updateTable('outreach_campaigns')
      .set({ closed_at: closed ? Date.now() : null })
      .where('id', '=', id)
      .where('closed_at', closed ? 'is' : 'is not', null)
      .returning('name')
      .executeTakeFirst()
    if (row === undefined) return
    const action = closed ? 'campaign.closed' : 'campaign.reopened'
    await recordAudit({ actor, action, object: campaignObject(id, row.name) }, trx)
  })
}

/** Deletes a campaign with all that is stored about its prospects. Backlinks they led to stay. */
export async function deleteCampaign(id: number, actor: Actor): Promise<boolean> {
  return transact(async (trx) => {
    const { prospects } = await trx
      .selectFrom('outreach_prospects')
      .select((eb) => eb.fn.countAll<number>().as('prospects'))
      .where('campaign_id', '=', id)
      .executeTakeFirstOrThrow()
    const gone = trx.selectFrom('outreach_prospects').select('id').where('campaign_id', '=', id)
    await eraseTraces(gone, trx)
    const row = await trx
      .deleteFrom('outreach_campaigns')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (row === undefined) return false
    await recordAudit(
      {
        actor,
        action: 'campaign.deleted',
        object: campaignObject(id, row.name),
        before: { name: row.name, prospects },
      },
      trx,
    )
    return true
  })
}

type Counts = Map<number, Campaign['counts']>

async function countProspects(campaignIds: number[]): Promise<Counts> {
  const counts: Counts = new Map()
  if (campaignIds.length === 0) return counts
  const rows = await reads
    .selectFrom('outreach_prospects')
    .select(['campaign_id', 'state', (eb) => eb.fn.countAll<number>().as('n')])
    .where('campaign_id', 'in', campaignIds)
    .groupBy(['campaign_id', 'state'])
    .execute()
  for (const { campaign_id, state, n } of rows) {
    const of = counts.get(campaign_id) ?? noCounts()
    of[state] += n
    of.all += n
    counts.set(campaign_id, of)
  }
  return counts
}

function noCounts(): Campaign['counts'] {
  return { all: 0, prospect: 0, contacted: 0, followed_up: 0, replied: 0, won: 0, lost: 0 }
}

function campaignOf(row: Selectable<OutreachCampaignsTable>, counts: Counts): Campaign {
  return { ...camelKeys(row), counts: counts.get(row.id) ?? noCounts() }
}
