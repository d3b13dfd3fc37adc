import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { passwordProblem } from '#app/accounts/credentials/password.server.ts'
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
import {
  readUserForm,
  type UserFormProblems,
  type UserFormValues,
} from '#app/accounts/user-form.server.ts'
import { mailPasswordLink } from '#app/accounts/user-mail.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { refusalText } from './user-texts.ts'

type Context = Readonly<RouterContextProvider>

/** What a form of a user's page led to; after `done` the next page says what was done. */
export type UserOutcome =
  | { kind: 'done' }
  | { kind: 'link'; link: string; purpose: 'invite' | 'reset'; mailed: boolean }
  | { kind: 'refused'; form: 'details'; values: UserFormValues; problems: UserFormProblems }
  | { kind: 'refused'; form: 'sign-in'; problems: { password?: string; ownPassword?: string } }

type Sent = { user: User; context: Context }

/** What the forms of a user's page ask for. */
export const changeUser = intents({
  save: saveDetails,
  password: withOwnPassword(changePassword),
  link: withOwnPassword(makeLink),
  two_factor_off: withOwnPassword(async (_form, { user, context }) => {
    await disableTwoFactor(user.id, actorOf(context))
    return done(context, `${user.name} now signs in with the password only.`)
  }),
  end_session: withFields(
    z.object({ session: z.string().max(100) }),
    async ({ session }, { user, context }: Sent) => {
      const ended = await endUserSession(user.id, session, actorOf(context))
      return done(context, ended ? 'The session has ended.' : 'That session had already ended.')
    },
  ),
  async unlock(_form: FormData, { user, context }: Sent) {
    await unlockUser(user, actorOf(context))
    return done(context, `${user.name} can sign in again.`)
  },
})

async function saveDetails(form: FormData, { user, context }: Sent): Promise<UserOutcome> {
  const read = readUserForm(form)
  const { values, fields } = read
  const refuse = (more: UserFormProblems): UserOutcome => ({
    kind: 'refused',
    form: 'details',
    values,
    problems: { ...read.problems, ...more },
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

/** Asks for the operator's own password before a change to how a user signs in. */
function withOwnPassword(change: (form: FormData, sent: Sent) => Promise<UserOutcome>) {
  return async (form: FormData, sent: Sent): Promise<UserOutcome> => {
    const ownPassword = await passwordAgainProblem(sent.context, form)
    if (ownPassword === null) return change(form, sent)
    return { kind: 'refused', form: 'sign-in', problems: { ownPassword } }
  }
}

async function makeLink(_form: FormData, { user, context }: Sent): Promise<UserOutcome> {
  if (user.status !== 'active') {
    const text = `Activate ${user.name} first. The link wouldn’t work before that.`
    return done(context, text, 'error')
  }
  const purpose = user.hasPassword ? 'reset' : 'invite'
  const link = await (user.hasPassword ? resetLink : inviteUser)(user.id, actorOf(context))
  return { kind: 'link', link, purpose, mailed: await mailPasswordLink(user, link, purpose) }
}

async function changePassword(form: FormData, { user, context }: Sent): Promise<UserOutcome> {
  const password = String(form.get('password') ?? '')
  const { idHash } = context.get(adminContext)
  const result = await setPassword(user.id, password, actorOf(context), { keepSession: idHash })
  if (result.ok) return done(context, `${user.name} has a new password.`)
  const problem =
    result.problem === 'not_found' ? 'This user no longer exists.' : passwordProblem(result.faults)
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
