import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { env } from '#app/env.server.ts'
import { stampForm } from '#app/http/form-stamp.server.ts'
import { fill, type Language } from '#app/i18n/catalogue.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import {
  deadLink,
  enqueueMail,
  guardMails,
  type Mail,
  mailIsSetUp,
} from '#app/mail/outbox.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { Database, SubscribersTable } from '#db/schema.ts'

/** Limits mails per address, not per visitor: one per gap, and this many before it confirms. */
const mailGapMs = dayMs
const mostMails = 3
const confirmDays = 7
const unconfirmed = {
  status: 'unconfirmed',
  confirmed_at: null,
  unsubscribed_at: null,
} as const

type Subscriber = Pick<
  Selectable<SubscribersTable>,
  'email' | 'status' | 'language' | 'unsubscribe_token'
>

/** `open` if the link can still be used, `done` if it was. */
export type TokenState = 'open' | 'done' | 'unknown'

/** Returns a stamp for the sign-up form. Null if no mail can be sent, when the feed is offered. */
export function signUpStamp(): string | null {
  return mailIsSetUp() ? stampForm() : null
}

/** Stores an address once and asks it to confirm. Doesn't reveal if it is already known. */
export async function subscribe(
  email: string,
  page: { language: Language; source: string },
  now = Date.now(),
): Promise<void> {
  const row = { email: email.toLowerCase(), ...page, created_at: now }
  await db
    .insertInto('subscribers')
    .values({ ...row, unsubscribe_token: newToken() })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ ...row, ...unconfirmed })
        // Unsubscribed people can return; a confirmed subscription stays unchanged.
        .where('subscribers.status', '=', 'unsubscribed'),
    )
    .execute()
  await mailSubscriber(row.email, now)
}

/**
 * Mails unconfirmed addresses without a link: those who returned within a day of their last mail,
 * or signed up in an older version before mail was set up. Returns how many. Called by a job.
 */
export async function mailWaitingSubscribers(now = Date.now(), limit = 50): Promise<number> {
  if (!mailIsSetUp()) return 0
  const waiting = await db
    .selectFrom('subscribers')
    .select('email')
    .where('status', '=', 'unconfirmed')
    .where('confirm_token_hash', 'is', null)
    .where(canBeMailed(now))
    .orderBy('created_at')
    .limit(limit)
    .execute()
  for (const { email } of waiting) await mailSubscriber(email, now)
  return waiting.length
}

/** Days that an address waits for confirmation. */
const unconfirmedDays = 30
/** Days that it waits for mail to be set up, and that it gets no more mails after its last. */
const silentDays = 180

/**
 * Deletes addresses still unconfirmed 30 days after their last mail. After 180 days those that were
 * never mailed, because mail isn't set up, and those that had all their mails: forgotten sooner,
 * strangers could have mails sent to them again. Returns how many. Called by a job.
 */
export async function forgetUnconfirmed(now = Date.now()): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('subscribers')
    .where('status', '=', 'unconfirmed')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('mailed_at', '<', now - unconfirmedDays * dayMs),
          eb.or([eb('mails', '<', mostMails), eb('mailed_at', '<', now - silentDays * dayMs)]),
          // Someone who has returned since is still due a mail.
          eb('created_at', '<', now - unconfirmedDays * dayMs),
        ]),
        eb.and([eb('mailed_at', 'is', null), eb('created_at', '<', now - silentDays * dayMs)]),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns what a confirmation link still does. Changes nothing. */
export function confirmState(token: string, now = Date.now()): Promise<TokenState> {
  return stateOf(sha256(token), now)
}

async function stateOf(tokenHash: string, now: number): Promise<TokenState> {
  const row = await db
    .selectFrom('subscribers')
    .select(['status', 'mailed_at'])
    .where('confirm_token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row?.status === 'confirmed') return 'done'
  return row?.status === 'unconfirmed' && (row.mailed_at ?? 0) > oldestConfirm(now)
    ? 'open'
    : 'unknown'
}

/** Confirms the link's address. Returns `done` also if it was already confirmed. */
export async function confirmSubscriber(
  token: string,
  now = Date.now(),
): Promise<'done' | 'unknown'> {
  await db
    .updateTable('subscribers')
    .set({ status: 'confirmed', confirmed_at: now, mails: 0 })
    .where('confirm_token_hash', '=', sha256(token))
    .where('status', '=', 'unconfirmed')
    .where('mailed_at', '>', oldestConfirm(now))
    .execute()
  return (await confirmState(token, now)) === 'done' ? 'done' : 'unknown'
}

/** Returns what an unsubscribe link does. Changes nothing. */
export async function unsubscribeState(token: string): Promise<TokenState> {
  const row = await db
    .selectFrom('subscribers')
    .select('status')
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst()
  if (row === undefined) return 'unknown'
  return row.status === 'unsubscribed' ? 'done' : 'open'
}

/** Ends a subscription, confirmed or not. Returns `done` also if it had already ended. */
export async function unsubscribe(token: string, now = Date.now()): Promise<'done' | 'unknown'> {
  await db
    .updateTable('subscribers')
    .set((eb) => ({
      status: 'unsubscribed',
      unsubscribed_at: now,
      confirm_token_hash: null,
      // An address that never confirmed got mails that strangers asked for, and gets no more of
      // them.
      mails: eb.case().when('status', '=', 'confirmed').then(0).else(eb.ref('mails')).end(),
    }))
    .where('unsubscribe_token', '=', token)
    .where('status', '!=', 'unsubscribed')
    .execute()
  return (await unsubscribeState(token)) === 'done' ? 'done' : 'unknown'
}

/** Limits mails to an address, since strangers may have asked for each. */
function canBeMailed(now: number) {
  return (eb: ExpressionBuilder<Database, 'subscribers'>) =>
    eb.and([
      eb('mails', '<', mostMails),
      eb.or([eb('mailed_at', 'is', null), eb('mailed_at', '<=', now - mailGapMs)]),
    ])
}

/** Mails an address a request to confirm, or that it is on the list, up to its limit. */
async function mailSubscriber(email: string, now: number): Promise<void> {
  const token = newToken()
  await transact(async (transaction) => {
    const subscriber = await transaction
      .updateTable('subscribers')
      .set((eb) => ({
        mailed_at: now,
        mails: eb('mails', '+', 1),
        confirm_token_hash: eb
          .case()
          .when('status', '=', 'unconfirmed')
          .then(sha256(token))
          .else(eb.ref('confirm_token_hash'))
          .end(),
      }))
      .where('email', '=', email)
      .where('status', '!=', 'unsubscribed')
      .where(canBeMailed(now))
      .returning(['email', 'status', 'language', 'unsubscribe_token'])
      .executeTakeFirst()
    if (subscriber !== undefined) await enqueueMail(subscriberMail(subscriber, token), transaction)
  })
}

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
    // Mail programs offer a button of their own, which sends a POST (RFC 8058).
    headers: {
      'List-Unsubscribe': `<${unsubscribeLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    isPrivate: true,
    ...(!confirmed && { kind: 'newsletter-confirmation', linkHash: sha256(token) }),
  }
}

/** Checks requests to confirm before each attempt. Called at server start. */
export function startNewsletterMails(): void {
  guardMails('newsletter-confirmation', async (_recipient, linkHash) =>
    linkHash === null || (await stateOf(linkHash, Date.now())) === 'open' ? null : deadLink,
  )
}

function oldestConfirm(now: number): number {
  return now - confirmDays * dayMs
}

function newToken(): string {
  return randomBytes(24).toString('base64url')
}
