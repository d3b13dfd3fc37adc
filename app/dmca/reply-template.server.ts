import type { Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { settings } from '#app/settings/settings.server.ts'
import { db, transact } from '#db/engine.ts'
import type { DmcaReplyTemplatesTable } from '#db/schema.ts'
import { fillReply, mostTemplates } from './reply.ts'
import { reportNumber } from './report.ts'

/** A canned note for one kind of decision, with placeholders filled in per report. */
export type ReplyTemplate = Selectable<DmcaReplyTemplatesTable>

export async function listTemplates(): Promise<ReplyTemplate[]> {
  const templates = await db
    .selectFrom('dmca_reply_templates')
    .selectAll()
    .orderBy('intent')
    .orderBy('id')
    .execute()
  return templates.sort(
    (a, b) => a.intent.localeCompare(b.intent) || a.name.localeCompare(b.name, 'en'),
  )
}

/** Adds a template, or replaces the one with `id`. False if there are too many or it is gone. */
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

export function deleteTemplate(id: number, actor: Actor): Promise<ReplyTemplate | null> {
  return transact(async (trx) => {
    const gone = await trx
      .deleteFrom('dmca_reply_templates')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (gone === undefined) return null
    const { id: _, ...before } = gone
    const object = { type: 'dmca_template', id: gone.name }
    await recordAudit({ actor, action: 'dmca.template_deleted', object, before }, trx)
    return gone
  })
}

/**
 * Returns the note to send about a report: as typed, else the chosen template with its placeholders
 * filled in. None stands for text that a claimant typed, so that the form can't write to strangers.
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
  const places = { report: reportNumber(reportId), posts: countText(Number(n), 'post') }
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
