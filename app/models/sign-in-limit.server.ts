import type { Kysely } from 'kysely'
import { deriveKeys, sign } from '#app/services/secrets.server.ts'
import { steadyNow } from '#app/services/steady-clock.ts'
import { networkOf } from '#app/utils/ip-address.ts'
import { db } from '#db/client.ts'
import type { Database } from '#db/schema.ts'

/** How many failures are free, and how the wait grows with each one after. */
const limits = {
  account: { free: 5, firstWaitMs: 30_000 },
  second_step: { free: 5, firstWaitMs: 30_000 },
  // Not the account's own: strangers who fail at it must not hinder somebody signed in.
  password_again: { free: 5, firstWaitMs: 30_000 },
  network: { free: 20, firstWaitMs: 30_000 },
} as const
const longestWaitMs = 60 * 60_000
const forgetAfterMs = 24 * 60 * 60_000

const keys = deriveKeys('sign-in attempts')

type AttemptKind = keyof typeof limits

/** What an attempt counts against. Only keyed hashes of it are stored. */
export type AttemptSubject = { kind: AttemptKind; of: string }

export const accountSubject = (email: string): AttemptSubject => ({ kind: 'account', of: email })

/** The network of a visitor's address. */
export const networkSubject = (clientAddress: string): AttemptSubject => ({
  kind: 'network',
  of: networkOf(clientAddress),
})

export const secondStepSubject = (userId: string): AttemptSubject => ({
  kind: 'second_step',
  of: userId,
})

export const passwordAgainSubject = (userId: string): AttemptSubject => ({
  kind: 'password_again',
  of: userId,
})

/** Removes attempts that are long past: they count for nothing any more. */
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
 * Takes one attempt from each subject, all or none, before the secret is checked: many at once are
 * counted as well as one after the other. `justBlocked` says that this one was the last for a while.
 */
export async function takeAttempt(
  subjects: AttemptSubject[],
): Promise<{ ok: true; justBlocked: boolean } | { ok: false; retryAfterSeconds: number }> {
  const now = steadyNow()
  return db.transaction().execute(async (trx) => {
    await forgetOldAttempts(now, trx)
    const keys = subjects.map(keyOf)
    const rows = await trx
      .selectFrom('sign_in_attempts')
      .selectAll()
      .where('key', 'in', keys)
      .execute()
    const waitMs = Math.max(0, ...rows.map((row) => row.blocked_until - now))
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(Math.min(waitMs, longestWaitMs) / 1000)
      return { ok: false as const, retryAfterSeconds }
    }
    let justBlocked = false
    for (const subject of subjects) {
      const failures = (rows.find((row) => row.key === keyOf(subject))?.failures ?? 0) + 1
      const wait = waitAfter(subject.kind, failures)
      if (wait > 0) justBlocked = true
      const facts = { failures, last_at: now, blocked_until: wait > 0 ? now + wait : 0 }
      await trx
        .insertInto('sign_in_attempts')
        .values({ key: keyOf(subject), ...facts })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(facts))
        .execute()
    }
    return { ok: true as const, justBlocked }
  })
}

/** The attempt was right: its account starts anew, and its network gets the attempt back. */
export async function giveBackAttempt(subjects: AttemptSubject[]): Promise<void> {
  for (const subject of subjects) {
    if (subject.kind !== 'network') {
      await db.deleteFrom('sign_in_attempts').where('key', '=', keyOf(subject)).execute()
      continue
    }
    const row = await db
      .selectFrom('sign_in_attempts')
      .select('failures')
      .where('key', '=', keyOf(subject))
      .executeTakeFirst()
    if (row === undefined) continue
    await db
      .updateTable('sign_in_attempts')
      .set({ failures: Math.max(0, row.failures - 1), blocked_until: 0 })
      .where('key', '=', keyOf(subject))
      .execute()
  }
}

/** Lets an account sign in again at once; without one, lifts every block, of networks too. */
export async function unlock(account: { id: string; email: string } | null): Promise<number> {
  const query = db.deleteFrom('sign_in_attempts')
  const keys =
    account === null
      ? null
      : [
          accountSubject(account.email),
          secondStepSubject(account.id),
          passwordAgainSubject(account.id),
        ].map(keyOf)
  const { numDeletedRows } = await (keys === null
    ? query
    : query.where('key', 'in', keys)
  ).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Seconds until an account may try again; 0 when it may now. */
export async function secondsBlocked(email: string): Promise<number> {
  const row = await db
    .selectFrom('sign_in_attempts')
    .select('blocked_until')
    .where('key', '=', keyOf(accountSubject(email)))
    .executeTakeFirst()
  return Math.max(0, Math.ceil(((row?.blocked_until ?? 0) - steadyNow()) / 1000))
}

/** 0 for the free ones, then 30 seconds doubling up to an hour. */
function waitAfter(kind: AttemptKind, failures: number): number {
  const { free, firstWaitMs } = limits[kind]
  if (failures < free) return 0
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, failures - free))
}

function keyOf({ kind, of }: AttemptSubject): string {
  return `${kind}:${sign(keys, `${kind}\n${of}`)}`
}
