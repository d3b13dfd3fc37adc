import type { Kysely, Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { shareOfNetwork } from '#app/http/network-share.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { foldText } from '#app/lists/fold-case.ts'
import { searchTerm } from '#app/lists/text-search.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { byHand, enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { publish } from '#app/webhooks/publish.server.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import { type Reads, reads } from '#db/reads.ts'
import type { ContactMessagesTable, ContactStatus, Database } from '#db/schema.ts'
import { contains } from '#db/text-conditions.ts'
import type { ContactValues } from './message.ts'

const columns = [
  'id',
  'status',
  'received_at',
  'answered_at',
  'name',
  'email',
  'topic',
  'message',
  'language',
] as const

/** A message as operators see it; times in unix ms. */
export type ContactMessage = CamelKeys<
  Pick<Selectable<ContactMessagesTable>, (typeof columns)[number]>
>

export const contactStatuses: readonly ContactStatus[] = ['new', 'done']

/** With more unread messages the form is closed, so that no one can fill the disk. */
const mostUnread = 2_000
/** Stated on the privacy page. */
const keptDays = 180

/**
 * Stores a message for the operators. Sending the same form twice stores it once; the form's
 * `stamp` distinguishes two messages with the same words. `full`: too many are unread, in all or
 * from the sender's network (see `networkKey`; '' has no limit of its own).
 */
export async function leaveMessage(
  values: ContactValues,
  from: { language: Language; stamp: string; network: string },
  now = Date.now(),
): Promise<'stored' | 'full'> {
  const { name, email, topic, message } = values
  const left = await transact(async (trx) => {
    const { unread, own } = await trx
      .selectFrom('contact_messages')
      .select((eb) => [
        eb.fn.countAll<number>().as('unread'),
        eb.fn.countAll<number>().filterWhere('network', '=', from.network).as('own'),
      ])
      .where('status', '=', 'new')
      .executeTakeFirstOrThrow()
    const isOverShare = from.network !== '' && own >= shareOfNetwork(unread, mostUnread)
    if (unread >= mostUnread || isOverShare) return 'full'
    const stored = await trx
      .insertInto('contact_messages')
      .values({
        name,
        email,
        topic,
        message,
        language: from.language,
        received_at: now,
        content_hash: sha256(JSON.stringify([name, email, topic, message, from.stamp])),
        search_text: foldText([name, email, message].join('\n')),
        network: from.network,
      })
      .onConflict((conflict) => conflict.column('content_hash').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored !== undefined) await publish(trx, 'contact.received', { message: stored.id })
    return 'stored'
  })
  if (left === 'stored') topicChanged('badge')
  return left
}

export async function countMessages(): Promise<Record<ContactStatus | 'all', number>> {
  const rows = await reads
    .selectFrom('contact_messages')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute()
  const counts = { all: 0, new: 0, done: 0 }
  for (const { status, n } of rows) {
    counts[status] = n
    counts.all += n
  }
  return counts
}

export type MessageFilter = { search: string; status: ContactStatus | 'all' }

function fittingMessages({ search, status }: MessageFilter, executor: Reads = reads) {
  const term = searchTerm(search)
  let query = executor.selectFrom('contact_messages')
  if (status !== 'all') query = query.where('status', '=', status)
  // Unread messages are limited and others deleted in time, so searching needs no index.
  return term === null ? query : query.where(contains('search_text', term))
}

/** Returns messages, newest first, with the total; `olderThan` ends the previous page. */
export async function listMessages(
  { olderThan, ...filter }: MessageFilter & { olderThan: number | null },
  limit = 25,
): Promise<{ messages: ContactMessage[]; next: number | null; total: number }> {
  const all = fittingMessages(filter)
  const older = olderThan === null ? all : all.where('id', '<', olderThan)
  const [{ total }, rows] = await Promise.all([
    all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    older
      .select(columns)
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
  ])
  const messages = rows.slice(0, limit).map(camelKeys)
  return { messages, next: rows.length > limit ? (messages.at(-1)?.id ?? null) : null, total }
}

export async function findMessages(ids: readonly number[]): Promise<ContactMessage[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('contact_messages')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(camelKeys)
}

export async function newestUnread(): Promise<number | null> {
  const row = await reads
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('status', '=', 'new')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function newestMessage(): Promise<number> {
  const query = db.selectFrom('contact_messages').select((eb) => eb.fn.max('id').as('id'))
  return (await query.executeTakeFirst())?.id ?? 0
}

/** Returns the ids of matching messages: those up to `through`, or those among `ids`. */
export async function messageNumbers(
  filter: MessageFilter,
  range: { through: number } | { ids: readonly number[] },
  executor: Kysely<Database> = db,
): Promise<number[]> {
  const query = fittingMessages(filter, executor)
  const ranged =
    'ids' in range ? query.where('id', 'in', range.ids) : query.where('id', '<=', range.through)
  const rows = await ranged.select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Where messages are changed: in their own transaction, or in that of `executor`. `isPart` is for a
 * part of a larger change, which has one audit entry as a whole.
 */
type ChangeScope = { executor?: Kysely<Database>; isPart?: boolean }

/** Sets messages' status. Returns the ids of those that had the other one. */
export async function setMessageStatus(
  ids: readonly number[],
  status: ContactStatus,
  actor: Actor,
  { executor = db, isPart = false }: ChangeScope = {},
): Promise<number[]> {
  return inTransaction(executor, async (trx) => {
    const rows = await trx
      .updateTable('contact_messages')
      .set({ status, network: '' })
      .where('id', 'in', ids)
      .where('status', '!=', status)
      .returning('id')
      .execute()
    const action = status === 'done' ? 'message.done' : 'message.reopened'
    if (!isPart) {
      await recordAudit(
        rows.map(({ id }) => ({ actor, action, object: objectOf(id) })),
        trx,
      )
    }
    return rows.map(({ id }) => id)
  })
}

export async function deleteMessages(
  ids: readonly number[],
  actor: Actor,
  { executor = db, isPart = false }: ChangeScope = {},
): Promise<number> {
  return inTransaction(executor, async (trx) => {
    const rows = await trx
      .deleteFrom('contact_messages')
      .where('id', 'in', ids)
      .returning('id')
      .execute()
    if (!isPart) {
      await recordAudit(
        rows.map(({ id }) => ({ actor, action: 'message.deleted' as const, object: objectOf(id) })),
        trx,
      )
    }
    return rows.length
  })
}

export function answerMail(to: string, text: string, message: string): Mail {
  return {
    to,
    subject: `Re: your message to ${settings().siteName}`,
    body: { parts: [text, { quote: message }] },
    headers: byHand,
    // The message is deleted in time, and so must its copy be.
    isPrivate: true,
  }
}

/** Queues an answer, with the message below it, and marks the message as done. */
export async function answerMessage(
  { id, email, message }: ContactMessage,
  text: string,
  actor: Actor,
): Promise<boolean> {
  if (!mailIsSetUp() || email === '') return false
  await transact(async (trx) => {
    await enqueueMail(answerMail(email, text, message), trx)
    await trx
      .updateTable('contact_messages')
      .set({ status: 'done', answered_at: Date.now(), network: '' })
      .where('id', '=', id)
      .execute()
    await recordAudit({ actor, action: 'message.answered', object: objectOf(id) }, trx)
  })
  return true
}

/**
 * Deletes messages after 180 days, and the network that they came from after one day. Returns how
 * many were deleted. Called by a job.
 */
export async function forgetOldMessages(now = Date.now()): Promise<number> {
  await db
    .updateTable('contact_messages')
    .set({ network: '' })
    .where('network', '!=', '')
    .where('received_at', '<', now - dayMs)
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('contact_messages')
    .where('received_at', '<', now - keptDays * dayMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Doesn't quote the message, which is deleted in time. */
function objectOf(id: number) {
  return { type: 'message', id: String(id), label: `message ${id}`, href: `/admin/inbox/${id}` }
}
