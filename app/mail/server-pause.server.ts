import { hourMs, minuteMs, secondMs } from '#app/time/durations.ts'
import { mailsAreHeld } from './handed-over.server.ts'
import type { MailFault } from './mail-fault.ts'
import { mailIsSetUp } from './outbox.server.ts'

/** This process's knowledge of the mail server: if it takes mails, and how many at once. */

/** Pause after a server-wide failure, doubling each time. */
const firstPauseMs = 30_000
const longestPauseMs = 5 * minuteMs
/** A sending limit is counted by the hour or the day, and some servers count refused mails too. */
const limitPauseMs = 30 * minuteMs
/** A server that accepts fewer connections takes mails again once the others are closed. */
const crowdPauseMs = 5 * secondMs
const atOnce = 3
const mostLate = 9
const askMs = 10 * secondMs

let faults = 0
let late = 0
let pausedUntil = 0
let oneAtATimeUntil = 0
let askedAt = Number.NEGATIVE_INFINITY

/** True if a mail server is set up and isn't paused after a failure, and mails aren't held. */
export function mailCanBeSent(): boolean {
  return mailIsSetUp() && performance.now() >= pausedUntil && !mailsAreHeld()
}

export function endServerPause(): void {
  pausedUntil = 0
}

/** Mails whose answer is late don't count: a content check of minutes would hold up all others. */
export function mailsAtOnce(): number {
  return (performance.now() < oneAtATimeUntil ? 1 : atOnce) + Math.min(late, mostLate)
}

/** Lets another mail be sent while one waits for its late answer. */
export function lateAnswer(): { begin: () => void; end: () => void } {
  let isLate = false
  return {
    begin() {
      isLate = true
      late += 1
    },
    end() {
      if (isLate) late -= 1
    },
  }
}

/**
 * Ends the pause, since the server took a mail. Returns true if others may have waited for that:
 * after failures here, and now and then for those that other processes met.
 */
export function noteAccepted(): boolean {
  const now = performance.now()
  const mayWait = faults > 0 || now - askedAt >= askMs
  if (mayWait) askedAt = now
  faults = 0
  endServerPause()
  return mayWait
}

export function noteServerFault({ kind }: MailFault): void {
  const now = performance.now()
  if (kind === 'crowd') oneAtATimeUntil = now + hourMs
  // Mails sent at the same time hit the same fault, so it counts once.
  if (now < pausedUntil) return
  faults += 1
  pausedUntil = now + pauseMs(kind)
}

function pauseMs(kind: MailFault['kind']): number {
  if (kind === 'crowd') return crowdPauseMs
  if (kind === 'limit') return limitPauseMs
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, faults - 1))
}
