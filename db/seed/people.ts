import { randomBytes } from 'node:crypto'
import { hashPassword } from '#app/accounts/credentials/password-hash.server.ts'
import { searchColumns } from '#app/accounts/user.server.ts'
import { dayMs } from '#app/time/durations.ts'
import type { SubscriberStatus, UserStatus } from '../schema.ts'
import { demoOperator, historyDays, type SeedPlan } from './plan.ts'
import type { Random } from './random.ts'
import { insertRows } from './steps.ts'
import { madeUpPerson } from './words.ts'

const spanMs = historyDays * dayMs

/**
 * Operators and plain users. Those who were only just invited have no password yet; no one knows the
 * one of the others, and no one reads mail to their addresses.
 */
export async function seedUsers({ users, now, random: all }: SeedPlan): Promise<void> {
  const random = all.fork('users')
  const hash = await hashPassword(randomBytes(32).toString('base64url'))
  const make = (n: number) => {
    const operator = n < 3 || n % 400 === 399
    const person = madeUpPerson(random, n)
    const joinedAt = joinedWhen(n, users, now, random)
    // An active operator would pass for one who can sign in: no link to set up the first is made then.
    const status = operator ? 'inactive' : statusOf(random)
    const invited = !operator && random.chance(now - joinedAt < 3 * dayMs ? 0.3 : 0.04)
    // Only operators sign in, and only their downloads are known as theirs. Some were one before.
    const signedIn = operator || (!invited && random.chance(0.1))
    const lastActiveAt = signedIn
      ? Math.max(joinedAt, now - Math.min(now - joinedAt, random.tail(200) * dayMs) - 60_000)
      : 0
    return {
      id: n < 3 ? demoOperator(n) : `demo-${n}`,
      ...person,
      ...searchColumns(person),
      role: operator ? ('admin' as const) : ('user' as const),
      status,
      joined_at: joinedAt,
      last_active_at: lastActiveAt,
      password_hash: invited ? null : hash,
      downloads: signedIn ? random.tail(30) : 0,
    }
  }
  await insertRows(users, make, (trx, rows) =>
    trx
      .insertInto('users')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

function statusOf(random: Random): UserStatus {
  if (random.chance(0.03)) return 'banned'
  return random.chance(0.12) ? 'inactive' : 'active'
}

/** Later ones closer together: the site grows. */
function joinedWhen(n: number, of: number, now: number, random: Random): number {
  const age = spanMs * (1 - Math.sqrt((n + 1) / of))
  return Math.floor(now - age) - random.below(3_600_000)
}

const languages = ['en', 'en', 'es', 'pt', 'de', 'fr']
const places = ['/', '/', '/', '/blog', '/help', '/statistics']

/** Subscribers in every state; those who have not confirmed were asked to, so none is mailed. */
export async function seedSubscribers(plan: SeedPlan): Promise<void> {
  const { subscribers, now } = plan
  const random = plan.random.fork('subscribers')
  const make = (n: number) => {
    const status: SubscriberStatus = random.chance(0.78)
      ? 'confirmed'
      : random.chance(0.4)
        ? 'unconfirmed'
        : 'unsubscribed'
    const createdAt =
      status === 'unconfirmed'
        ? now - random.below(25 * dayMs)
        : joinedWhen(n, subscribers, now, random)
    const confirmedAt = Math.min(now, createdAt + random.between(60_000, 40 * 3_600_000))
    return {
      email: madeUpPerson(random, n).email,
      status,
      language: random.pick(languages),
      source: random.pick(places),
      created_at: createdAt,
      mailed_at: createdAt,
      confirmed_at: status === 'unconfirmed' ? null : confirmedAt,
      unsubscribed_at: status === 'unsubscribed' ? now - random.below(now - confirmedAt + 1) : null,
      confirm_token_hash: null,
      unsubscribe_token: random.letters(32),
    }
  }
  await insertRows(subscribers, make, (trx, rows) =>
    trx.insertInto('subscribers').values(rows).execute(),
  )
}
