import type { Kysely } from 'kysely'
import { env } from '#app/env.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import type { Database } from '#db/schema.ts'
import { counterNoticePath } from './counter-link.server.ts'
import { reportNumber } from './report.ts'

/** What became of a counter-notice, as its sender is told. */
export type PosterNews = 'received' | 'restored' | 'closed'

type ToPoster = { reportId: number; email: string; language: string | null }

/**
 * The mail to whoever sent a counter-notice by the form. It holds nothing of what they typed, so that
 * the form can't be used to write to strangers.
 */
export function posterMail({ reportId, email, language: used }: ToPoster, news: PosterNews): Mail {
  const language = used !== null && isLanguage(used) ? used : defaultLanguage()
  const { mail, news: texts } = catalogue(language).dmca.counter
  const values = { report: reportNumber(reportId), site: settings().siteName }
  return {
    to: email,
    subject: fill(mail.subject, values),
    body: {
      language,
      title: fill(mail.title, values),
      parts: [
        texts[news],
        {
          button: mail.button,
          href: env.APP_URL + localPath(counterNoticePath(reportId), language, defaultLanguage()),
        },
      ],
      footer: mail.footer,
    },
  }
}

/** Queues that mail; nothing when mail is not set up. */
export async function mailPoster(
  to: ToPoster,
  news: PosterNews,
  executor: Kysely<Database>,
): Promise<void> {
  if (mailIsSetUp()) await enqueueMail(posterMail(to, news), executor)
}
