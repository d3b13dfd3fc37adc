import type { Kysely, Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { foldCase } from '#app/lists/fold-case.ts'
import { searchTerm } from '#app/lists/text-search.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
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

/** A message as operators see it; times in unix milliseconds. */
export type ContactMessage = CamelKeys<
  Pick<Selectable<ContactMessagesTable>, (typeof columns)[number]>
>

export const contactStatuses: readonly ContactStatus[] = ['new', 'done']

/** With so many unread, the form takes no more: no one can fill the disk by it. */
const mostUnread = 2_000
/** Said on the privacy page. */
const keptDays = 180

/**
 * Stores a message for the operators. The same form sent twice is one message; `stamp` is the
 * form's own, and tells two messages of the same words apart. `full`: too many are unread.
 */
export async function leaveMessage(
  values: ContactValues,
  from: { language: Language; stamp: string },
  now = Date.now(),
): Promise<'stored' | 'full'> {
  if ((await countMessages()).new >= mostUnread) return 'full'
  const { name, email, topic, message } = values
  await db
    .insertInto('contact_messages')
    .values({
      ...{ name, email, topic, message },
      language: from.language,
      received_at: now,
      content_hash: sha256(JSON.stringify([name, email, topic, message, from.stamp])),
      search_text: foldCase([name, email, message].join('\n')),
    })
    .onConflict((conflict) => conflict.column('content_hash').doNothing())
    .execute()
  topicChanged('badge')
  return 'stored'
}

export async function countMessages(): Promise<Record<ContactStatus | 'all', number>> {
  const rows = await db
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

/** The messages of a status that contain the search. */
function fittingMessages({ search, status }: MessageFilter, executor: Kysely<Database> = db) {
  const term = searchTerm(search)
  let query = executor.selectFrom('contact_messages')
  if (status !== 'all') query = query.where('status', '=', status)
  // The unread are bounded and the others are deleted in time: no index is needed to search them.
  return term === null ? query : query.where(contains('search_text', term))
}

/** The newest first, with how many fit in all; `olderThan` is the last of the page before. */
export async function listMessages(
  { olderThan, ...filter }: MessageFilter & { olderThan: number | null },
  limit = 25,
): Promise<{ messages: ContactMessage[]; next: number | null; total: number }> {
  let query = fittingMessages(filter)
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (olderThan !== null) query = query.where('id', '<', olderThan)
  const rows = await query
    .select(columns)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
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

/** The newest unread message's number; null when all are done. */
export async function newestUnread(): Promise<number | null> {
  const row = await db
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('status', '=', 'new')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The newest message's number; 0 without any. */
export async function newestMessage(): Promise<number> {
  const query = db.selectFrom('contact_messages').select((eb) => eb.fn.max('id').as('id'))
  return (await query.executeTakeFirst())?.id ?? 0
}

/** The next numbers of messages that fit, up to one of them; or those of `ids` that fit. */
export async function messageNumbers(
  filter: MessageFilter,
  range: { after: number; through: number } | { ids: readonly number[] },
  executor: Kysely<Database> = db,
): Promise<number[]> {
  const query = fittingMessages(filter, executor)
  const ranged =
    'ids' in range
      ? query.where('id', 'in', range.ids)
      : query.where('id', '>', range.after).where('id', '<=', range.through)
  const rows = await ranged.select('id').orderBy('id').limit(500).execute()
  return rows.map(({ id }) => id)
}

/**
 * Where messages are changed: in a transaction of its own, or in that of `executor`. `isPart` is for
 * a part of a larger change that has one audit entry as a whole.
 */
type ChangeScope = { executor?: Kysely<Database>; isPart?: boolean }

/** Gives messages a status. Returns the ids of those that had the other one. */
export async function setMessageStatus(
  ids: readonly number[],
  status: ContactStatus,
  actor: Actor,
  { executor = db, isPart = false }: ChangeScope = {},
): Promise<number[]> {
  return inTransaction(executor, async (trx) => {
    const rows = await trx
      .updateTable('contact_messages')
      .set({ status })
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

/** Deletes messages for good; returns how many. */
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

/** The answer to a visitor, with their message below it. */
export function answerMail(to: string, text: string, message: string): Mail {
  return {
    to,
    subject: `Re: your message to ${settings().siteName}`,
    body: { parts: [text, { quote: message }] },
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
      .set({ status: 'done', answered_at: Date.now() })
      .where('id', '=', id)
      .execute()
    await recordAudit({ actor, action: 'message.answered', object: objectOf(id) }, trx)
  })
  return true
}

/** Deletes messages of more than 180 days ago; returns how many. For a job. */
export async function forgetOldMessages(now = Date.now()): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_messages')
    .where('received_at', '<', now - keptDays * dayMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function objectOf(id: number) {
  return { type: 'message', id: String(id) }
}
