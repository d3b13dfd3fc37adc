import type { Kysely, SelectQueryBuilder } from 'kysely'
import { deleteFromOutbox } from '#app/mail/outbox.server.ts'
import type { Database } from '#db/schema.ts'

/** Takes emails to these prospects out of the outbox that aren't on their way yet. */
export async function dropQueuedMails(
  prospects: SelectQueryBuilder<Database, 'outreach_prospects', { id: number }>,
  trx: Kysely<Database>,
): Promise<void> {
  const mails = await trx
    .selectFrom('outbox')
    .innerJoin('outreach_messages', 'outreach_messages.mail_id', 'outbox.id')
    .select('outbox.id')
    .where('outbox.state', '=', 'waiting')
    .where('outreach_messages.prospect_id', 'in', prospects)
    .execute()
  if (mails.length > 0) {
    await deleteFromOutbox(
      mails.map(({ id }) => id),
      trx,
    )
  }
}
