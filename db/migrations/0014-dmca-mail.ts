import { type Kysely, sql } from 'kysely'

/**
 * A report's history refers to the mail about each step, and keeps how that mail ended once it is
 * deleted from the outbox. Until now it only noted that a mail was queued.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = [
    'mail_id integer',
    `mail_end text check (mail_end in ('sent', 'failed', 'deleted', 'unknown'))`,
    'mail_ended_at integer',
    'mail_error text',
  ]
  for (const column of columns) {
    await sql`alter table dmca_report_events add column ${sql.raw(column)}`.execute(db)
  }
  // A mail was queued in the same transaction as its step, under the report's number.
  await sql`update dmca_report_events set mail_id = (
      select outbox.id from outbox
        join dmca_reports on dmca_reports.id = dmca_report_events.report_id
        where outbox.recipient = dmca_reports.email
          and outbox.subject like '%' || printf('DMCA-%04d', dmca_report_events.report_id) || '%'
          and abs(outbox.created_at - dmca_report_events.at) < 5000
        order by abs(outbox.created_at - dmca_report_events.at) limit 1)
    where mailed = 1`.execute(db)
  // Others were deleted 30 days after they were sent or given up: no one can tell which.
  await sql`update dmca_report_events set mail_end = 'unknown'
    where mailed = 1 and mail_id is null`.execute(db)
  await sql`create index dmca_report_events_by_mail on dmca_report_events(mail_id)
    where mail_id is not null`.execute(db)
  await db.schema.alterTable('dmca_report_events').dropColumn('mailed').execute()
}
