import type { Job } from '#app/jobs/job.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { onSettingsChange } from '#app/settings/settings.server.ts'
import type { SettingName } from '#app/settings/settings-schema.ts'
import { minuteMs } from '#app/time/durations.ts'
import { sendMail } from './mailer.server.ts'
import { mailIsSetUp, mailRefusal, mailServer, openContent } from './outbox.server.ts'
import {
  beginSending,
  noteCutShort,
  noteFailed,
  noteSent,
  retryFailedNow,
} from './outbox-delivery.server.ts'

/**
 * Mails in the outbox are sent by jobs, so no request waits for a mail server. Each goes out once,
 * unless the process dies between the server's answer and its record: then it goes out twice, with
 * the same Message-ID.
 */

/** Pause after a server-wide failure, doubling each time. */
const firstPauseMs = 30_000
const longestPauseMs = 5 * minuteMs

let serverFaults = 0
let pausedUntil = 0

/** Returns true if a mail server is set up and isn't paused after a failure. */
export function mailCanBeSent(): boolean {
  return mailIsSetUp() && performance.now() >= pausedUntil
}

export function endServerPause(): void {
  pausedUntil = 0
}

const serverSettings: readonly SettingName[] = [
  'smtpHost',
  'smtpPort',
  'smtpUser',
  'smtpPassword',
  'smtpEncryption',
  'mailFrom',
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
  const mail = await job.write((trx) => beginSending(trx, id, job.attempt))
  if (mail === null) return
  topicChanged('outbox')
  const fail = (error: string) => job.end((trx) => noteFailed(trx, { id, error, runAt: null }))
  try {
    const content = openContent(mail)
    if (content === null) {
      return await fail('Its content can’t be read: it was stored under another SESSION_SECRET.')
    }
    const refusal = await mailRefusal(content.kind, mail.recipient)
    if (refusal !== null) return await fail(refusal)
    const server = mailServer()
    if (server === null) return await job.giveBack((trx) => noteCutShort(trx, id, job.attempt))
    const result = await sendMail(
      server,
      { ...content, to: mail.recipient, subject: mail.subject, messageId: mail.message_id },
      job.signal,
    )
    if (result.ok) {
      serverFaults = 0
      return await job.end((trx) => noteSent(trx, { id, isPrivate: content.isPrivate }))
    }
    if (job.isStopping()) {
      return await job.giveBack((trx) => noteCutShort(trx, id, job.attempt))
    }
    const { fault } = result
    log.warn({ mail: id, fault: fault.kind, attempts: job.attempt }, 'mail not sent')
    // Mails sent at the same time hit the same fault, so it counts once.
    if (fault.scope === 'server' && performance.now() >= pausedUntil) {
      serverFaults += 1
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, serverFaults - 1))
      pausedUntil = performance.now() + pause
    }
    // The outbox shows and retries it, so the job itself doesn't fail.
    if (fault.permanent || job.isLastAttempt) await fail(fault.text)
    else {
      await job.retry(fault.text, (trx, runAt) => noteFailed(trx, { id, error: fault.text, runAt }))
    }
    topicChanged('badge')
  } finally {
    topicChanged('outbox')
  }
}
