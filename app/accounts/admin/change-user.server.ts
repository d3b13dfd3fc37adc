import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { removedPasskeyText, removePasskey } from '#app/accounts/credentials/passkey.server.ts'
import { passwordProblem } from '#app/accounts/credentials/password.server.ts'
import { resetLink } from '#app/accounts/credentials/password-reset.server.ts'
import { unlock } from '#app/accounts/credentials/sign-in-limit.server.ts'
import { disableTwoFactor } from '#app/accounts/credentials/totp.server.ts'
import {
  actorOf,
  adminContext,
  passwordAgainProblem,
} from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { revokeSession } from '#app/accounts/session-list.server.ts'
import { setPassword } from '#app/accounts/set-password.server.ts'
import { inviteUser, type User, userObject } from '#app/accounts/user.server.ts'
import { updateUser } from '#app/accounts/user-change.server.ts'
import {
  readUserForm,
  type UserFormProblems,
  type UserFormValues,
} from '#app/accounts/user-form.server.ts'
import { mailPasswordLink } from '#app/accounts/user-mail.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { refusalText } from './user-texts.ts'

type Context = Readonly<RouterContextProvider>

/** Result of a form on a user's page. After `done` the next page shows a message. */
export type UserOutcome =
  | { kind: 'done' }
  | { kind: 'link'; link: string; purpose: 'invite' | 'reset'; mailed: boolean }
  | { kind: 'refused'; form: 'details'; values: UserFormValues; problems: UserFormProblems }
  | { kind: 'refused'; form: 'sign-in'; problems: { password?: string; ownPassword?: string } }
  | { kind: 'refused'; form: 'passkeys'; problems: { ownPassword?: string } }

type Sent = { user: User; context: Context }

export const changeUser = intents({
  save: saveDetails,
  password: withOwnPassword(changePassword),
  link: withOwnPassword(makeLink),
  two_factor_off: withOwnPassword(async (_form, { user, context }) => {
    await disableTwoFactor(user, actorOf(context))
    return done(context, `${user.name} now signs in with the password only.`)
  }),
  remove_passkey: withOwnPassword(async (form, { user, context }) => {
    const name = await removePasskey(user, String(form.get('passkey')), actorOf(context))
    return done(context, removedPasskeyText(name))
  }, 'passkeys'),
  end_session: withFields(
    z.object({ session: z.string().max(100) }),
    async ({ session }, { user, context }: Sent) => {
      const ended = await revokeSession(user.id, session)
      if (ended) {
        const after = { sessions: 1 }
        await recordAudit({ ...entryOf(user, context), action: 'user.session_ended', after })
      }
      return done(context, ended ? 'The session has ended.' : 'That session had already ended.')
    },
  ),
  async unlock(_form: FormData, { user, context }: Sent) {
    await unlock(user)
    await recordAudit({ ...entryOf(user, context), action: 'user.unlocked' })
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

/** Requires the operator's own password for a change to how a user signs in. */
function withOwnPassword(
  change: (form: FormData, sent: Sent) => Promise<UserOutcome>,
  asked: 'sign-in' | 'passkeys' = 'sign-in',
) {
  return async (form: FormData, sent: Sent): Promise<UserOutcome> => {
    const ownPassword = await passwordAgainProblem(sent.context, form)
    if (ownPassword === null) return change(form, sent)
    return { kind: 'refused', form: asked, problems: { ownPassword } }
  }
}

async function makeLink(_form: FormData, { user, context }: Sent): Promise<UserOutcome> {
  if (user.status !== 'active') {
    const text = `Activate ${user.name} first. The link wouldn’t work before that.`
    return done(context, text, 'error')
  }
  const purpose = user.hasPassword ? 'reset' : 'invite'
  const link = await (user.hasPassword ? resetLink : inviteUser)(user, actorOf(context))
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

const entryOf = (user: User, context: Context) => ({
  actor: actorOf(context),
  object: userObject(user),
})

async function done(
  context: Context,
  text: string,
  kind: 'success' | 'error' = 'success',
): Promise<UserOutcome> {
  await context.get(sessionContext).flash(kind, text)
  return { kind: 'done' }
}
