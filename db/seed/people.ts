import { randomBytes } from 'node:crypto'
import { hashPassword } from '#app/accounts/credentials/password-hash.server.ts'
import { searchColumns } from '#app/accounts/user.server.ts'
import { leaveMessage } from '#app/contact/contact.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { historyDays, type SeedPlan } from './plan.ts'
import { insertAll, madeUpPerson } from './words.ts'

/** When each of `count` joined, in order. Later ones are closer together: the site grows. */
const joinedAt = (n: number, count: number, now: number) =>
  Math.floor(now - historyDays * dayMs * (1 - Math.sqrt((n + 1) / count))) - hourMs

/** Adds operators and users. No one knows their passwords, and a few have none yet. */
export async function seedUsers({ rows, now, randomFor }: SeedPlan): Promise<void> {
  const random = randomFor('users')
  const hash = await hashPassword(randomBytes(32).toString('base64url'))
  const users = Array.from({ length: rows }, (_, n) => {
    const isOperator = n < 3
    const person = madeUpPerson(random, n)
    const joined = joinedAt(n, rows, now)
    const isInvited = !isOperator && random.chance(0.05)
    // Only operators sign in, and only their downloads are attributed. Some are former operators.
    const signsIn = isOperator || (!isInvited && random.chance(0.1))
    return {
      id: `demo-${n}`,
      ...person,
      ...searchColumns(person),
      role: isOperator ? 'admin' : 'user',
      // With an active operator, no link to set up the first one would be created.
      status: isOperator
        ? 'inactive'
        : random.pickEarly(['active', 'active', 'inactive', 'banned'] as const),
      joined_at: joined,
      last_active_at: signsIn ? now - Math.min(now - joined, random.tail(200) * dayMs) : 0,
      password_hash: isInvited ? null : hash,
      downloads: signsIn ? random.tail(30) : 0,
    } as const
  })
  await insertAll('users', users)
}

const statuses = ['confirmed', 'confirmed', 'unsubscribed', 'unconfirmed'] as const

/** Adds subscribers in every state. The unconfirmed have had all reminders, so none is mailed. */
export async function seedSubscribers({ rows, now, randomFor }: SeedPlan): Promise<void> {
  const random = randomFor('subscribers')
  const length = Math.max(40, Math.floor(rows / 3))
  const subscribers = Array.from({ length }, (_, n) => {
    const status = random.pickEarly(statuses)
    const isOpen = status === 'unconfirmed'
    const createdAt = isOpen ? now - random.below(25 * dayMs) : joinedAt(n, length, now)
    const confirmedAt = createdAt + random.between(minuteMs, hourMs)
    return {
      email: madeUpPerson(random, n).email,
      status,
      language: random.pick(['en', 'en', 'es', 'pt', 'de', 'fr']),
      source: random.pickEarly(['/', '/blog', '/help']),
      created_at: createdAt,
      mailed_at: createdAt,
      mails: isOpen ? 3 : 0,
      confirmed_at: isOpen ? null : confirmedAt,
      unsubscribed_at: status === 'unsubscribed' ? now - random.below(now - confirmedAt + 1) : null,
      unsubscribe_token: random.letters(32),
    }
  })
  await insertAll('subscribers', subscribers)
}

const messages = [
  [71, 'de', 'download', 'Lena', 'Das HD-Video bleibt auf meinem Laptop schwarz, der Ton geht.'],
  [26, 'en', 'ownPost', 'Mika', 'Three of my posts can be saved here.\n\nPlease block them.'],
  [3, 'es', 'general', 'Rosa', '¡Gracias! Funciona hasta en mi teléfono viejo.'],
] as const

export async function seedMessages({ now }: SeedPlan): Promise<void> {
  for (const [hoursAgo, language, topic, name, message] of messages) {
    const values = { name, email: `${name.toLowerCase()}@mail.demo.example`, topic, message }
    await leaveMessage(values, { language, stamp: 'demo', network: '' }, now - hoursAgo * hourMs)
  }
}
