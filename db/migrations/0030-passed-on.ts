import { type Kysely, sql } from 'kysely'

/**
 * Whether a claimant got the copy of a counter-notice: by the email of its event, or by opening it on
 * the status page. And how many emails about its subscription an address has had.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['event_id', 'opened_at']) {
    await db.schema.alterTable('dmca_counter_notices').addColumn(column, 'integer').execute()
  }
  // Both were written in one transaction, a moment apart.
  await sql`update dmca_counter_notices set event_id = (
      select event.id from dmca_report_events as event
        where event.report_id = dmca_counter_notices.report_id and event.kind = 'counter_notice'
        order by abs(event.at - dmca_counter_notices.recorded_at), event.id limit 1)`.execute(db)
  await db.schema
    .alterTable('subscribers')
    .addColumn('mails', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // Mailed without a link is only what the demo data made up: it gets none.
  await sql`update subscribers set mails =
      case when status = 'unconfirmed' and confirm_token_hash is null then 3 else 1 end
    where mailed_at is not null`.execute(db)
}
