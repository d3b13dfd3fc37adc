import { startPasswordMails } from '#app/accounts/user-mail.server.ts'
import { countInNewTimeZones } from '#app/analytics/counting-job.server.ts'
import { startOutreachMail } from '#app/backlinks/outreach-mail.server.ts'
import { stopCovers } from '#app/download/covers/cover.server.ts'
import { inBackground } from '#app/live/in-background.server.ts'
import { keepSentMails } from '#app/mail/handed-over.server.ts'
import { retryMailsAtNewServer } from '#app/mail/mail-sender.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { startNewsletterMails } from '#app/newsletter/newsletter.server.ts'
import { startNotices } from '#app/notices/operator-notice.server.ts'
import { processId } from '#app/processes/instances.server.ts'
import { onSettingsChange } from '#app/settings/settings.server.ts'
import { tellFigures } from '#app/system/instance-facts.server.ts'
import { watchLosses } from '#app/system/older-database.server.ts'
import { handlers } from './handlers.ts'
import { watchOverdue } from './overdue.server.ts'
import { planRecurring, runSoon } from './recurring.server.ts'
import { createWorker } from './worker.server.ts'

const worker = createWorker(handlers, processId)

export function startJobs(): void {
  tellFigures()
  startOutreachMail()
  startPasswordMails()
  startNewsletterMails()
  startNotices()
  onSettingsChange((changed) =>
    inBackground('jobs', async () => {
      await planRecurring(handlers)
      // Subscribers from before there was a mail server have waited long enough.
      if (changed.has('smtpHost') && mailIsSetUp()) await runSoon('newsletter-requests')
    }),
  )
  retryMailsAtNewServer()
  keepSentMails()
  watchLosses()
  countInNewTimeZones()
  worker.start()
  watchOverdue(worker.readyKinds)
}

/** Aborts running work and starts no more. Another process, or the next start, resumes it. */
export async function stopJobs(): Promise<void> {
  await Promise.all([worker.stop(), stopCovers()])
}
