import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { oneLine } from '#app/http/typed-text.ts'
import { foldCase } from '#app/lists/fold-case.ts'
import { log } from '#app/observe/log.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { db } from '#db/client.ts'
import type { Database, UserRole, UserStatus, UsersTable } from '#db/schema.ts'
import { type PasswordFault, passwordFaults } from './credentials/password.server.ts'
import { hashPassword } from './credentials/password-hash.server.ts'
import { issueToken, revokeTokens } from './one-time-token.server.ts'
import { endSessionsOf } from './session.server.ts'

/** A user as operators see him; times in unix milliseconds. */
export type User = {
  id: string
  email: string
  name: string
  role: UserRole
  status: UserStatus
  joinedAt: number
  lastActiveAt: number | null
  downloads: number
  /** False until someone who was invited has chosen a password. */
  hasPassword: boolean
  twoFactor: boolean
}

/** One address is one account, however it is written. Throws a ZodError on what is no address. */
export const UserEmail = z
  .string()
  .trim()
  .max(254)
  .transform((text) => text.normalize('NFC').toLowerCase())
  .pipe(z.email())

export const UserName = oneLine(100).pipe(z.string().min(1))

/** The fields of a user that an operator may write, and nothing else. */
export const UserFields = z.object({
  name: UserName,
  email: UserEmail,
  role: z.enum(['admin', 'user']),
})
export type UserFields = z.infer<typeof UserFields>

const userColumns = [
  'id',
  'email',
  'name',
  'role',
  'status',
  'joined_at',
  'last_active_at',
  'downloads',
  'password_hash',
  'totp_enabled_at',
] as const

type UserRow = Pick<Selectable<UsersTable>, (typeof userColumns)[number]>

export async function findUser(id: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : userOf(row)
}

/** `email` as someone typed it. */
export async function findUserByEmail(email: string): Promise<User | null> {
  const parsed = UserEmail.safeParse(email)
  if (!parsed.success) return null
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', parsed.data)
    .executeTakeFirst()
  return row === undefined ? null : userOf(row)
}

export async function listAdmins(): Promise<User[]> {
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .where('role', '=', 'admin')
    .orderBy('email')
    .limit(1000)
    .execute()
  return rows.map(userOf)
}

/** How many users there are, by status, all or of one role; read from counts of the database. */
export async function countUsers(role?: string): Promise<Record<UserStatus | 'all', number>> {
  const rows = await db.selectFrom('user_counts').select(['status', 'role', 'n']).execute()
  const counts = { all: 0, active: 0, inactive: 0, banned: 0 }
  for (const { status, n } of rows.filter((row) => role === undefined || row.role === role)) {
    counts[status] += n
    counts.all += n
  }
  return counts
}

/** When users joined within a time (unix ms, without its end), by the hour: ms divided by `hourMs`. */
export async function joinedByHour({
  from,
  until,
}: {
  from: number
  until: number
}): Promise<{ hour: number; count: number }[]> {
  return db
    .selectFrom('users')
    .select((eb) => [
      sql<number>`joined_at / ${sql.lit(hourMs)}`.as('hour'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('joined_at', '>=', from)
    .where('joined_at', '<', until)
    .groupBy('hour')
    .execute()
}

/** How many users joined in a time: unix milliseconds, without its end. */
export async function countJoined({ from, until }: { from: number; until: number }) {
  const { n } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('joined_at', '>=', from)
    .where('joined_at', '<', until)
    .executeTakeFirstOrThrow()
  return n
}

/** How many admins could sign in right now, besides one where it is given. */
export async function countUsableAdmins(
  executor: Kysely<Database> = db,
  besides: string | null = null,
): Promise<number> {
  let query = executor
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('password_hash', 'is not', null)
  if (besides !== null) query = query.where('id', '!=', besides)
  return (await query.executeTakeFirstOrThrow()).n
}

export type NewUser = UserFields & {
  /** Null for someone who chooses it themselves, by an invitation link. */
  password: string | null
}

export type CreateUserResult =
  | { ok: true; user: User }
  | { ok: false; problem: 'email_taken' }
  | { ok: false; problem: 'weak_password'; faults: PasswordFault[] }

export async function createUser(newUser: NewUser, actor: Actor): Promise<CreateUserResult> {
  const { password, ...fields } = newUser
  const faults = password === null ? [] : passwordFaults(password, fields)
  if (faults.length > 0) return { ok: false, problem: 'weak_password', faults }
  const passwordHash = password === null ? null : await hashPassword(password)
  const user = await db
    .transaction()
    .execute((trx) => insertUser({ ...fields, passwordHash }, actor, trx))
  return user === null ? { ok: false, problem: 'email_taken' } : { ok: true, user }
}

/** Adds a user whose password is hashed already; null when the e-mail is taken. */
export async function insertUser(
  { passwordHash, ...fields }: UserFields & { passwordHash: string | null },
  actor: Actor,
  executor: Kysely<Database>,
): Promise<User | null> {
  const now = Date.now()
  const row = await executor
    .insertInto('users')
    .values({
      ...fields,
      ...searchColumns(fields),
      id: randomBytes(12).toString('base64url'),
      password_hash: passwordHash,
      password_changed_at: passwordHash === null ? null : now,
      joined_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(userColumns)
    .executeTakeFirst()
  if (row === undefined) return null
  await recordAudit(
    { actor, action: 'user.created', object: { type: 'user', id: row.id }, after: fields },
    executor,
  )
  return userOf(row)
}

/** A link by which a user chooses a password; works for seven days, and once. */
export async function inviteUser(userId: string, actor: Actor): Promise<string> {
  const link = `${env.APP_URL}/admin/reset/${await issueToken('invite', userId)}`
  await recordAudit({ actor, action: 'user.invited', object: { type: 'user', id: userId } })
  return link
}

export type SetPasswordResult =
  | { ok: true }
  | { ok: false; problem: 'not_found' }
  | { ok: false; problem: 'weak_password'; faults: PasswordFault[] }

/** Gives a user a new password and ends their sessions, except one where it is given. */
export async function setPassword(
  userId: string,
  password: string,
  actor: Actor,
  { keepSession }: { keepSession?: string } = {},
): Promise<SetPasswordResult> {
  const user = await findUser(userId)
  if (user === null) return { ok: false, problem: 'not_found' }
  const faults = passwordFaults(password, user)
  if (faults.length > 0) return { ok: false, problem: 'weak_password', faults }
  const passwordHash = await hashPassword(password)
  const changed = await db
    .transaction()
    .execute((trx) => storePassword({ userId, passwordHash, actor, keepSession }, trx))
  return changed ? { ok: true } : { ok: false, problem: 'not_found' }
}

/** Stores a new hash; whoever signed in with the old password has to do it again. */
export async function storePassword(
  change: { userId: string; passwordHash: string; actor: Actor; keepSession?: string | undefined },
  executor: Kysely<Database>,
): Promise<boolean> {
  const { userId, passwordHash, actor, keepSession } = change
  const { numUpdatedRows } = await executor
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: Date.now() })
    .where('id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await revokeTokens([userId], executor)
  await endSessionsOf([userId], {
    ...(keepSession !== undefined && { except: keepSession }),
    executor,
    reason: 'password',
  })
  const object = { type: 'user', id: userId }
  await recordAudit({ actor, action: 'user.password_changed', object }, executor)
  return true
}

/** Counts a file saved by someone signed in; a fault costs the count, never the file. */
export async function countUserDownload(userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ downloads: sql`downloads + 1` })
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => log.error({ err: error }, 'download of a user not counted'))
}

/** What the list sorts by and searches through, made from what the user wrote. */
export function searchColumns({ name, email }: { name: string; email: string }) {
  const nameKey = foldCase(name)
  return { name_key: nameKey, search_text: `${nameKey}\n${foldCase(email)}` }
}

export function userOf(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    joinedAt: row.joined_at,
    lastActiveAt: row.last_active_at === 0 ? null : row.last_active_at,
    downloads: row.downloads,
    hasPassword: row.password_hash !== null,
    twoFactor: row.totp_enabled_at !== null,
  }
}

export { userColumns }
