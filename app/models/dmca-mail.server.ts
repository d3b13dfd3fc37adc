import type { Kysely } from 'kysely'
import { env } from '#app/env.server.ts'
import { fill, isLanguage } from '#app/i18n/catalogue.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { deriveKey, sign } from '#app/services/secrets.server.ts'
import { reportNumber } from '#app/utils/dmca-report.ts'
import { sha256 } from '#app/utils/sha256.ts'
import type { Database, DmcaEventKind } from '#db/schema.ts'
import { enqueueMail, mailIsSetUp } from './outbox.server.ts'
import { settings } from './settings.server.ts'
import { defaultLanguage } from './site-language.server.ts'

/** What a mail about a report needs to know of it. */
export type MailedReport = {
  id: number
  email: string
  language: string
  content_hash: string
  status_token_hash: string
}

const key = deriveKey('dmca status links')

/** The secret of a report's status link: it stands in no table, only its hash does. */
export function statusToken(contentHash: string): string {
  return sign(key, contentHash)
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
  const token = statusToken(report.content_hash)
  // With another SESSION_SECRET than the one it was made with, the link could not be made again.
  const known = sha256(token) === report.status_token_hash
  return enqueueMail(
    {
      to: report.email,
      subject: fill(texts.mail.subject, { report: reportNumber(report.id), site }),
      text: fill(texts.mail.text, {
        report: reportNumber(report.id),
        what: texts.events[kind],
        note: note === '' ? '' : `${texts.status.fromOperator}\n\n${note}\n\n`,
        link: address(known ? `/dmca/status/${token}` : '/dmca'),
        site,
        home: address('/'),
      }),
    },
    executor,
  )
}
