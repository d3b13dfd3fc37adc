import { Ban, CircleCheck, CirclePause, Mail, Undo2 } from 'lucide-react'
import { data, Form, href, Link, redirect } from 'react-router'
import { passwordRules } from '#app/accounts/credentials/password.server.ts'
import { secondsBlocked } from '#app/accounts/credentials/sign-in-limit.server.ts'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { listSessions, sessionHandle } from '#app/accounts/session-list.server.ts'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import { findUser, type User } from '#app/accounts/user.server.ts'
import { listAudit } from '#app/audit/audit.server.ts'
import { RecordHistory } from '#app/audit/ui/record-history.tsx'
import { type ToldLine, tellLine } from '#app/audit/ui/told-line.server.ts'
import { found } from '#app/http/refusals.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { runsThatChanged } from '#app/operations/bulk/bulk-history.server.ts'
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
import { Sessions } from './user-sessions.tsx'
import { statusTexts } from './user-texts.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const user = await found(findUser(params.id))
  const operator = context.get(adminContext)
  return {
    user,
    own: user.id === operator.user.id,
    ownSession: sessionHandle(operator.idHash),
    sessions: await listSessions(user.id),
    blockedSeconds: await secondsBlocked(user.email),
    history: await historyOf(user.id),
    rules: passwordRules(),
    mail: mailIsSetUp(),
  }
}

/** What was done to the user lately, by itself or in bulk changes. */
async function historyOf(id: string): Promise<ToldLine[]> {
  const filter = { objectId: id, bulkRuns: await runsThatChanged(id) }
  const { lines } = await listAudit(filter, { limit: 8 })
  return lines.map((line) =>
    line.objectType === 'bulk_run' && line.objectId !== null
      ? tellLine(line, { object: bulkChange(line.objectId) })
      : tellLine(line, { object: { name: 'this account', href: null } }),
  )
}

const bulkChange = (id: string) => ({
  name: `bulk change ${id}`,
  href: href('/admin/bulk/runs/:id', { id }),
})

export async function action({ request, params, context }: Route.ActionArgs) {
  const user = await found(findUser(params.id))
  const outcome = await changeUser(await request.formData(), { user, context })
  if (outcome.kind === 'done') return redirect(href('/admin/users/:id', { id: user.id }))
  return data(outcome, { status: outcome.kind === 'refused' ? 400 : 200 })
}

export default function EditUser({ loaderData, actionData }: Route.ComponentProps) {
  const { user, own, mail, sessions, ownSession, history } = loaderData
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
      <Facts user={user} blockedSeconds={loaderData.blockedSeconds} />
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
          <RecordHistory lines={history} object={user.id} />
          {!own && <Deletion user={user} />}
        </div>
      </Columns>
    </>
  )
}

type Refused<Form> = Extract<UserOutcome, { kind: 'refused'; form: Form }>

function Facts({ user, blockedSeconds }: { user: User; blockedSeconds: number }) {
  const { status, joinedAt, lastActiveAt, downloads, twoFactor, hasPassword } = user
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
        <Fact name="Signs in with">
          {!hasPassword
            ? 'Invited, not signed in yet'
            : twoFactor
              ? 'Password and code'
              : 'Password only'}
        </Fact>
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

function StatusForm({ user: { id, status } }: { user: User }) {
  return (
    <Form method="post" action={href('/admin/users')} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={href('/admin/users/:id', { id })} />
      {status === 'active' ? (
        <SubmitButton look="quiet" intent="deactivate">
          <CirclePause aria-hidden="true" size={17} />
          Deactivate
        </SubmitButton>
      ) : (
        <SubmitButton look="quiet" intent="activate">
          <CircleCheck aria-hidden="true" size={17} />
          Activate
        </SubmitButton>
      )}
      {status === 'banned' ? (
        <SubmitButton look="quiet" intent="unban">
          <Undo2 aria-hidden="true" size={17} />
          Unban
        </SubmitButton>
      ) : (
        <SubmitButton look="quiet" intent="ban">
          <Ban aria-hidden="true" size={17} />
          Ban
        </SubmitButton>
      )}
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
          hint={`${rules.join(' · ')}. A new password ends all sessions.`}
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
