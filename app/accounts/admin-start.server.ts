import type { Kysely } from 'kysely'
import { type Actor, recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'
import { instances as ownInstances } from '#app/processes/instances.server.ts'
import { transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import {
  type PasswordFault,
  passwordFaults,
  passwordFaultText,
} from './credentials/password.server.ts'
import { hashPassword } from './credentials/password-hash.server.ts'
import { settleAttemptsAfterClockChange, unlock } from './credentials/sign-in-limit.server.ts'
import { developmentEmail } from './development-admin.server.ts'
import { findToken, hasLiveToken, issueToken, useToken } from './one-time-token.server.ts'
import { endSessionsAfterClockChange } from './session.server.ts'
import { storePassword } from './set-password.server.ts'
import {
  countUsableAdmins,
  findUserByEmail,
  insertUser,
  type User,
  UserEmail,
  userObject,
} from './user.server.ts'

/** The environment's admin can't be created; the message is for the operator. */
export class AdminStartError extends Error {}

/**
 * Prepares accounts before the server listens: removes the development admin, creates the first
 * admin from ADMIN_EMAIL and ADMIN_PASSWORD, and ends sessions spoilt by a changed clock.
 */
export async function prepareAccounts(): Promise<void> {
  await removeDevelopmentAdmin()
  const ended = await endSessionsAfterClockChange()
  if (ended > 0) log.warn({ sessions: ended }, 'the clock was set back: everyone is signed out')
  await settleAttemptsAfterClockChange()
  if (env.ADMIN_EMAIL === undefined || (await countUsableAdmins()) > 0) return
  await createEnvironmentAdmin(env.ADMIN_EMAIL, env.ADMIN_PASSWORD)
}

/** The link to set up the first admin, or the host `madeAt` whose process made it. */
export type SetupLink = { url: string; madeAt?: never } | { url?: never; madeAt: string }

/**
 * Returns a new link to set up the first admin, or null if there is an admin. Earlier links stop
 * working, unless a process that still runs has made one. It lives for 30 minutes and works once.
 */
export async function setupLink(instances = ownInstances): Promise<SetupLink | null> {
  return transact(async (trx) => {
    if ((await countUsableAdmins(trx)) > 0) return null
    const maker = (await instances.list(trx)).find(
      ({ isAlive, isThis, figures }) => isAlive && !isThis && figures.setupLink === true,
    )
    if (maker !== undefined && (await hasLiveToken('setup', trx))) return { madeAt: maker.host }
    const token = await issueToken('setup', null, { executor: trx })
    instances.addFigures(() => ({ setupLink: true }))
    await instances.note(trx)
    return { url: `${env.APP_URL}/admin/setup/${token}` }
  })
}

export async function hasNoAdmin(): Promise<boolean> {
  return (await countUsableAdmins()) === 0
}

export async function setupLinkWorks(token: string): Promise<boolean> {
  const found = await findToken(token)
  return found?.purpose === 'setup' && (await hasNoAdmin())
}

export type SetupResult =
  | { ok: true; user: User }
  | { ok: false; problem: 'link_used' }
  | { ok: false; problem: 'email_taken' }
  | { ok: false; problem: 'weak_password'; faults: PasswordFault[] }

/** Creates the first admin and uses up the link. Of two attempts at once, one succeeds. */
export async function setUpFirstAdmin(
  token: string,
  admin: { name: string; email: string; password: string },
  requestId: string,
): Promise<SetupResult> {
  const faults = passwordFaults(admin.password, admin)
  if (faults.length > 0) return { ok: false, problem: 'weak_password', faults }
  const passwordHash = await hashPassword(admin.password)
  try {
    return await transact(async (trx): Promise<SetupResult> => {
      const works = await useToken('setup', token, trx)
      if (!works || (await countUsableAdmins(trx)) > 0) throw new SetupRefused('link_used')
      const { name, email } = admin
      const actor = { id: null, label: 'setup', requestId }
      const user = await insertUser({ name, email, role: 'admin', passwordHash }, actor, trx)
      if (user === null) throw new SetupRefused('email_taken')
      return { ok: true, user }
    })
  } catch (error) {
    if (error instanceof SetupRefused) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Thrown inside the transaction, so that a refused set-up doesn't use up its link. */
class SetupRefused extends Error {
  readonly problem: 'link_used' | 'email_taken'

  constructor(problem: 'link_used' | 'email_taken') {
    super(problem)
    this.problem = problem
  }
}

async function createEnvironmentAdmin(address: string, password: string | undefined) {
  const { data: email } = UserEmail.safeParse(address)
  if (email === undefined) {
    throw new AdminStartError('ADMIN_EMAIL must be an email address, such as name@example.com.')
  }
  const known = await findUserByEmail(email)
  const name = known?.name ?? 'Admin'
  if (password === undefined) {
    throw new AdminStartError('ADMIN_EMAIL is set but ADMIN_PASSWORD is not: set both or neither.')
  }
  const faults = passwordFaults(password, { email, name })
  if (faults.length > 0) {
    const texts = faults.map((fault) => `  ${passwordFaultText(fault)}`).join('\n')
    throw new AdminStartError(`ADMIN_PASSWORD cannot be used:\n${texts}`)
  }
  const passwordHash = await hashPassword(password)
  const actor: Actor = { id: null, label: 'environment', requestId: null }
  await transact(async (trx) => {
    // Another process starting now may have created it.
    if ((await countUsableAdmins(trx)) > 0) return
    if (known === null) await insertUser({ name, email, role: 'admin', passwordHash }, actor, trx)
    else await promote(known, passwordHash, actor, trx)
  })
  if (known !== null) await unlock(known)
}

async function promote(
  user: User,
  passwordHash: string,
  actor: Actor,
  trx: Kysely<Database>,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ role: 'admin', status: 'active' })
    .where('id', '=', user.id)
    .execute()
  await storePassword({ userId: user.id, passwordHash, actor }, trx)
  await recordAudit(
    {
      actor,
      action: 'user.changed',
      object: userObject(user),
      before: { role: user.role, status: user.status },
      after: { role: 'admin', status: 'active' },
    },
    trx,
  )
}

/** Its password is public, and a data folder may come from a developer's machine. */
async function removeDevelopmentAdmin(): Promise<void> {
  const user = await findUserByEmail(developmentEmail)
  if (user === null) return
  await transact(async (trx) => {
    const deleting = trx.deleteFrom('users').where('id', '=', user.id)
    const { numDeletedRows } = await deleting.executeTakeFirst()
    if (numDeletedRows === 0n) return
    const object = userObject(user)
    const before = { email: user.email, role: user.role }
    await recordAudit({ actor: systemActor, action: 'user.deleted', object, before }, trx)
  })
  log.warn({ email: developmentEmail }, 'the development admin was deleted')
}
