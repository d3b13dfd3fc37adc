import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { env } from '#app/env.server.ts'
import { fill, type Language } from '#app/i18n/catalogue.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { SubscribersTable } from '#db/schema.ts'

/** No one can have more of our mails sent to an address than one in this time. */
const mailGapMs = hourMs
const confirmDays = 7
const unconfirmed = {
  status: 'unconfirmed',
  mailed_at: null,
  confirmed_at: null,
  unsubscribed_at: null,
} as const

type Subscriber = Pick<
  Selectable<SubscribersTable>,
  'email' | 'status' | 'language' | 'unsubscribe_token'
>

/** What a link of ours leads to: `open` can still be done, `done` has been. */
export type TokenState = 'open' | 'done' | 'unknown'

/**
 * Stores an address once and asks it to confirm. The answer says only whether mails can be sent:
 * it is the same for an address that is known already.
 */
export async function subscribe(
  email: string,
  page: { language: Language; source: string },
  now = Date.now(),
): Promise<'mailed' | 'stored'> {
  const row = { email: email.toLowerCase(), ...page, created_at: now }
  await db
    .insertInto('subscribers')
    .values({ ...row, unsubscribe_token: newToken() })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ ...row, ...unconfirmed })
        // Whoever has left may come back; a confirmed subscription isn't touched.
        .where('subscribers.status', '=', 'unsubscribed'),
    )
    .execute()
  if (!mailIsSetUp()) return 'stored'
  await mailSubscriber(row.email, now)
  return 'mailed'
}

/** Asks those to confirm who signed up before mail was set up; gives how many. For a job. */
export async function mailWaitingSubscribers(now = Date.now(), limit = 50): Promise<number> {
  if (!mailIsSetUp()) return 0
  const waiting = await db
    .selectFrom('subscribers')
    .select('email')
    .where('status', '=', 'unconfirmed')
    .where('mailed_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  for (const { email } of waiting) await mailSubscriber(email, now)
  return waiting.length
}

/** How long an address waits for its owner to confirm, and for mail to be set up. */
const unconfirmedDays = 30
const unmailedDays = 180

/**
 * Deletes addresses that weren't confirmed 30 days after the last mail that asked for it, and those
 * that never got such a mail, because mail isn't set up, after 180 days. Returns how many. For a job.
 */
export async function forgetUnconfirmed(now = Date.now()): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('subscribers')
    .where('status', '=', 'unconfirmed')
    .where((eb) =>
      eb.or([
        eb('mailed_at', '<', now - unconfirmedDays * dayMs),
        eb.and([eb('mailed_at', 'is', null), eb('created_at', '<', now - unmailedDays * dayMs)]),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** What the link of a mail that asks to confirm still does. Changes nothing. */
export async function confirmState(token: string, now = Date.now()): Promise<TokenState> {
  const row = await db
    .selectFrom('subscribers')
    .select(['status', 'mailed_at'])
    .where('confirm_token_hash', '=', sha256(token))
    .executeTakeFirst()
  if (row?.status === 'confirmed') return 'done'
  return row?.status === 'unconfirmed' && (row.mailed_at ?? 0) > oldestConfirm(now)
    ? 'open'
    : 'unknown'
}

/** Confirms the address that the link was sent to; `done` also when it was before. */
export async function confirmSubscriber(
  token: string,
  now = Date.now(),
): Promise<'done' | 'unknown'> {
  await db
    .updateTable('subscribers')
    .set({ status: 'confirmed', confirmed_at: now })
    .where('confirm_token_hash', '=', sha256(token))
    .where('status', '=', 'unconfirmed')
    .where('mailed_at', '>', oldestConfirm(now))
    .execute()
  return (await confirmState(token, now)) === 'done' ? 'done' : 'unknown'
}

/** What the unsubscribe link of a mail does. Changes nothing. */
export async function unsubscribeState(token: string): Promise<TokenState> {
  const row = await db
    .selectFrom('subscribers')
    .select('status')
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst()
  if (row === undefined) return 'unknown'
  return row.status === 'unsubscribed' ? 'done' : 'open'
}

/** Ends a subscription, confirmed or not; `done` also when it was ended before. */
export async function unsubscribe(token: string, now = Date.now()): Promise<'done' | 'unknown'> {
  await db
    .updateTable('subscribers')
    .set({ status: 'unsubscribed', unsubscribed_at: now, confirm_token_hash: null })
    .where('unsubscribe_token', '=', token)
    .where('status', '!=', 'unsubscribed')
    .execute()
  return (await unsubscribeState(token)) === 'done' ? 'done' : 'unknown'
}

/** The mail an address is due: to confirm, or that it is on the list; none twice within the gap. */
async function mailSubscriber(email: string, now: number): Promise<void> {
  const token = newToken()
  await transact(async (transaction) => {
    const subscriber = await transaction
      .updateTable('subscribers')
      .set((eb) => ({
        mailed_at: now,
        confirm_token_hash: eb
          .case()
          .when('status', '=', 'unconfirmed')
          .then(sha256(token))
          .else(eb.ref('confirm_token_hash'))
          .end(),
      }))
      .where('email', '=', email)
      .where('status', '!=', 'unsubscribed')
      .where((eb) => eb.or([eb('mailed_at', 'is', null), eb('mailed_at', '<=', now - mailGapMs)]))
      .returning(['email', 'status', 'language', 'unsubscribe_token'])
      .executeTakeFirst()
    if (subscriber !== undefined) await enqueueMail(subscriberMail(subscriber, token), transaction)
  })
}

/** The mail to confirm a subscription, or to say that it is confirmed already. */
export function subscriberMail(
  { email, status, language, unsubscribe_token }: Subscriber,
  token: string,
): Mail {
  const code = isLanguage(language) ? language : defaultLanguage()
  const texts = catalogue(code).newsletter.mail
  const address = (path: string) => env.APP_URL + localPath(path, code, defaultLanguage())
  const unsubscribeLink = address(`/newsletter/unsubscribe/${unsubscribe_token}`)
  const confirmed = status === 'confirmed'
  const values = { site: settings().siteName }
  const subject = fill(confirmed ? texts.knownSubject : texts.confirmSubject, values)
  const text = confirmed ? texts.known : texts.confirm
  return {
    to: email,
    subject,
    body: {
      language: code,
      title: subject,
      parts: [
        fill(text.before, values),
        {
          button: text.button,
          href: confirmed ? unsubscribeLink : address(`/newsletter/confirm/${token}`),
        },
      ],
      ...(!confirmed && { footer: texts.confirmFooter }),
    },
    headers: unsubscribeHeaders(unsubscribeLink),
    isPrivate: true,
  }
}

/** Lets mail programs offer a button of their own, which sends a POST (RFC 8058). */
function unsubscribeHeaders(link: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function oldestConfirm(now: number): number {
  return now - confirmDays * 24 * hourMs
}

function newToken(): string {
  return randomBytes(24).toString('base64url')
}
