import { data, Form, href, Link, redirect } from 'react-router'
import {
  passwordProblem,
  passwordRules,
  readNewPassword,
} from '#app/accounts/credentials/password.server.ts'
import { resetPassword, resetTarget } from '#app/accounts/credentials/password-reset.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { AuthCard } from '#app/accounts/ui/auth-card.tsx'
import { NewPasswordFields, newPasswordNames } from '#app/accounts/ui/new-password-fields.tsx'
import { UsernameField } from '#app/accounts/ui/username-field.tsx'
import { button } from '#app/ui/button.ts'
import { FormFields } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/reset'

/** Viewing the page doesn't use up the link, since mail scanners do that. */
export async function loader({ params }: Route.LoaderArgs) {
  const target = await resetTarget(params.token)
  if (target === null) return data({ email: null, invited: false, rules: [] }, { status: 410 })
  const { user, purpose } = target
  return data({ email: user.email, invited: purpose === 'invite', rules: passwordRules() })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const target = await resetTarget(params.token)
  if (target === null) return data(null, { status: 410 })
  const { password, problems } = readNewPassword(form, target.user)
  if (Object.keys(problems).length > 0) return data({ problems }, { status: 400 })
  const result = await resetPassword(params.token, password, visitorOf(context).requestId)
  if (result.ok) return redirect('/admin/login?message=password-changed')
  return result.problem === 'weak_password'
    ? data({ problems: { password: passwordProblem(result.faults) } }, { status: 400 })
    : data(null, { status: 410 })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { email, invited, rules } = loaderData
  // After a refused form nothing is reloaded: the answer itself reports that the link is gone.
  if (email === null || actionData === null) {
    return (
      <AuthCard title="This link no longer works">
        <p>It was already used, has expired, or was replaced by a newer one.</p>
        <Link className={button()} to={href('/admin/forgot-password')}>
          Get a new link
        </Link>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title={invited ? 'Welcome: choose your password' : 'Choose a new password'}
      lead={`For ${email}`}
      refused={actionData !== undefined}
    >
      <Form method="post" className="grid gap-4">
        <UsernameField email={email} />
        <FormFields {...actionData} fieldNames={newPasswordNames}>
          <NewPasswordFields rules={rules} />
        </FormFields>
        <SubmitButton>Save the password</SubmitButton>
      </Form>
    </AuthCard>
  )
}
