import { forgottenPasswordMail } from '#app/accounts/credentials/password-reset.server.ts'
import { letterMail, passwordLinkMail } from '#app/accounts/user-mail.server.ts'
import { lastWeek, weeklyReportMail } from '#app/analytics/weekly-report.server.ts'
import { outreachMail } from '#app/backlinks/outreach-mail.server.ts'
import { answerMail } from '#app/contact/contact.server.ts'
import { claimantMail } from '#app/dmca/mail.server.ts'
import { posterMail } from '#app/dmca/poster-mail.server.ts'
import { env } from '#app/env.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { renderMail } from '#app/mail/mail-template.server.ts'
import { testMail } from '#app/mail/mail-test.server.ts'
import type { Mail } from '#app/mail/outbox.server.ts'
import { subscriberMail } from '#app/newsletter/newsletter.server.ts'
import { receivedItem } from '#app/notices/counter-notices.server.ts'
import { noticeMail } from '#app/notices/operator-notice.server.ts'

type MailKind = {
  name: string
  /** When it is sent, and to whom. */
  when: string
  isTranslated?: boolean
  sample: (language: Language) => Mail
}

const to = 'ada@example.com'
const ada = { id: 'example', name: 'Ada Example', email: to }
const postIds = ['7300000000000000001', '7300000000000000002']
const note = 'The operator’s own words go here.'
const resetLink = `${env.APP_URL}/admin/reset/example`

const report = (language: Language) => ({ id: 1, email: to, language, token: 'example' })
const subscriber = (language: Language) => ({ email: to, language, unsubscribe_token: 'example' })

const kinds = {
  forgotten: {
    name: 'Forgotten password',
    when: 'Someone asks for a new password on the sign-in page.',
    sample: () => forgottenPasswordMail(to, resetLink),
  },
  invitation: {
    name: 'Invitation',
    when: 'An operator creates an account without a password.',
    sample: () => passwordLinkMail(ada, resetLink, 'invite'),
  },
  'password-link': {
    name: 'Password link',
    when: 'An operator sends a user a link to choose a new password.',
    sample: () => passwordLinkMail(ada, resetLink, 'reset'),
  },
  letter: {
    name: 'Email to a user',
    when: 'An operator writes to a user.',
    sample: () =>
      letterMail(to, {
        subject: 'About your account',
        text: 'Hello Ada,\n\nThe operator’s own words go here.',
      }),
  },
  answer: {
    name: 'Answer to a message',
    when: 'An operator answers a visitor’s message.',
    sample: () =>
      answerMail(
        to,
        'Hello Ada,\n\nThe operator’s own words go here.',
        'The visitor’s message goes here.',
      ),
  },
  notification: {
    name: 'Notification to operators',
    when: 'An event chosen under Notifications begins, and daily while it lasts.',
    sample: () =>
      noticeMail(to, {
        title: 'The last backup failed',
        text: 'The cause goes here, and what to do about it.',
        linkText: 'Backups',
        href: '/admin/settings/database',
      }),
  },
  'counter-notice-news': {
    name: 'Counter-notice, to operators',
    when: 'A creator sends a counter-notice with the form, and daily until it’s checked.',
    sample: () =>
      noticeMail(
        to,
        receivedItem({ id: 1, reportId: 12, earliestOn: '2026-11-16', latestOn: '2026-11-20' }, 1),
      ),
  },
  'weekly-report': {
    name: 'Weekly report',
    when: 'On Mondays, to the operators chosen under Notifications.',
    sample: () =>
      weeklyReportMail(to, {
        week: lastWeek(Date.now()),
        figures: [
          { name: 'Visitors', count: 1240, change: 'Up 7%' },
          { name: 'Page views', count: 3480, change: 'Up 4%' },
          { name: 'Look-ups', count: 2010, change: 'Up 9%', rate: { share: '96.0%', of: 'found' } },
          {
            name: 'Downloads',
            count: 1730,
            change: 'Up 8%',
            rate: { share: '98.2%', of: 'completed' },
          },
        ],
        tops: [
          {
            title: 'Top sources',
            key: 'Source',
            metric: 'Visitors',
            rows: [
              ['Direct', 610],
              ['example.com', 240],
            ],
          },
          {
            title: 'Top pages',
            key: 'Page',
            metric: 'Views',
            rows: [
              ['/', 2050],
              ['/blog', 180],
            ],
          },
        ],
      }),
  },
  outreach: {
    name: 'Email to a prospect',
    when: 'An operator writes to a prospect of an outreach campaign.',
    sample: () =>
      outreachMail(to, {
        subject: 'A suggestion for your list of tools',
        text: 'Hello Ada,\n\nThe operator’s own words go here.',
      }),
  },
  'dmca-received': {
    name: 'DMCA notice received',
    when: 'A claimant sends a notice.',
    isTranslated: true,
    sample: (language) => claimantMail(report(language), 'submitted', { note: '', postIds }),
  },
  'dmca-approved': {
    name: 'DMCA notice approved',
    when: 'An operator approves a report.',
    isTranslated: true,
    sample: (language) => claimantMail(report(language), 'approved', { note: '', postIds }),
  },
  'dmca-rejected': {
    name: 'DMCA notice rejected',
    when: 'An operator rejects a report.',
    isTranslated: true,
    sample: (language) => claimantMail(report(language), 'rejected', { note, postIds }),
  },
  'dmca-question': {
    name: 'Question about a DMCA notice',
    when: 'An operator asks the claimant something.',
    isTranslated: true,
    sample: (language) => claimantMail(report(language), 'asked', { note, postIds }),
  },
  'dmca-counter-notice': {
    name: 'Counter-notice received',
    when: 'A creator sends a counter-notice with the form.',
    isTranslated: true,
    sample: (language) => posterMail({ reportId: 12, email: to, language, postIds }, 'received'),
  },
  'newsletter-confirm': {
    name: 'Newsletter confirmation',
    when: 'A visitor subscribes to the newsletter.',
    isTranslated: true,
    sample: (language) =>
      subscriberMail({ ...subscriber(language), status: 'unconfirmed' }, 'example'),
  },
  'newsletter-known': {
    name: 'Already subscribed',
    when: 'A confirmed subscriber subscribes again.',
    isTranslated: true,
    sample: (language) =>
      subscriberMail({ ...subscriber(language), status: 'confirmed' }, 'example'),
  },
  test: {
    name: 'Test email',
    when: 'An operator tests the mail server.',
    sample: () => testMail(to),
  },
} as const satisfies Record<string, MailKind>

const byId: ReadonlyMap<string, MailKind> = new Map(Object.entries(kinds))

export const mailKinds = [...byId].map(([id, { name }]) => ({ id, name }))

/** Returns a mail of a kind with sample facts. Null for an unknown kind. */
export function sampleMail(id: string, language: Language) {
  const kind = byId.get(id)
  if (kind === undefined) return null
  const { subject, body } = kind.sample(language)
  const { name, when, isTranslated = false } = kind
  return { name, when, isTranslated, subject, ...renderMail(body) }
}
