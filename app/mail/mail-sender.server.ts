import type { Job } from '#app/jobs/job.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { onSettingsChange } from '#app/settings/settings.server.ts'
import type { SettingName } from '#app/settings/settings-schema.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import type { MailFaultScope } from '#db/schema.ts'
import { handedOver, mailsAreHeld, markAgainSoon, noteHandedOver } from './handed-over.server.ts'
import type { MailFault } from './mail-fault.ts'
import { sendMail } from './mailer.server.ts'
import { mailRefusal, mailServer, openContent } from './outbox.server.ts'
import {
  beginSending,
  noteCutShort,
  noteFailed,
  noteSent,
  retryFailedNow,
} from './outbox-delivery.server.ts'
import { endServerPause, lateAnswer, noteAccepted, noteServerFault } from './server-pause.server.ts'

/**
 * Mails in the outbox are sent by jobs, so no request waits for a mail server. Each goes out once,
 * unless the process dies between the server's answer and its record: then it goes out twice, with
 * the same Message-ID.
 */

/** Filters count how often they are given what they take for spam. */
const spamWaitMs = 6 * hourMs
/** Each further try may be one more copy at the recipient. */
const unknownWaitMs = 2 * hourMs
const unknownAgainWaitMs = dayMs

const serverSettings: readonly SettingName[] = [
  'smtpHost',
  'smtpPort',
  'smtpUser',
  'smtpPassword',
  'smtpEncryption',
  'mailFrom',
  'contactAddress',
  'siteName',
]

/** Retries mails at once when the mail server's settings change. Called at server start. */
export function retryMailsAtNewServer(): void {
  onSettingsChange((changed) => {
    if (!serverSettings.some((name) => changed.has(name))) return
    endServerPause()
    retryFailedNow().catch((error: unknown) =>
      log.error({ err: error }, 'email not retried at the new server'),
    )
  })
}

export async function sendQueuedMail(job: Job<'mail'>): Promise<void> {
  const { mail: id } = job.payload
  // Claimed just before the database's server changed.
  if (mailsAreHeld()) return await job.giveBack()
  const mail = await job.write((trx) => beginSending(trx, id, job.attempt))
  if (mail === null) return
  const sent = handedOver(mail)
  if (sent !== null) return await job.end((trx) => noteSent(trx, sent))
  topicChanged('outbox')
  const late = lateAnswer()
  const fail = (error: string, fault: MailFaultScope = 'mail') =>
    job.end((trx) => noteFailed(trx, { id, error, fault, runAt: null }))
  try {
    const content = openContent(mail)
    if (content === null) {
      return await fail('Its content can’t be read: it was stored under another SESSION_SECRET.')
    }
    const refusal = await mailRefusal(content, mail.recipient)
    if (refusal !== null) return await fail(refusal, content.linkHash === null ? 'mail' : 'stale')
    const server = mailServer()
    if (server === null) return await job.giveBack((trx) => noteCutShort(trx, id, job.attempt))
    const result = await sendMail(
      server,
      { ...content, to: mail.recipient, subject: mail.subject, messageId: mail.message_id },
      job.signal,
      { whenLate: late.begin },
    )
    if (result.ok) {
      const { isPrivate } = content
      const sent = noteHandedOver({ id, messageId: mail.message_id, isPrivate })
      await job
        .end((trx) => noteSent(trx, sent))
        .catch((error: unknown) => {
          // Such as a claim that was lost with the database's server.
          void markAgainSoon()
          throw error
        })
      return noteAccepted() ? await retryFailedNow('server') : undefined
    }
    // The server may have taken it, so it isn't sent again right at the next start.
    if (job.isStopping() && result.fault.scope !== 'unknown') {
      return await job.giveBack((trx) => noteCutShort(trx, id, job.attempt))
    }
    const { fault } = result
    log.warn({ mail: id, fault: fault.kind, attempts: job.attempt }, 'mail not sent')
    if (fault.scope === 'server') noteServerFault(fault)
    // The outbox shows and retries it, so the job itself doesn't fail.
    const { text: error, scope } = fault
    if (fault.permanent || job.isLastAttempt) await fail(error, scope)
    else {
      await job.retry(
        error,
        (trx, runAt) => noteFailed(trx, { id, error, fault: scope, runAt }),
        ownWaitMs(fault, mail.fault),
      )
    }
    topicChanged('badge')
  } finally {
    late.end()
    topicChanged('outbox')
  }
}

function ownWaitMs({ kind }: MailFault, before: MailFaultScope | null): number | undefined {
  if (kind === 'spam') return spamWaitMs
  if (kind !== 'unknown') return undefined
  return before === 'unknown' ? unknownAgainWaitMs : unknownWaitMs
}
