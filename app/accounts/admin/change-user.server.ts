import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { passwordFaultText } from '#app/accounts/credentials/password.server.ts'
import { resetLink } from '#app/accounts/credentials/password-reset.server.ts'
import { disableTwoFactor } from '#app/accounts/credentials/totp.server.ts'
import {
  actorOf,
  adminContext,
  passwordAgainProblem,
} from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { inviteUser, setPassword, type User } from '#app/accounts/user.server.ts'
import { endUserSession, unlockUser } from '#app/accounts/user-actions.server.ts'
import { updateUser } from '#app/accounts/user-change.server.ts'
import { mailPasswordLink } from '#app/accounts/user-mail.server.ts'
import { readUserForm, type UserFormProblems, type UserFormValues } from './user-form.server.ts'
import { refusalText } from './user-texts.ts'

type Context = Readonly<RouterContextProvider>

/** What a form of a user's page led to; after `done` the next page says what was done. */
export type UserOutcome =
  | { kind: 'done' }
  | { kind: 'link'; link: string; purpose: 'invite' | 'reset'; mailed: boolean }
  | { kind: 'refused'; form: 'details'; values: UserFormValues; problems: UserFormProblems }
  | { kind: 'refused'; form: 'sign-in'; problems: { password?: string; ownPassword?: string } }

const Do = z
  .enum(['save', 'password', 'link', 'two_factor_off', 'end_session', 'unlock'])
  .nullable()
  .catch(null)

/** Does what one of the forms on a user's page asks for. */
export async function changeUser(
  context: Context,
  user: User,
  form: FormData,
): Promise<UserOutcome> {
  switch (Do.parse(form.get('do'))) {
    case 'save':
      return saveDetails(context, user, form)
    case 'password':
    case 'link':
    case 'two_factor_off':
      return changeSignIn(context, user, form)
    case 'end_session': {
      const handle = String(form.get('session') ?? '').slice(0, 100)
      const ended = await endUserSession(user.id, handle, actorOf(context))
      return done(context, ended ? 'The session has ended.' : 'That session was over already.')
    }
    case 'unlock':
      await unlockUser(user, actorOf(context))
      return done(context, `${user.name} can sign in again.`)
    case null:
      return done(context, 'That could not be done: try again.', 'error')
  }
}

async function saveDetails(context: Context, user: User, form: FormData): Promise<UserOutcome> {
  const { values, fields, problems } = readUserForm(form)
  const refuse = (more: UserFormProblems): UserOutcome => ({
    kind: 'refused',
    form: 'details',
    values,
    problems: { ...problems, ...more },
  })
  if (fields === null) return refuse({})
  if (fields.email !== user.email || fields.role !== user.role) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return refuse({ ownPassword })
  }
  const result = await updateUser(user.id, fields, actorOf(context))
  if (result.ok) return done(context, `${result.user.name} is saved.`)
  if (result.problem === 'email_taken') return refuse({ email: 'Another account has this email.' })
  return done(context, `${user.name} ${refusalText(result.problem)}.`, 'error')
}

async function changeSignIn(context: Context, user: User, form: FormData): Promise<UserOutcome> {
  const ownPassword = await passwordAgainProblem(context, form)
  if (ownPassword !== null) {
    return { kind: 'refused', form: 'sign-in', problems: { ownPassword } }
  }
  const actor = actorOf(context)
  const { idHash } = context.get(adminContext)
  if (form.get('do') === 'two_factor_off') {
    await disableTwoFactor(user.id, actor)
    return done(context, `${user.name} signs in with the password only now.`)
  }
  if (form.get('do') === 'link') {
    if (user.status !== 'active') {
      const text = `Activate ${user.name} first: the link would not work before.`
      return done(context, text, 'error')
    }
    const purpose = user.hasPassword ? 'reset' : 'invite'
    const link = await (user.hasPassword ? resetLink : inviteUser)(user.id, actor)
    return { kind: 'link', link, purpose, mailed: await mailPasswordLink(user, link, purpose) }
  }
  const password = String(form.get('password') ?? '')
  const result = await setPassword(user.id, password, actor, { keepSession: idHash })
  if (result.ok) return done(context, `${user.name} has a new password.`)
  const problem =
    result.problem === 'not_found'
      ? 'This user does not exist any more.'
      : result.faults.map(passwordFaultText).join(' ')
  return { kind: 'refused', form: 'sign-in', problems: { password: problem } }
}

async function done(
  context: Context,
  text: string,
  kind: 'success' | 'error' = 'success',
): Promise<UserOutcome> {
  await context.get(sessionContext).flash(kind, text)
  return { kind: 'done' }
}
