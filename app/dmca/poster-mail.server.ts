import type { Kysely } from 'kysely'
import { keyLabel } from '#app/download/platforms/platform-key.ts'
import { env } from '#app/env.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { colon } from '#app/i18n/format.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import type { Database } from '#db/schema.ts'
import { counterNoticePath } from './counter-link.server.ts'
import { postsShort } from './mail.server.ts'
import { reportNumber } from './report.ts'

export type PosterNews = 'received' | 'restored' | 'closed'

type ToPoster = {
  reportId: number
  email: string
  language: string | null
  postIds: readonly string[]
}

/**
 * Returns the mail to the sender of a counter-notice form. It has the posts' ids and nothing that
 * was typed, so that the form can't be used to write to strangers.
 */
export function posterMail(
  { reportId, email, language: used, postIds }: ToPoster,
  news: PosterNews,
): Mail {
  const language = used !== null && isLanguage(used) ? used : defaultLanguage()
  const { counter, status } = catalogue(language).dmca
  const { mail, news: texts } = counter
  const values = { report: reportNumber(reportId), posts: postsShort(postIds) }
  return {
    to: email,
    subject: fill(mail.subjects[news], values),
    body: {
      language,
      title: fill(mail.title, values),
      parts: [
        texts[news],
        `${status.posts}${colon(language)} ${postIds.map(keyLabel).join(', ')}`,
        {
          button: mail.button,
          href: env.APP_URL + localPath(counterNoticePath(reportId), language, defaultLanguage()),
        },
      ],
      footer: mail.footer,
    },
  }
}

/** Queues that mail. Does nothing if mail isn't set up. */
export async function mailPoster(
  to: ToPoster,
  news: PosterNews,
  executor: Kysely<Database>,
): Promise<void> {
  if (mailIsSetUp()) await enqueueMail(posterMail(to, news), executor)
}
