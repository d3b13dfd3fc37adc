import type { Kysely } from 'kysely'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { env } from '#app/env.server.ts'
import { fill, type Language } from '#app/i18n/catalogue.ts'
import { formatDay } from '#app/i18n/document-format.ts'
import { colon } from '#app/i18n/format.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { byHand, enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { deriveKeys, signWithEach } from '#app/secrets/secrets.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import { type Day, startOf } from '#app/time/calendar-day.ts'
import type { Database, DmcaEventKind } from '#db/schema.ts'
import type { NewCounterNotice } from './counter-notice.server.ts'
import { reportNumber } from './report.ts'

export type MailedReport = {
  id: number
  email: string
  language: string
  content_hash: string
  status_token_hash: string
}

const keys = deriveKeys('dmca status links')

/**
 * Returns the secret of a report's status link, of which only the hash is stored. The stored hash
 * finds it again after a rotation of SESSION_SECRET. Null if its secret is gone.
 */
export function statusToken(contentHash: string): string
export function statusToken(contentHash: string, storedHash: string): string | null
export function statusToken(contentHash: string, storedHash?: string): string | null {
  const tokens = signWithEach(keys, contentHash)
  if (storedHash === undefined) return tokens[0] ?? null
  return tokens.find((token) => sha256(token) === storedHash) ?? null
}

/** A counter-notice as copied to the claimant, required by 17 U.S.C. 512(g)(2)(B). */
export type CounterNoticeCopy = NewCounterNotice & { earliestOn: Day; latestOn: Day }

/** Contents of a mail about a report, besides the step. */
type MailContents = {
  /** The operator's own words. */
  note: string
  postIds: readonly string[]
  copy?: CounterNoticeCopy | undefined
}

/**
 * Returns the mail that informs the claimant. Of the form's contents it has only the posts' ids, so
 * that the form can't be used to write to strangers.
 */
export function claimantMail(
  report: Omit<MailedReport, 'content_hash' | 'status_token_hash'> & { token: string | null },
  kind: DmcaEventKind,
  { note, postIds, copy }: MailContents,
): Mail {
  const language = isLanguage(report.language) ? report.language : defaultLanguage()
  const { mail, events, status } = catalogue(language).dmca
  const path = report.token === null ? '/dmca' : `/dmca/status/${report.token}`
  const values = { report: reportNumber(report.id), posts: postsShort(postIds) }
  return {
    to: report.email,
    subject: fill(mail.subjects[kind], values),
    body: {
      language,
      title: fill(mail.title, values),
      parts: [
        events[kind],
        `${status.posts}${colon(language)} ${postIds.map(keyLabel).join(', ')}`,
        ...(note === '' ? [] : [status.fromOperator, { quote: note }]),
        ...(copy === undefined ? [] : copyParts(copy, language)),
        {
          button: mail.button,
          href: env.APP_URL + localPath(path, language, defaultLanguage()),
        },
      ],
      footer: mail.footer,
    },
    ...(note !== '' && { headers: byHand }),
  }
}

/** Shortens a list of posts for a subject: the first, and the number of others. */
export function postsShort([first = '', ...others]: readonly string[]): string {
  const name = keyLabel(first)
  return others.length === 0 ? name : `${name} +${others.length}`
}

function copyParts(copy: CounterNoticeCopy, language: Language): Mail['body']['parts'] {
  const { form, status } = catalogue(language).dmca
  const day = (text: Day) => formatDay(startOf(text), language)
  const lines = [
    [status.copy.received, day(copy.receivedOn)],
    [status.copy.sender, copy.senderName],
    [form.postalAddress, copy.senderAddress],
    [form.phone, copy.senderPhone],
    [form.email, copy.senderEmail],
    [status.posts, copy.postIds.map(keyLabel).join(', ')],
    [status.copy.statement, copy.statement],
    [status.copy.signature, copy.signature],
  ].flatMap(([label, text]) => (text === '' ? [] : [`${label}${colon(language)} ${text}`]))
  const days = { from: day(copy.earliestOn), until: day(copy.latestOn) }
  return [{ quote: lines.join('\n') }, fill(status.copy.window, days)]
}

/** Queues the mail about a report. Returns its outbox id, or null if mail isn't set up. */
export async function mailClaimant(
  report: MailedReport,
  kind: DmcaEventKind,
  { holdMs, ...contents }: Omit<MailContents, 'postIds'> & { holdMs: number },
  executor: Kysely<Database>,
): Promise<number | null> {
  if (!mailIsSetUp()) return null
  const token = statusToken(report.content_hash, report.status_token_hash)
  const posts = await executor
    .selectFrom('dmca_report_posts')
    .select('post_id')
    .where('report_id', '=', report.id)
    .orderBy('post_id')
    .execute()
  const postIds = contents.copy?.postIds ?? posts.map(({ post_id }) => post_id)
  const mail = claimantMail({ ...report, token }, kind, { ...contents, postIds })
  return enqueueMail(mail, executor, holdMs)
}
