import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { db, transact } from '#db/engine.ts'
import type { DmcaReplyTemplatesTable } from '#db/schema.ts'
import { fillReply, mostTemplates, postsText } from './reply.ts'
import { reportNumber } from './report.ts'

/** A canned note for one kind of decision; its text has places that are filled in for each report. */
export type ReplyTemplate = {
  id: number
  intent: DmcaReplyTemplatesTable['intent']
  name: string
  body: string
}

export function listTemplates(): Promise<ReplyTemplate[]> {
  return db
    .selectFrom('dmca_reply_templates')
    .select(['id', 'intent', 'name', 'body'])
    .orderBy('intent')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Adds a template, or replaces the one with this id. Returns false when there are too many, or it is gone. */
export function saveTemplate(
  { id, ...template }: Omit<ReplyTemplate, 'id'> & { id: number | null },
  actor: Actor,
): Promise<boolean> {
  return transact(async (trx) => {
    if (id === null) {
      const { n } = await trx
        .selectFrom('dmca_reply_templates')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      if (Number(n) >= mostTemplates) return false
      await trx.insertInto('dmca_reply_templates').values(template).execute()
    } else {
      const { numUpdatedRows } = await trx
        .updateTable('dmca_reply_templates')
        .set(template)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
    }
    const object = { type: 'dmca_template', id: template.name }
    await recordAudit({ actor, action: 'dmca.template_saved', object, after: template }, trx)
    return true
  })
}

/** Deletes a template and returns it; null when it is gone already. */
export function deleteTemplate(id: number, actor: Actor): Promise<ReplyTemplate | null> {
  return transact(async (trx) => {
    const gone = await trx
      .deleteFrom('dmca_reply_templates')
      .where('id', '=', id)
      .returning(['id', 'intent', 'name', 'body'])
      .executeTakeFirst()
    if (gone === undefined) return null
    const { id: _, ...before } = gone
    const object = { type: 'dmca_template', id: gone.name }
    await recordAudit({ actor, action: 'dmca.template_deleted', object, before }, trx)
    return gone
  })
}

/**
 * The note as it is sent about a report: as typed, else the chosen template, with its places filled
 * in. Nothing that a claimant typed has a place: the form must not write to strangers.
 */
export async function replyFor(
  reportId: number,
  typed: string,
  templateId: number | undefined,
): Promise<string> {
  const note = typed === '' && templateId !== undefined ? await bodyOf(templateId) : typed
  if (!note.includes('{')) return note
  const { n } = await db
    .selectFrom('dmca_report_posts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('report_id', '=', reportId)
    .executeTakeFirstOrThrow()
  const places = { report: reportNumber(reportId), posts: postsText(Number(n)) }
  return fillReply(note, { ...places, site: settings().siteName })
}

async function bodyOf(templateId: number): Promise<string> {
  const row = await db
    .selectFrom('dmca_reply_templates')
    .select('body')
    .where('id', '=', templateId)
    .executeTakeFirst()
  return row?.body ?? ''
}
