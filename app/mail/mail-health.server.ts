import { countText } from '#app/i18n/count-text.ts'
import { minuteMs } from '#app/time/durations.ts'
import { agoText, durationText } from '#app/time/time-text.ts'
import { reads } from '#db/reads.ts'
import type { MailFaultScope } from '#db/schema.ts'
import { mailIsSetUp, outboxCounts } from './outbox.server.ts'

/** The state of sending emails in a word, and in a sentence that says what to change. */
export type MailHealth = {
  tone: 'good' | 'warn' | 'bad' | 'quiet'
  state: string
  text: string
}

/** A mail is handed over within seconds, unless something is wrong. */
const longestWaitMs = 2 * minuteMs

/** Reads the outbox, which all processes share. Mails held back for Undo don't count as waiting. */
export async function mailHealth(now = Date.now()): Promise<MailHealth> {
  if (!mailIsSetUp()) {
    const { waiting } = await outboxCounts()
    const mails = countText(waiting, 'email waits', 'emails wait')
    if (waiting > 0) {
      return { tone: 'bad', state: 'Not set up', text: `${mails} until a mail server is saved.` }
    }
    const text = 'No mail server is saved, so no email is sent.'
    return { tone: 'quiet', state: 'Not set up', text }
  }
  const [held, due, deferred, settled] = await Promise.all([
    heldUp(['server', 'ours', 'unknown', null]),
    dueMails(now),
    heldUp(['mail']),
    lastMails(),
  ])
  if (held !== null) {
    const mails = countText(held.count, 'email waits', 'emails wait')
    const next = held.nextTryAt > now ? ` Next try in ${durationText(held.nextTryAt - now)}.` : ''
    const since = agoText(held.since, now)
    const text = `${mails}, the oldest queued ${since}. ${held.error}${next}`
    return { tone: 'bad', state: 'Emails wait', text }
  }
  if (due.count > 0 && now - due.since > longestWaitMs) {
    const mails = countText(due.count, 'email', 'emails')
    const text = `${mails} due for ${durationText(now - due.since)}, and the mail server hasn’t answered yet.`
    return { tone: 'warn', state: 'Emails wait', text }
  }
  if (deferred !== null) {
    const mails = countText(deferred.count, 'email waits', 'emails wait')
    const text = `${mails} until the recipient’s server accepts more. ${deferred.error}`
    return { tone: 'warn', state: 'Some emails wait', text }
  }
  if (due.count > 0) {
    const text = `${countText(due.count, 'email is', 'emails are')} being sent.`
    return { tone: 'quiet', state: 'Sending', text }
  }
  const { last, lost } = settled
  if (lost !== undefined) {
    const text = `Emails were given up, and none was sent since. ${lost.error}`
    return { tone: 'bad', state: 'Emails fail', text }
  }
  if (last === null) {
    const text = 'No email was sent in the last 30 days. Send a test email.'
    return { tone: 'quiet', state: 'Not tried yet', text }
  }
  const text = `Nothing waits. The mail server took the last email ${agoText(last, now)}.`
  return { tone: 'good', state: 'Works', text }
}

/** Returns when the last mail was sent, and one that was given up since. */
async function lastMails() {
  const sent = reads
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('sent_at').as('last'))
    .where('state', '=', 'sent')
  const [{ last }, lost] = await Promise.all([
    sent.executeTakeFirstOrThrow(),
    reads
      .selectFrom('outbox')
      .select('error')
      .where('state', '=', 'failed')
      .where('fault', 'in', ['server', 'ours', 'unknown'])
      .where('next_try_at', '>', (eb) => eb.fn.coalesce(sent, eb.lit(0)))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { last, lost }
}

/** Returns the mails that wait after a failure of these kinds, with the newest one's error. */
async function heldUp(faults: readonly (MailFaultScope | null)[]) {
  const mails = reads
    .selectFrom('outbox')
    .where('state', 'in', ['waiting', 'sending'])
    .where('error', 'is not', null)
    .where((eb) =>
      eb.or(
        faults.map((fault) => (fault === null ? eb('fault', 'is', null) : eb('fault', '=', fault))),
      ),
    )
  const [{ count, since, nextTryAt }, newest] = await Promise.all([
    mails
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.min('created_at').as('since'),
        eb.fn.min('next_try_at').as('nextTryAt'),
      ])
      .executeTakeFirstOrThrow(),
    mails.select('error').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ])
  return newest === undefined ? null : { count, since, nextTryAt, error: newest.error ?? '' }
}

async function dueMails(now: number): Promise<{ count: number; since: number }> {
  const { count, since } = await reads
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('next_try_at').as('since')])
    .where('state', 'in', ['waiting', 'sending'])
    .where('next_try_at', '<=', now)
    .executeTakeFirstOrThrow()
  return { count, since: since ?? now }
}
