import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { networksOf } from '#app/http/ip-address.ts'
import { log } from '#app/observe/log.server.ts'
import { deriveKeys, sign } from '#app/secrets/secrets.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { writeIfRoom } from '#db/unavailable.ts'

const freeFailures = {
  account: 5,
  second_step: 5,
  // Separate from the account's: strangers' failures must not hinder someone who is signed in.
  password_again: 5,
  // A device known for this account; strangers can't use up its attempts.
  device: 5,
  network: 20,
} as const
const firstWaitMs = 30_000
const longestWaitMs = 60 * minuteMs
const forgetAfterMs = 24 * 60 * minuteMs
/** An attempt further in the future than this means that the clock was set back. */
const clockSlackMs = 2 * minuteMs

const keys = deriveKeys('sign-in attempts')

type AttemptKind = keyof typeof freeFailures

/** A subject that attempts count against, with its free failures. Only a keyed hash is stored. */
export type AttemptSubject = { key: string; kind: AttemptKind; free: number }

type Attempts = { failures: number; last_at: number; blocked_until: number }

export const accountSubject = (email: string): AttemptSubject => subject('account', email)

export const networkSubjects = (clientAddress: string): AttemptSubject[] =>
  networksOf(clientAddress).map(({ network, allowance }) => {
    const narrow = subject('network', network)
    return { ...narrow, free: narrow.free * allowance }
  })

export const secondStepSubject = (userId: string): AttemptSubject => subject('second_step', userId)

/**
 * Second step on one known device, separate from its passwords, so that a right password doesn't
 * give back code attempts.
 */
export const deviceSecondStepSubject = (userId: string, device: string): AttemptSubject =>
  deviceSubject(userId, `second step\n${device}`)

export const passwordAgainSubject = (userId: string): AttemptSubject =>
  subject('password_again', userId)

/** One device of an account. The key starts with the account's part, for `unlock`. */
export const deviceSubject = (userId: string, device: string): AttemptSubject => ({
  key: `${deviceKeyStart(userId)}${hashOf('device', device)}`,
  kind: 'device',
  free: freeFailures.device,
})

function subject(kind: AttemptKind, of: string): AttemptSubject {
  return { key: `${kind}:${hashOf(kind, of)}`, kind, free: freeFailures[kind] }
}

function deviceKeyStart(userId: string): string {
  return `device:${hashOf('device', userId)}:`
}

function hashOf(kind: AttemptKind, of: string): string {
  return sign(keys, `${kind}\n${of}`)
}

/** Attempts that a full disk couldn't store. Until it has room, they replace the stored ones. */
const unwritten = new LRUCache<string, Attempts>({ max: 10_000, ttl: forgetAfterMs })

export async function forgetOldAttempts(
  now = steadyNow(),
  executor: Kysely<Database> = db,
): Promise<void> {
  await executor
    .deleteFrom('sign_in_attempts')
    .where('last_at', '<', now - forgetAfterMs)
    .execute()
}

/**
 * Attempts in the future mean that the clock was set back while the server was not running. Their
 * blocks then run from now for their original length, rather than until the old time comes again.
 * Called at the start.
 */
export async function settleAttemptsAfterClockChange(): Promise<void> {
  const now = steadyNow()
  await db
    .updateTable('sign_in_attempts')
    .set((eb) => ({
      blocked_until: sql<number>`case when ${eb.ref('blocked_until')} > ${eb.ref('last_at')}
        then ${now} + ${eb.ref('blocked_until')} - ${eb.ref('last_at')} else 0 end`,
      last_at: now,
    }))
    .where('last_at', '>', now + clockSlackMs)
    .execute()
}

/** `justBlocked` is true if this attempt was the last for a while. */
type AttemptResult =
  | { ok: true; justBlocked: boolean }
  | { ok: false; refusal: { kind: 'blocked'; retryAfterSeconds: number } }

/**
 * Takes one attempt from each subject, or from none, before the secret is checked: simultaneous
 * attempts count like consecutive ones. While the disk is full, they are counted in memory.
 */
export async function takeAttempt(subjects: AttemptSubject[]): Promise<AttemptResult> {
  const now = steadyNow()
  const store = async () => {
    const result = await transact(async (trx) => {
      await forgetOldAttempts(now, trx)
      const { changes, ...decided } = decide(subjects, await storedAttempts(subjects, trx), now)
      for (const [key, facts] of changes) {
        await trx
          .insertInto('sign_in_attempts')
          .values({ key, ...facts })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(facts))
          .execute()
      }
      return decided.result
    })
    if (result.ok) for (const { key } of subjects) unwritten.delete(key)
    return result
  }
  return writeIfRoom(store, async () => {
    const stored = await storedAttempts(subjects, db)
    // No await from here on, so that simultaneous attempts see each other.
    const { changes, result } = decide(subjects, stored, now)
    for (const [key, facts] of changes) keepUnwritten(key, facts)
    return result
  })
}

/** After a success, resets the account's count and gives its networks the attempt back. */
export async function giveBackAttempt(subjects: AttemptSubject[]): Promise<void> {
  const networks = subjects.filter(({ kind }) => kind === 'network').map(({ key }) => key)
  const others = subjects.filter(({ kind }) => kind !== 'network').map(({ key }) => key)
  for (const key of others) unwritten.delete(key)
  const store = () =>
    transact(async (trx) => {
      if (others.length > 0) {
        await trx.deleteFrom('sign_in_attempts').where('key', 'in', others).execute()
      }
      if (networks.length === 0) return
      await trx
        .updateTable('sign_in_attempts')
        .set((eb) => ({
          failures: sql<number>`case when ${eb.ref('failures')} > 0 then ${eb.ref('failures')} - 1 else 0 end`,
          blocked_until: 0,
        }))
        .where('key', 'in', networks)
        .execute()
    })
  await writeIfRoom(store, async () => {
    const stored = await storedAttempts(subjects, db)
    for (const [key, { failures, last_at }] of currentAttempts(subjects, stored)) {
      const left = others.includes(key) ? 0 : Math.max(0, failures - 1)
      keepUnwritten(key, { failures: left, last_at, blocked_until: 0 })
    }
  })
}

/** Unblocks an account, or everything, networks too, if `account` is null. */
export async function unlock(account: { id: string; email: string } | null): Promise<number> {
  unwritten.clear()
  let query = db.deleteFrom('sign_in_attempts')
  if (account !== null) {
    const { id, email } = account
    const own = [accountSubject(email), secondStepSubject(id), passwordAgainSubject(id)]
    const devices = deviceKeyStart(id)
    query = query.where((eb) =>
      eb.or([
        eb(
          'key',
          'in',
          own.map(({ key }) => key),
        ),
        eb.and([eb('key', '>=', devices), eb('key', '<', `${devices}~`)]),
      ]),
    )
  }
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the seconds until each account can try again on an unknown device; 0 if it can now. */
export async function secondsBlocked(emails: readonly string[]): Promise<number[]> {
  const subjects = emails.map(accountSubject)
  const attempts = currentAttempts(subjects, await storedAttempts(subjects, db))
  return subjects.map(({ key }) => {
    const until = attempts.get(key)?.blocked_until ?? 0
    return Math.max(0, Math.ceil((until - steadyNow()) / 1000))
  })
}

function decide(
  subjects: AttemptSubject[],
  stored: ReadonlyMap<string, Attempts>,
  now: number,
): { result: AttemptResult; changes: Map<string, Attempts> } {
  const before = currentAttempts(subjects, stored)
  const waitMs = Math.max(0, ...[...before.values()].map((row) => row.blocked_until - now))
  if (waitMs > 0) {
    const retryAfterSeconds = Math.ceil(Math.min(waitMs, longestWaitMs) / 1000)
    const refusal = { kind: 'blocked', retryAfterSeconds } as const
    return { result: { ok: false, refusal }, changes: new Map() }
  }
  const changes = new Map<string, Attempts>()
  let justBlocked = false
  for (const { key, free } of subjects) {
    const failures = (before.get(key)?.failures ?? 0) + 1
    const wait = waitAfter(free, failures)
    if (wait > 0) justBlocked = true
    changes.set(key, { failures, last_at: now, blocked_until: wait > 0 ? now + wait : 0 })
  }
  return { result: { ok: true, justBlocked }, changes }
}

/** Returns the attempts per subject. Those in memory are newer than those stored. */
function currentAttempts(
  subjects: AttemptSubject[],
  stored: ReadonlyMap<string, Attempts>,
): Map<string, Attempts> {
  const found = new Map<string, Attempts>()
  for (const { key } of subjects) {
    const attempts = unwritten.peek(key) ?? stored.get(key)
    if (attempts !== undefined) found.set(key, attempts)
  }
  return found
}

async function storedAttempts(
  subjects: AttemptSubject[],
  executor: Kysely<Database>,
): Promise<Map<string, Attempts>> {
  const rows = await executor
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where(
      'key',
      'in',
      subjects.map(({ key }) => key),
    )
    .execute()
  return new Map(rows.map(({ key, ...attempts }) => [key, attempts]))
}

function keepUnwritten(key: string, attempts: Attempts): void {
  if (unwritten.size === 0) log.warn('the disk is full: sign-in attempts are counted in memory')
  unwritten.set(key, attempts)
}

/** Nothing for the free failures, then 30 seconds, doubling up to an hour. */
function waitAfter(free: number, failures: number): number {
  if (failures < free) return 0
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, failures - free))
}
