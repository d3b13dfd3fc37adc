import type { Kysely } from 'kysely'
import { env } from '#app/env.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { deriveKeys, signWithEach } from '#app/secrets/secrets.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import type { Database, DmcaEventKind } from '#db/schema.ts'
import { reportNumber } from './report.ts'

/** What a mail about a report needs to know of it. */
export type MailedReport = {
  id: number
  email: string
  language: string
  content_hash: string
  status_token_hash: string
}

const keys = deriveKeys('dmca status links')

/**
 * The secret of a report's status link: only its hash is stored. With the stored hash it is found
 * again after SESSION_SECRET was rotated; null when it was made with a secret that is gone.
 */
export function statusToken(contentHash: string): string
export function statusToken(contentHash: string, storedHash: string): string | null
export function statusToken(contentHash: string, storedHash?: string): string | null {
  const tokens = signWithEach(keys, contentHash)
  if (storedHash === undefined) return tokens[0] ?? null
  return tokens.find((token) => sha256(token) === storedHash) ?? null
}

/**
 * The mail that tells the claimant what happened to the report. It holds nothing of what the form
 * said, so that the form can't be used to write to strangers; `note` is the operator's own.
 */
export function claimantMail(
  report: Omit<MailedReport, 'content_hash' | 'status_token_hash'> & { token: string | null },
  kind: DmcaEventKind,
  note: string,
): Mail {
  const language = isLanguage(report.language) ? report.language : defaultLanguage()
  const { mail, events, status } = catalogue(language).dmca
  const path = report.token === null ? '/dmca' : `/dmca/status/${report.token}`
  const values = { report: reportNumber(report.id), site: settings().siteName }
  return {
    to: report.email,
    subject: fill(mail.subject, values),
    body: {
      language,
      title: fill(mail.title, values),
      parts: [
        events[kind],
        ...(note === '' ? [] : [status.fromOperator, { quote: note }]),
        {
          button: mail.button,
          href: env.APP_URL + localPath(path, language, defaultLanguage()),
        },
      ],
      footer: mail.footer,
    },
  }
}

/**
 * Queues the mail about a report and returns its number in the outbox. Returns null, and queues
 * nothing, when mail is not set up.
 */
export async function mailClaimant(
  report: MailedReport,
  kind: DmcaEventKind,
  note: string,
  executor: Kysely<Database>,
): Promise<number | null> {
  if (!mailIsSetUp()) return null
  const token = statusToken(report.content_hash, report.status_token_hash)
  return enqueueMail(claimantMail({ ...report, token }, kind, note), executor)
}
