import { type Kysely, sql } from 'kysely'

/**
 * What was written to prospects and what they answered, drafts of both, and the operators' own
 * wording of the templates.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outreach_messages')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('prospect_id', 'integer', (column) =>
      column.notNull().references('outreach_prospects.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('mail', 'interested', 'question', 'declined')`),
    )
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('actor_label', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('state_before', 'text', (column) => column.notNull())
    .addColumn('action_before', 'integer')
    .addColumn('state_after', 'text', (column) => column.notNull())
    .addColumn('mail_id', 'integer')
    .addColumn('mail_end', 'text', (column) =>
      column.check(sql`mail_end in ('sent', 'failed', 'deleted')`),
    )
    .addColumn('mail_ended_at', 'integer')
    .addColumn('mail_error', 'text')
    .execute()
  await db.schema
    .createIndex('outreach_messages_by_prospect')
    .on('outreach_messages')
    .columns(['prospect_id', 'id'])
    .execute()
  await db.schema
    .createIndex('outreach_messages_by_mail')
    .on('outreach_messages')
    .column('mail_id')
    .where('mail_id', 'is not', null)
    .execute()
  await db.schema
    .createTable('outreach_drafts')
    .addColumn('prospect_id', 'integer', (column) =>
      column.primaryKey().references('outreach_prospects.id').onDelete('cascade'),
    )
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('follow_up_days', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('outreach_templates')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('outreach_prospects')
    .addColumn('page', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
