import { data, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { passwordProblem, passwordRules } from '#app/accounts/credentials/password.server.ts'
import { actorOf, passwordAgainProblem } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import { createUser, inviteUser } from '#app/accounts/user.server.ts'
import { readUserForm, type UserFormProblems } from '#app/accounts/user-form.server.ts'
import { mailPasswordLink } from '#app/accounts/user-mail.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { FormPage } from '#app/ui/admin/forms/form-page.tsx'
import { PasswordAgain } from '#app/ui/admin/forms/password-again.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { FormFields, RadioChoice } from '#app/ui/form-fields.tsx'
import type { Route } from './+types/new-user'
import { LinkPanel } from './link-panel.tsx'
import { NameAndEmail, RoleChoice } from './user-fields.tsx'

const SignIn = z.enum(['invite', 'password']).catch('invite')

export function loader() {
  return { rules: passwordRules(), mail: mailIsSetUp() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const read = readUserForm(form)
  const { fields } = read
  const how = SignIn.parse(form.get('how'))
  const password = how === 'password' ? String(form.get('password') ?? '') : null
  const refuse = (more: UserFormProblems & { password?: string }) => {
    const values = { ...read.values, how }
    return data({ created: null, values, problems: { ...read.problems, ...more } }, { status: 400 })
  }
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
    return refuse({ password: passwordProblem(result.faults) })
  }
  const { user } = result
  if (password !== null) {
    await context.get(sessionContext).flash('success', `${user.name} has an account now.`)
    return redirect(href('/admin/users'))
  }
  const link = await inviteUser(user, actor)
  const mailed = await mailPasswordLink(user, link, 'invite')
  // Shown only in this answer: a link that opens an account isn't stored.
  return data({ created: { user, link, mailed } })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function NewUser({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, mail } = loaderData
  const created = actionData?.created ?? null
  if (created !== null) return <Invited {...created} />
  const refused = actionData?.created === null ? actionData : null
  return (
    <FormPage
      title="New user"
      back={{ href: href('/admin/users'), label: 'Users' }}
      submit="Create the user"
      className="group/user"
    >
      <FormFields values={{ role: 'user', how: 'invite' }} {...refused}>
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <NameAndEmail />
        </div>
        <RoleChoice />
        <RadioChoice
          legend="First sign-in"
          name="how"
          options={[
            {
              value: 'invite',
              label: 'Invitation link',
              hint: `They choose their own password within 7 days. ${mail ? 'We email them the link and show it here.' : 'Email isn’t set up, so send them the link yourself.'}`,
            },
            { value: 'password', label: 'First password that you set' },
          ]}
        />
        <div className="supports-[selector(:has(a))]:hidden group-has-[[value=password]:checked]/user:block">
          <PasswordField
            label="First password"
            name="password"
            autoComplete="new-password"
            required={false}
            hint={`${rules.join(' · ')}. Leave blank for an invitation.`}
          />
        </div>
        <div className="supports-[selector(:has(a))]:hidden group-has-[[value=admin]:checked]/user:block">
          <PasswordAgain hint="Only for a new admin. Confirms that it’s you." />
        </div>
      </FormFields>
    </FormPage>
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
