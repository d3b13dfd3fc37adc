import type { Kysely, SelectQueryBuilder } from 'kysely'
import { deleteFromOutbox, openContent, takeBackMails } from '#app/mail/outbox.server.ts'
import type { Database } from '#db/schema.ts'

type ProspectIds = SelectQueryBuilder<Database, 'outreach_prospects', { id: number }>

/** Deletes emails to these prospects from the outbox that aren't being sent yet. */
export async function dropQueuedMails(
  prospects: ProspectIds,
  trx: Kysely<Database>,
): Promise<void> {
  const mails = await mailsTo(prospects, trx)
  await takeBackMails(
    mails.map(({ id }) => id),
    trx,
  )
}

/**
 * Deletes what is stored about prospects apart from their own rows, which the caller deletes next:
 * every email to them, sent or not, and their address in the backlinks they led to.
 */
export async function eraseTraces(prospects: ProspectIds, trx: Kysely<Database>): Promise<void> {
  const own = await mailsTo(prospects, trx)
  const erased = trx.selectFrom('outreach_prospects').where('id', 'in', prospects)
  const addresses = erased.select('contact_email')
  const copies = await trx
    .selectFrom('outbox')
    .leftJoin('outreach_messages as message', 'message.mail_id', 'outbox.id')
    .select(['outbox.id', 'recipient', 'content'])
    .where('message.id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('recipient', 'in', addresses),
        eb('recipient', 'in', [...new Set(own.map(({ recipient }) => recipient))]),
      ]),
    )
    .execute()
  const sentAgain = copies.filter((mail) => openContent(mail)?.kind === 'outreach')
  await deleteFromOutbox(
    [...own, ...sentAgain].map(({ id }) => id),
    trx,
    ['waiting', 'sending', 'sent', 'failed'],
  )
  await trx
    .updateTable('backlinks')
    .set({ contact_email: '' })
    .where('contact_email', '!=', '')
    .where('contact_email', 'in', addresses)
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('outreach_prospects')
        .select('backlink_id')
        .where('id', 'in', prospects)
        .$narrowType<{ backlink_id: number }>()
        .where('backlink_id', 'is not', null),
    )
    .execute()
}

function mailsTo(prospects: ProspectIds, trx: Kysely<Database>) {
  return trx
    .selectFrom('outbox')
    .innerJoin('outreach_messages', 'outreach_messages.mail_id', 'outbox.id')
    .select(['outbox.id', 'outbox.recipient'])
    .where('outreach_messages.prospect_id', 'in', prospects)
    .execute()
}
