import type { Kysely, Selectable } from 'kysely'
import { env } from '#app/env.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import type { Database, OutreachDraftsTable } from '#db/schema.ts'
import { fillPlaces, findTemplate, type PlaceholderValues } from './outreach-texts.server.ts'
import type { Prospect } from './prospect.server.ts'

/** An unsent email to a prospect; `updatedAt` is 0 until it is stored. */
export type Draft = Omit<CamelKeys<Selectable<OutreachDraftsTable>>, 'prospectId'>

/** Days to wait for a reply, after the first email and after the follow-up. */
const patience = { first: 7, later: 14 }
const followUpTemplate = 'follow-up'

export async function findDraft(
  prospectId: number,
  executor: Kysely<Database> = db,
): Promise<Draft | null> {
  const row = await executor
    .selectFrom('outreach_drafts')
    .selectAll()
    .where('prospect_id', '=', prospectId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { prospectId: _, ...draft } = camelKeys(row)
  return draft
}

/** Creates a draft from a template with known values filled in. Stores nothing. */
export async function draftFrom(
  prospect: Prospect,
  templateId: string,
  yourName: string,
): Promise<Draft> {
  const template = await findTemplate(templateId)
  const values = valuesOf(prospect, yourName)
  return {
    templateId,
    subject: fillPlaces(template?.subject ?? '', values),
    text: fillPlaces(template?.text ?? '', values),
    followUpDays: prospect.state === 'prospect' ? patience.first : patience.later,
    updatedAt: 0,
  }
}

/** Returns the default template: the follow-up once the prospect was contacted. */
export function templateFor({ state, templateId }: Prospect): string {
  return state === 'contacted' ? followUpTemplate : templateId
}

function valuesOf(prospect: Prospect, yourName: string): PlaceholderValues {
  return {
    'first name': prospect.contactName.split(' ', 1)[0] ?? '',
    name: prospect.contactName,
    'their site': prospect.site,
    'their page': prospect.page,
    'site name': settings().siteName,
    'site address': env.APP_URL,
    'your name': yourName,
  }
}

export async function saveDraft(
  prospectId: number,
  draft: Omit<Draft, 'updatedAt'>,
  executor: Kysely<Database> = db,
): Promise<void> {
  const row = {
    template_id: draft.templateId,
    subject: draft.subject,
    text: draft.text,
    follow_up_days: draft.followUpDays,
    updated_at: Date.now(),
  }
  await executor
    .insertInto('outreach_drafts')
    .values({ prospect_id: prospectId, ...row })
    .onConflict((conflict) => conflict.column('prospect_id').doUpdateSet(row))
    .execute()
}

export async function discardDraft(
  prospectId: number,
  executor: Kysely<Database> = db,
): Promise<void> {
  await executor.deleteFrom('outreach_drafts').where('prospect_id', '=', prospectId).execute()
}
