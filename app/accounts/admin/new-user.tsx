import { data, Form, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { passwordFaultText, passwordRules } from '#app/accounts/credentials/password.server.ts'
import { actorOf, passwordAgainProblem } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import { createUser, inviteUser } from '#app/accounts/user.server.ts'
import { mailPasswordLink } from '#app/accounts/user-mail.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { PasswordAgain } from '#app/ui/admin/forms/confirm-page.tsx'
import { RadioChoice, TextField } from '#app/ui/admin/forms/field.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import type { Route } from './+types/new-user'
import { LinkPanel } from './link-panel.tsx'
import { readUserForm, type UserFormProblems, type UserFormValues } from './user-form.server.ts'

const SignIn = z.enum(['invite', 'password']).catch('invite')

export function loader() {
  return { rules: passwordRules(), mail: mailIsSetUp() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { values, fields, problems } = readUserForm(form)
  const how = SignIn.parse(form.get('how'))
  const password = how === 'password' ? String(form.get('password') ?? '') : null
  const refuse = (more: UserFormProblems & { password?: string }) =>
    data({ created: null, values, how, problems: { ...problems, ...more } }, { status: 400 })
  if (fields === null) return refuse({})
  if (password === '') return refuse({ password: 'Enter a password, or send an invitation.' })
  if (fields.role === 'admin') {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return refuse({ ownPassword })
  }
  const actor = actorOf(context)
  const result = await createUser({ ...fields, password }, actor)
  if (!result.ok) {
    if (result.problem === 'email_taken')
      return refuse({ email: 'Another account has this email.' })
    return refuse({ password: result.faults.map(passwordFaultText).join(' ') })
  }
  const { user } = result
  if (password !== null) {
    await context.get(sessionContext).flash('success', `${user.name} has an account now.`)
    return redirect(href('/admin/users'))
  }
  const link = await inviteUser(user.id, actor)
  const mailed = await mailPasswordLink(user, link, 'invite')
  // Shown in the answer itself: a link that opens an account is stored nowhere.
  return data({ created: { user, link, mailed } })
}

export default function NewUser({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, mail } = loaderData
  const created = actionData?.created ?? null
  if (created !== null) return <Invited {...created} />
  const refused = actionData?.created === null ? actionData : null
  const values: UserFormValues = refused?.values ?? { name: '', email: '', role: 'user' }
  const problems = refused?.problems ?? {}
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead title="New user" back={{ href: href('/admin/users'), label: 'Users' }} />
      <Form method="post" className={panel({ className: 'group/user' })}>
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <TextField
            label="Name"
            name="name"
            defaultValue={values.name}
            maxLength={100}
            autoComplete="off"
            problem={problems.name}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            defaultValue={values.email}
            maxLength={254}
            autoComplete="off"
            problem={problems.email}
          />
        </div>
        <RoleChoice value={values.role} />
        <RadioChoice
          legend="First sign-in"
          name="how"
          value={refused?.how ?? 'invite'}
          options={[
            {
              value: 'invite',
              label: 'By an invitation link',
              hint: `They choose their own password within seven days. ${mail ? 'The link is mailed, and shown here.' : 'Mail is not set up, so you pass the link on.'}`,
            },
            { value: 'password', label: 'With a first password that you set' },
          ]}
        />
        <div className="supports-[selector(:has(a))]:hidden group-has-[[value=password]:checked]/user:block">
          <PasswordField
            label="First password"
            name="password"
            autoComplete="new-password"
            required={false}
            hint={`${rules.join(' · ')}. Left empty for an invitation.`}
            problem={problems.password}
          />
        </div>
        <div className="supports-[selector(:has(a))]:hidden group-has-[[value=admin]:checked]/user:block">
          <PasswordAgain
            hint="Only for a new admin: to be sure that it is you."
            problem={problems.ownPassword}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" className={button()}>
            Create the user
          </button>
          <Link className={button({ look: 'quiet' })} to={href('/admin/users')}>
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  )
}

function Invited({
  user,
  link,
  mailed,
}: {
  user: { id: string; name: string; email: string }
  link: string
  mailed: boolean
}) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title={`${user.name} is invited`}
        back={{ href: href('/admin/users'), label: 'Users' }}
      />
      <LinkPanel link={link} kind="invite" mailedTo={mailed ? user.email : null} />
      <div className="flex flex-wrap items-center gap-2">
        <Link className={button()} to={href('/admin/users/new')}>
          Invite someone else
        </Link>
        <Link className={button({ look: 'quiet' })} to={href('/admin/users/:id', { id: user.id })}>
          Open the account
        </Link>
      </div>
    </div>
  )
}

/** What an account may do. */
export function RoleChoice({ value }: { value: UserFormValues['role'] }) {
  return (
    <RadioChoice
      legend="Role"
      name="role"
      value={value}
      options={[
        { value: 'user', label: 'User', hint: 'An account without access to the back office.' },
        { value: 'admin', label: 'Admin', hint: 'May see and change everything here.' },
      ]}
    />
  )
}
