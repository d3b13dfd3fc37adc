import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { EmailAddress } from '#app/http/email-address.ts'
import { oneLine } from '#app/http/typed-text.ts'
import { foldText } from '#app/lists/fold-case.ts'
import { log } from '#app/observe/log.server.ts'
import { db, transact } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { Database, UserStatus, UsersTable } from '#db/schema.ts'
import { type PasswordFault, passwordFaults } from './credentials/password.server.ts'
import { hashPassword } from './credentials/password-hash.server.ts'
import { issueToken } from './one-time-token.server.ts'

/** A user as operators see them; times in unix ms. */
export type User = ReturnType<typeof userOf>

/** A user as the audit log keeps them. */
export type UserRef = Pick<User, 'id' | 'email'>

export const userObject = ({ id, email }: UserRef) => ({
  type: 'user',
  id,
  label: email,
  href: `/admin/users/${id}`,
})

/** One address is one account, however it is spelled. Throws a ZodError for an invalid address. */
export const UserEmail = EmailAddress.transform((email) => email.toLowerCase())

export const UserName = oneLine(100).pipe(z.string().min(1))

export const UserFields = z.object({
  name: UserName,
  email: UserEmail,
  role: z.enum(['admin', 'user']),
})
export type UserFields = z.infer<typeof UserFields>

export const userColumns = [
  'id',
  'email',
  'name',
  'role',
  'status',
  'joined_at',
  'last_active_at',
  'downloads',
  'totp_enabled_at',
  // The hash itself is for signing in only.
  sql<boolean | number>`password_hash is not null`.as('has_password'),
] as const

type UserRow = Pick<Selectable<UsersTable>, Extract<(typeof userColumns)[number], string>> & {
  has_password: boolean | number
}

export async function findUser(id: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : userOf(row)
}

/** `email` as typed. */
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

/** Returns the admins of any status: for the command line, since it reads all users. */
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

export function activeAdmins(): Promise<Pick<User, 'id' | 'name' | 'email'>[]> {
  return reads
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('status', '=', 'active')
    .where('role', '=', 'admin')
    .orderBy('email')
    .limit(1000)
    .execute()
}

/** Returns the number of users by status, all or of one role, from counts in the database. */
export async function countUsers(role?: string): Promise<Record<UserStatus | 'all', number>> {
  const rows = await reads.selectFrom('user_counts').select(['status', 'role', 'n']).execute()
  const counts = { all: 0, active: 0, inactive: 0, banned: 0 }
  for (const { status, n } of rows.filter((row) => role === undefined || row.role === role)) {
    counts[status] += n
    counts.all += n
  }
  return counts
}

/** Counts the admins who could sign in right now, besides one if given. */
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
  /** Null for a user who will choose it by an invitation link. */
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
  const user = await transact((trx) => insertUser({ ...fields, passwordHash }, actor, trx))
  return user === null ? { ok: false, problem: 'email_taken' } : { ok: true, user }
}

/** Adds a user with a hashed password. Returns null if the email is taken. */
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
    { actor, action: 'user.created', object: userObject(row), after: fields },
    executor,
  )
  return userOf(row)
}

/** Returns a link for choosing a first password. It works once, for seven days. */
export async function inviteUser(user: UserRef, actor: Actor): Promise<string> {
  const link = `${env.APP_URL}/admin/reset/${await issueToken('invite', user.id)}`
  await recordAudit({ actor, action: 'user.invited', object: userObject(user) })
  return link
}

/** Counts a signed-in user's download. A failure loses the count, never the file. */
export async function countUserDownload(userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ downloads: sql`downloads + 1` })
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => log.error({ err: error }, 'download of a user not counted'))
}

export function searchColumns({ name, email }: { name: string; email: string }) {
  const nameKey = foldText(name)
  return { name_key: nameKey, search_text: `${nameKey}\n${foldText(email)}` }
}

export function userOf(row: UserRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    joinedAt: row.joined_at,
    lastActiveAt: row.last_active_at === 0 ? null : row.last_active_at,
    downloads: row.downloads,
    /** False until an invited user has chosen a password. */
    hasPassword: Boolean(row.has_password),
    twoFactor: row.totp_enabled_at !== null,
  }
}
