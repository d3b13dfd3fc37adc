import type { Kysely } from 'kysely'
import { env } from '#app/env.server.ts'
import { fill, isLanguage } from '#app/i18n/catalogue.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { enqueueMail, mailIsSetUp } from '#app/mail/outbox.server.ts'
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
 * Queues the mail that tells the claimant what happened to the report, and returns its number in
 * the outbox. Returns null, and queues nothing, when mail is not set up. Nothing of what the form said is in it, so that the form cannot be used
 * to write to strangers; `note` is the operator's own.
 */
export async function mailClaimant(
  report: MailedReport,
  kind: DmcaEventKind,
  note: string,
  executor: Kysely<Database>,
): Promise<number | null> {
  if (!mailIsSetUp()) return null
  const language = isLanguage(report.language) ? report.language : defaultLanguage()
  const texts = catalogue(language).dmca
  const address = (path: string) => env.APP_URL + localPath(path, language, defaultLanguage())
  const site = settings().siteName
  const token = statusToken(report.content_hash, report.status_token_hash)
  return enqueueMail(
    {
      to: report.email,
      subject: fill(texts.mail.subject, { report: reportNumber(report.id), site }),
      text: fill(texts.mail.text, {
        report: reportNumber(report.id),
        what: texts.events[kind],
        note: note === '' ? '' : `${texts.status.fromOperator}\n\n${note}\n\n`,
        link: address(token === null ? '/dmca' : `/dmca/status/${token}`),
        site,
        home: address('/'),
      }),
    },
    executor,
  )
}
