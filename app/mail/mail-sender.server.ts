import { topicChanged } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { onSettingsChange } from '#app/settings/settings.server.ts'
import type { SettingName } from '#app/settings/settings-schema.ts'
import { minuteMs } from '#app/time/durations.ts'
import { databaseIsShared } from '#db/engine.ts'
import { type MailServer, sendMail } from './mailer.server.ts'
import { mailRefusal, mailServer, onMailQueued, openContent } from './outbox.server.ts'
import {
  type ClaimedMail,
  claimMails,
  hurryWaiting,
  markFailed,
  markSent,
  nextDueMs,
  releaseAll,
  releaseExpired,
  releaseMail,
} from './outbox-delivery.server.ts'

/**
 * Sends what waits in the outbox, in the background: no request waits for a mail server. Each mail
 * goes out once, unless the process ends between the server's answer and the note of it. Of several
 * processes one sends, and the others tell it of what they queue.
 */

const concurrency = 3
const oneMailMs = 60_000
/** How long a mail on its way gets at the end of the process. */
const graceMs = 5_000
/** How long no other process takes a mail: longer than this one can be about it. */
const claimMs = oneMailMs + 30_000
/** A server that takes nothing is left alone, longer each time. */
const firstPauseMs = 30_000
const longestPauseMs = 5 * 60_000

let working: Promise<void> | null = null
let wokenAgain = false
let sends = false
let hasReleased = false
let dueTimer: NodeJS.Timeout | undefined
let serverFaults = 0
let pausedUntil = 0
let cut = new AbortController()

/** Has all sent that is due; settles here when nothing is, or when the server takes nothing. */
export function wakeSender(): Promise<void> {
  if (!sends) return signals.tell('mail')
  wokenAgain = true
  working ??= workOff()
  return working
}

/** Does not wait for a pause to end: an operator has asked, or the server is another one. */
export function wakeSenderNow(): Promise<void> {
  if (!sends) return signals.tell('mail-now')
  pausedUntil = 0
  return wakeSender()
}

/** Takes no further mail; those on their way get a moment, and wait for the next sender then. */
export async function stopSender(): Promise<void> {
  sends = false
  clearTimeout(dueTimer)
  const timer = setTimeout(() => cut.abort(), graceMs)
  await working
  clearTimeout(timer)
}

const serverSettings: readonly SettingName[] = [
  'smtpHost',
  'smtpPort',
  'smtpUser',
  'smtpPassword',
  'smtpEncryption',
  'mailFrom',
]

/** Hears what is queued, here and elsewhere, for when this process sends. For the start of the server. */
export function listenForMails(): void {
  const wake = () => {
    // A mail that was queued here has told the sender elsewhere by itself.
    if (sends) void wakeSender()
  }
  onMailQueued((holdMs) => {
    if (holdMs === 0) wake()
    else setTimeout(wake, holdMs + 1).unref()
  })
  onSettingsChange((changed) => {
    if (!sends || !serverSettings.some((name) => changed.has(name))) return
    hurryWaiting()
      .then(wakeSenderNow)
      .catch((error: unknown) => log.error({ err: error }, 'outbox not hurried'))
  })
  signals.on('mail', () => {
    if (sends) void sendAsDue()
  })
  signals.on('mail-now', () => {
    if (sends) void wakeSenderNow()
  })
}

/** Sends what the last sender left over, and from now on what is queued. */
export function startSender(): void {
  sends = true
  cut = new AbortController()
  void sendAsDue()
}

/** Sends what is due, and what another process has queued for soon once it is. */
async function sendAsDue(): Promise<void> {
  await wakeSender()
  if (!databaseIsShared) return
  try {
    const ms = await nextDueMs(minuteMs)
    clearTimeout(dueTimer)
    if (sends && ms !== null) dueTimer = setTimeout(() => void sendAsDue(), ms + 1).unref()
  } catch (error) {
    log.error({ err: error }, 'next mail not found')
  }
}

/** Lets mails wait again that no process is about any more. */
async function releaseLeft(): Promise<void> {
  if (databaseIsShared) return releaseExpired()
  if (!hasReleased) await releaseAll()
  hasReleased = true
}

async function workOff(): Promise<void> {
  const running = new Map<number, Promise<void>>()
  try {
    await releaseLeft()
    while (wokenAgain) {
      wokenAgain = false
      // Not before a claim finds nothing: all that run can end while the next ones are being claimed.
      for (;;) {
        for (const mail of await nextMails(mailServer(), concurrency - running.size)) {
          const run = sendOne(mail)
            .catch((error: unknown) => log.error({ err: error, mail: mail.id }, 'mail not noted'))
            .finally(() => {
              running.delete(mail.id)
              topicChanged('outbox')
            })
          running.set(mail.id, run)
        }
        if (running.size === 0) break
        await Promise.race(running.values())
      }
    }
  } catch (error) {
    log.error({ err: error }, 'outbox not worked off')
    await Promise.all(running.values())
  } finally {
    working = null
  }
}

/** Asynchronous also when there is nothing to ask for: `working` is set only after a first wait. */
async function nextMails(
  server: MailServer | null,
  limit: number,
): Promise<(ClaimedMail & { server: MailServer })[]> {
  if (!sends || server === null || performance.now() < pausedUntil) return []
  const mails = await claimMails(limit, claimMs)
  if (mails.length > 0) topicChanged('outbox')
  return mails.map((mail) => ({ ...mail, server }))
}

async function sendOne({ server, ...mail }: ClaimedMail & { server: MailServer }): Promise<void> {
  const content = openContent(mail)
  if (content === null) {
    const text = 'Its content can’t be read: it was stored under another SESSION_SECRET.'
    return markFailed(mail, { permanent: true, text })
  }
  const refusal = await mailRefusal(content.kind, mail.recipient)
  if (refusal !== null) return markFailed(mail, { permanent: true, text: refusal })
  const signal = AbortSignal.any([cut.signal, AbortSignal.timeout(oneMailMs)])
  const result = await sendMail(
    server,
    { ...content, to: mail.recipient, subject: mail.subject, messageId: mail.message_id },
    signal,
  )
  if (result.ok) {
    serverFaults = 0
    return markSent({ id: mail.id, isPrivate: content.isPrivate })
  }
  if (cut.signal.aborted) return releaseMail(mail)
  const { fault } = result
  log.warn({ mail: mail.id, fault: fault.kind, attempts: mail.attempts }, 'mail not sent')
  // Those under way at the same time meet the same fault: it counts once.
  if (fault.scope === 'server' && performance.now() >= pausedUntil) {
    serverFaults += 1
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, serverFaults - 1))
    pausedUntil = performance.now() + pause
  }
  await markFailed(mail, fault)
  topicChanged('badge')
}
