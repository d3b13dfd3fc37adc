import { type Kysely, sql } from 'kysely'

/** What is sent is sealed and blanked afterwards; each mail has a state; notices are remembered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = ['content text', 'message_id text', "state text not null default 'waiting'"]
  for (const column of columns)
    await sql`alter table outbox add column ${sql.raw(column)}`.execute(db)
  // What waits from before stays readable: the sender takes plain JSON too.
  await sql`update outbox set
      content = json_object('text', text, 'html', html, 'headers', json(coalesce(headers, '{}'))),
      message_id = lower(hex(randomblob(16)))`.execute(db)
  await sql`update outbox set state = 'sent', content = null where sent_at is not null`.execute(db)
  await db.schema.dropIndex('outbox_waiting').execute()
  for (const column of ['text', 'html', 'headers']) {
    await db.schema.alterTable('outbox').dropColumn(column).execute()
  }
  await sql`create index outbox_due on outbox (state, next_try_at)`.execute(db)
  await sql`create index outbox_by_state on outbox (state)`.execute(db)
  await sql`create index outbox_errors on outbox (id) where error is not null`.execute(db)
  await db.schema
    .createTable('operator_notices')
    .addColumn('kind', 'text', (column) => column.primaryKey())
    .addColumn('mailed_at', 'integer', (column) => column.notNull())
    .addColumn('mark', 'integer', (column) => column.notNull())
    .addColumn('ended_at', 'integer')
    .execute()
}
