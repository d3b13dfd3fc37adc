import { toString as qrToString } from 'qrcode'
import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import {
  passwordProblem,
  passwordRules,
  readNewPassword,
} from '#app/accounts/credentials/password.server.ts'
import {
  acceptRecoveryCodes,
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  offerRecoveryCodes,
  recoveryCodesLeft,
  twoFactorState,
} from '#app/accounts/credentials/totp.server.ts'
import { wrongCodeText } from '#app/accounts/credentials/typed-code.ts'
import {
  actorOf,
  adminContext,
  passwordAgainProblem,
  visitorOf,
} from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { endSessionsOf } from '#app/accounts/session.server.ts'
import { listSessions, revokeSession, sessionHandle } from '#app/accounts/session-list.server.ts'
import { setPassword } from '#app/accounts/set-password.server.ts'
import { updateUser } from '#app/accounts/user-change.server.ts'
import { emailField, nameField } from '#app/accounts/user-form.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { type FieldProblems, type FieldValues, readForm, textOf } from '#app/http/form.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import type { Route } from './+types/account'
import { KeysSection } from './keys-section.tsx'
import { done, type PasskeyAnswer, passkeyActions, passkeyFacts } from './passkey-actions.server.ts'
import { PasskeySection } from './passkey-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user, idHash } = context.get(adminContext)
  const { sessions, ...read } = await allKeyed({
    sessions: listSessions(user.id),
    twoFactor: twoFactorFacts(user.id),
    passkeys: passkeyFacts(user.id, request),
  })
  return {
    name: user.name,
    email: user.email,
    rules: passwordRules(),
    ...read,
    sessions: sessions.map((session) => ({
      ...session,
      own: session.handle === sessionHandle(idHash),
    })),
  }
}

/** Read again, since the preceding action may have turned it on. */
async function twoFactorFacts(userId: string) {
  const required = settings().twoFactorRequired
  const { on, setup } = await twoFactorState(userId)
  if (on) return { step: 'on' as const, required, codesLeft: await recoveryCodesLeft(userId) }
  if (setup === null) return { step: 'off' as const, required }
  const { secret, uri } = setup
  return { step: 'setup' as const, required, secret, qrCode: await qrCode(uri) }
}

/** Returns a QR code as a `data:` URL, black on white so that every camera reads it. */
async function qrCode(text: string): Promise<string> {
  const svg = await qrToString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Problems of one section, or recovery codes, which are shown only this once. */
export type AccountAnswer =
  | {
      section: Section
      problems: FieldProblems<'password' | 'passwordAgain' | 'ownPassword' | 'code'>
    }
  | ProfileAnswer
  /** Sent back to put the codes in force. Null if they already are. */
  | { section: 'recovery-codes'; codes: string[]; offer: string | null }
  | PasskeyAnswer

type ProfileAnswer = {
  section: 'profile'
  values: FieldValues<'name' | 'email'>
  problems: FieldProblems<'name' | 'email' | 'ownPassword'>
}

type Section = 'password' | 'two-factor' | 'sessions'

const perform = intents({
  'change-profile': changeProfile,
  'change-password': changePassword,
  async 'two-factor-begin'(_form: FormData, context: Context) {
    await beginTwoFactor(context.get(adminContext).user.id)
    return redirect(`${href('/admin/settings/account')}#two-factor-title`)
  },
  'two-factor-on': turnTwoFactorOn,
  'two-factor-off': turnTwoFactorOff,
  'new-recovery-codes': newRecoveryCodes,
  'keep-recovery-codes': withFields(z.object({ offer: z.string().max(2000) }), keepRecoveryCodes),
  ...passkeyActions,
  'end-session': withFields(z.object({ session: z.string() }), endOneSession),
  'end-other-sessions': endOtherSessions,
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), context)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

type Context = Route.ActionArgs['context']

function refuse(answer: AccountAnswer) {
  return data(answer, { status: 400 })
}

async function changeProfile(form: FormData, context: Context) {
  const { fields, values, problems } = readForm(form, { name: nameField, email: emailField })
  const refuseProfile = (more: ProfileAnswer['problems']) =>
    refuse({ section: 'profile', values, problems: { ...problems, ...more } })
  if (fields === null) return refuseProfile({})
  const { user } = context.get(adminContext)
  if (fields.email !== user.email) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return refuseProfile({ ownPassword })
  }
  const result = await updateUser(user.id, fields, actorOf(context))
  if (!result.ok) return refuseProfile({ email: 'Another account has this email.' })
  return done(context, 'Your name and email are saved.')
}

async function changePassword(form: FormData, context: Context) {
  const section = 'password'
  const { user, idHash } = context.get(adminContext)
  const { password, problems } = readNewPassword(form, user)
  const ownPassword = await passwordAgainProblem(context, form)
  if (ownPassword !== null || Object.keys(problems).length > 0) {
    return refuse({ section, problems: { ...problems, ...(ownPassword && { ownPassword }) } })
  }
  const kept = { keepSession: idHash, keepPasskeys: true }
  const result = await setPassword(user.id, password, actorOf(context), kept)
  if (!result.ok) {
    const faults = result.problem === 'weak_password' ? result.faults : []
    return refuse({ section, problems: { password: passwordProblem(faults) } })
  }
  await context.get(sessionContext).renew()
  return done(context, 'Your password was changed. Your other sessions are signed out.')
}

async function turnTwoFactorOn(form: FormData, context: Context) {
  const section = 'two-factor'
  const ownPassword = await passwordAgainProblem(context, form)
  if (ownPassword !== null) return refuse({ section, problems: { ownPassword } })
  const { user, idHash } = context.get(adminContext)
  const typed = textOf(form, 'code').slice(0, 100)
  const result = await enableTwoFactor(user.id, typed, actorOf(context))
  if (!result.ok) {
    const problems = { code: wrongCodeText('That code is wrong. Try the next one.') }
    return refuse({ section, problems })
  }
  await endSessionsOf([user.id], { except: idHash })
  return data<AccountAnswer>({
    section: 'recovery-codes',
    codes: result.recoveryCodes,
    offer: null,
  })
}

async function turnTwoFactorOff(form: FormData, context: Context) {
  const ownPassword = await passwordAgainProblem(context, form)
  if (ownPassword !== null) return refuse({ section: 'two-factor', problems: { ownPassword } })
  await disableTwoFactor(context.get(adminContext).user, actorOf(context), { keepPasskeys: true })
  return done(context, 'Two-factor sign-in is off.')
}

async function newRecoveryCodes(form: FormData, context: Context) {
  const ownPassword = await passwordAgainProblem(context, form)
  if (ownPassword !== null) return refuse({ section: 'two-factor', problems: { ownPassword } })
  const { user } = context.get(adminContext)
  if (!user.twoFactor) return redirect(href('/admin/settings/account'))
  return data<AccountAnswer>({
    section: 'recovery-codes',
    ...(await offerRecoveryCodes(user.id)),
  })
}

async function keepRecoveryCodes({ offer }: { offer: string }, context: Context) {
  const actor = actorOf(context)
  const kept = await acceptRecoveryCodes(context.get(adminContext).user.id, offer, actor)
  if (kept) return done(context, 'Your new recovery codes work now. The old ones don’t.')
  await context
    .get(sessionContext)
    .flash(
      'error',
      'Those codes were not put in force: an old code was used meanwhile, or too much time went by. Make new ones.',
    )
  return redirect(href('/admin/settings/account'))
}

async function endOneSession({ session }: { session: string }, context: Context) {
  const ended = await revokeSession(context.get(adminContext).user.id, session)
  if (ended) await recordEnd(context, 1)
  return done(context, ended ? 'The session was ended.' : 'That session had already ended.')
}

async function endOtherSessions(_form: FormData, context: Context) {
  const { user, idHash } = context.get(adminContext)
  const ended = await endSessionsOf([user.id], { except: idHash })
  if (ended > 0) await recordEnd(context, ended)
  return done(context, 'You are signed out everywhere else.')
}

async function recordEnd(context: Context, sessions: number): Promise<void> {
  const actor = { ...actorOf(context), requestId: visitorOf(context).requestId }
  const object = { type: 'user', id: actor.id }
  await recordAudit({ actor, action: 'user.signed_out', object, after: { sessions } })
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, rules, twoFactor, passkeys, sessions } = loaderData
  if (twoFactor.required && twoFactor.step !== 'on') {
    return (
      <>
        <PageHead
          title="Set up two-factor sign-in to continue"
          lead="This site requires it for every operator. You can use the rest of the back office once it’s on for your account."
        />
        <div className="grid max-w-3xl grid-cols-1 gap-5">
          <TwoFactorSection state={twoFactor} answer={actionData} />
        </div>
      </>
    )
  }
  // Nothing else is on the page until the codes are kept.
  if (actionData?.section === 'recovery-codes') {
    return (
      <SettingsPage tab="account">
        <RecoveryCodes codes={actionData.codes} offer={actionData.offer} />
      </SettingsPage>
    )
  }
  return (
    <SettingsPage tab="account">
      <ProfileSection name={name} email={email} answer={actionData} />
      <PasswordSection rules={rules} answer={actionData} />
      <TwoFactorSection state={twoFactor} answer={actionData} />
      <PasskeySection {...passkeys} answer={actionData} />
      <SessionsSection sessions={sessions} />
      <KeysSection />
    </SettingsPage>
  )
}
