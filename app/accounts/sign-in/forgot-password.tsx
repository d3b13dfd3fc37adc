import { data, Form, href, Link } from 'react-router'
import { mailResetLink } from '#app/accounts/credentials/password-reset.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { AuthCard } from '#app/accounts/ui/auth-card.tsx'
import { takeForm } from '#app/http/form-limit.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { log } from '#app/observe/log.server.ts'
import { waitText } from '#app/time/wait-text.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/forgot-password'

export function loader() {
  return { mail: mailIsSetUp() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const email = (await request.formData()).get('email')
  if (typeof email !== 'string' || email.trim() === '') {
    return data({ sent: false, problem: 'Enter your email.' }, { status: 400 })
  }
  const { clientAddress, requestId } = visitorOf(context)
  const wait = await takeForm('reset', clientAddress)
  if (wait !== null) {
    const problem = `Too many requests. Try again in ${waitText(wait)}.`
    return data({ sent: false, problem }, { status: 429, headers: { 'Retry-After': String(wait) } })
  }
  // Not awaited: the answer takes the same time whether or not the account exists.
  mailResetLink(email, requestId).catch((error) => log.error({ err: error }, 'no reset mail'))
  return data({ sent: true, problem: null })
}

export { headers } from '#app/http/page-headers.ts'
export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthCard title="Forgot password" refused={actionData?.problem != null}>
      {!loaderData.mail ? (
        <NoMail />
      ) : actionData?.sent ? (
        <Callout role="status">
          If there is an account with this address, an email with a link is on its way. The link
          works for an hour.
        </Callout>
      ) : (
        <Form method="post" className="grid gap-4">
          {actionData?.problem != null && <ProblemSummary title={actionData.problem} />}
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            spellCheck={false}
            hint="We’ll send you a link to choose a new password."
          />
          <SubmitButton>Send the link</SubmitButton>
        </Form>
      )}
      <Link className={link} to={href('/admin/login')}>
        Back to sign in
      </Link>
    </AuthCard>
  )
}

function NoMail() {
  return (
    <>
      <p>Email isn’t set up, so passwords are reset on the server. In the app folder, run:</p>
      <pre className="rounded-lg bg-sunken p-3 text-sm whitespace-pre-wrap">
        npm run admin -- reset-password --email you@example.com
      </pre>
      <p>
        Add <code>--link</code> to print a link instead, where you choose the password yourself.
      </p>
    </>
  )
}
