import { Mail } from 'lucide-react'
import { data, Form, href, Link, redirect } from 'react-router'
import { listPasskeys } from '#app/accounts/credentials/passkey.server.ts'
import { passwordRules } from '#app/accounts/credentials/password.server.ts'
import { secondsBlocked } from '#app/accounts/credentials/sign-in-limit.server.ts'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { listSessions, sessionHandle } from '#app/accounts/session-list.server.ts'
import { PasskeyList } from '#app/accounts/ui/passkey-list.tsx'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import { findUser, type User } from '#app/accounts/user.server.ts'
import { recordHistory } from '#app/audit/ui/entry-text.server.ts'
import { RecordHistory } from '#app/audit/ui/record-history.tsx'
import { runsThatChanged } from '#app/bulk/bulk-history.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { found } from '#app/http/refusals.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { waitText } from '#app/time/wait-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { Columns, Panel, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { link as textLink } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/edit-user'
import { changeUser, type UserOutcome } from './change-user.server.ts'
import { LinkPanel } from './link-panel.tsx'
import { mailHref } from './mail-href.ts'
import { NameAndEmail, RoleChoice } from './user-fields.tsx'
import { statusChanges } from './user-menu.tsx'
import { Sessions } from './user-sessions.tsx'
import { statusTexts } from './user-texts.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const user = await found(findUser(params.id))
  const operator = context.get(adminContext)
  return allKeyed({
    user,
    own: user.id === operator.user.id,
    ownSession: sessionHandle(operator.idHash),
    sessions: listSessions(user.id),
    passkeys: listPasskeys(user.id),
    blockedSeconds: secondsBlocked([user.email]).then(([seconds = 0]) => seconds),
    history: historyOf(user.id),
    rules: passwordRules(),
    mail: mailIsSetUp(),
  })
}

async function historyOf(id: string) {
  return recordHistory('this account', { objectId: id, bulkRuns: await runsThatChanged(id) })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const user = await found(findUser(params.id))
  const outcome = await changeUser(await request.formData(), { user, context })
  if (outcome.kind === 'done') return redirect(href('/admin/users/:id', { id: user.id }))
  return data(outcome, { status: outcome.kind === 'refused' ? 400 : 200 })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function EditUser({ loaderData, actionData }: Route.ComponentProps) {
  const { user, own, mail, sessions, passkeys, ownSession, history } = loaderData
  const link = actionData?.kind === 'link' ? actionData : null
  const refused = actionData?.kind === 'refused' ? actionData : null
  return (
    <>
      <PageHead title={user.name} back={{ href: href('/admin/users'), label: 'Users' }}>
        <Link className={button({ look: 'quiet' })} to={mailHref(user, mail)}>
          <Mail aria-hidden="true" size={17} />
          Send Email
        </Link>
        {!own && <StatusForm user={user} />}
      </PageHead>
      {link !== null && (
        <LinkPanel
          link={link.link}
          kind={link.purpose}
          mailedTo={link.mailed ? user.email : null}
        />
      )}
      <Facts user={user} passkeys={passkeys.length} blockedSeconds={loaderData.blockedSeconds} />
      <Columns>
        <div className="grid grid-cols-1 gap-5">
          <DetailsForm user={user} refused={refused?.form === 'details' ? refused : null} />
          <SignInForm
            user={user}
            rules={loaderData.rules}
            problems={refused?.form === 'sign-in' ? refused.problems : {}}
          />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Sessions user={user} sessions={sessions} ownSession={ownSession} />
          {passkeys.length > 0 && (
            <Panel titleId="passkeys" title="Passkeys">
              <PasskeyList
                passkeys={passkeys}
                intent="remove_passkey"
                action="#passkeys"
                problem={refused?.form === 'passkeys' ? refused.problems.ownPassword : undefined}
              />
            </Panel>
          )}
          <RecordHistory lines={history} object={user.id} />
          {!own && <Deletion user={user} />}
        </div>
      </Columns>
    </>
  )
}

type Refused<Form> = Extract<UserOutcome, { kind: 'refused'; form: Form }>

function Facts({
  user,
  passkeys,
  blockedSeconds,
}: {
  user: User
  passkeys: number
  blockedSeconds: number
}) {
  const { status, joinedAt, lastActiveAt, downloads } = user
  return (
    <section className={panel()} aria-label="At a glance">
      <FactList>
        <Fact name="Status">
          <StatusBadge {...statusTexts[status]} />
        </Fact>
        <Fact name="Joined">
          <DateTime at={joinedAt} />
        </Fact>
        <Fact name="Last active">
          {lastActiveAt === null ? 'Never' : <DateTime at={lastActiveAt} as="ago" />}
        </Fact>
        <Fact name="Downloads">{figure(downloads)}</Fact>
        <Fact name="Signs in with">{signInText(user, passkeys)}</Fact>
      </FactList>
      {blockedSeconds > 0 && (
        <Form method="post">
          <Callout tone="warn">
            {`Too many wrong passwords: sign-in is blocked for ${waitText(blockedSeconds)}. `}
            <button type="submit" name="intent" value="unlock" className={textLink}>
              Unlock now
            </button>
          </Callout>
        </Form>
      )}
    </section>
  )
}

function signInText({ hasPassword, twoFactor }: User, passkeys: number): string {
  if (!hasPassword) return 'Invited, not signed in yet'
  const password = twoFactor ? 'Password and code' : 'Password'
  if (passkeys > 0) return `${password}, or a passkey`
  return twoFactor ? password : 'Password only'
}

function StatusForm({ user: { id, status } }: { user: User }) {
  return (
    <Form method="post" action={href('/admin/users')} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={href('/admin/users/:id', { id })} />
      {statusChanges(status).map(({ intent, label, Icon }) => (
        <SubmitButton key={intent} look="quiet" intent={intent}>
          <Icon aria-hidden="true" size={17} />
          {label}
        </SubmitButton>
      ))}
    </Form>
  )
}

function DetailsForm({ user, refused }: { user: User; refused: Refused<'details'> | null }) {
  return (
    <Form method="post" className={panel()} aria-labelledby="details">
      <Subtitle id="details">Details</Subtitle>
      <FormFields values={user} {...refused} elsewhere="ownPassword">
        <NameAndEmail />
        <RoleChoice />
        <PasswordConfirm
          hint="Needed only to change the email or the role."
          problem={refused?.problems.ownPassword}
          needed={(form) => {
            const typed = new FormData(form)
            return typed.get('email') !== user.email || typed.get('role') !== user.role
          }}
        />
      </FormFields>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton intent="save">Save</SubmitButton>
      </div>
    </Form>
  )
}

function SignInForm({
  user: { hasPassword, twoFactor },
  rules,
  problems,
}: {
  user: User
  rules: string[]
  problems: Refused<'sign-in'>['problems']
}) {
  return (
    <Form method="post" className={panel()} aria-labelledby="sign-in">
      <Subtitle id="sign-in">Sign-in</Subtitle>
      <FormFields problems={problems} elsewhere="ownPassword">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required={false}
          hint={`${rules.join(' · ')}. A new password ends all sessions and removes all passkeys.`}
        />
        <PasswordConfirm hint="Needed for each of these." problem={problems.ownPassword} />
      </FormFields>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton intent="password">Set the password</SubmitButton>
        <SubmitButton look="quiet" intent="link">
          {hasPassword ? 'Create a reset link' : 'Create a new invitation link'}
        </SubmitButton>
        {twoFactor && (
          <SubmitButton look="quiet" intent="two_factor_off">
            Turn off two-factor sign-in
          </SubmitButton>
        )}
      </div>
    </Form>
  )
}

function Deletion({ user: { id } }: { user: User }) {
  return (
    <Panel titleId="deletion" title="Delete">
      <p className="text-muted">
        This permanently deletes the account. To block it for a while, ban it instead.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Link
          className={button({ look: 'danger-quiet' })}
          to={`${href('/admin/users/delete')}?${new URLSearchParams({ id, back: href('/admin/users') })}`}
        >
          Delete User
        </Link>
      </div>
    </Panel>
  )
}
