import { data, Form, href, redirect, redirectDocument } from 'react-router'
import { checkSecondStep, recordSignIn } from '#app/accounts/credentials/sign-in.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { AuthCard } from '#app/accounts/ui/auth-card.tsx'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/two-factor'
import {
  blockedProblem,
  codeNotTakenProblem,
  problemInit,
  type SignInProblem,
} from './authenticate.server.ts'

/** The second step of a sign-in: only for those who have just given the right password. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const pending = await context.get(sessionContext).pending()
  if (pending === null) throw redirect(loginPath(url))
  return null
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const pending = await session.pending()
  if (pending === null) throw redirect(loginPath(url))
  const code = (await request.formData()).get('code')
  const visitor = visitorOf(context)
  const { user, remember } = pending
  const typed = typeof code === 'string' ? code.slice(0, 100) : ''
  const refuse = (problem: SignInProblem) => data({ problem: problem.text }, problemInit(problem))
  const result = await checkSecondStep(user, typed, visitor).catch(codeNotTakenProblem)
  if ('text' in result) return refuse(result)
  if (!result.ok) {
    return refuse(
      result.refusal.kind === 'blocked'
        ? blockedProblem(result.refusal.retryAfterSeconds)
        : { text: 'That code is wrong or was already used.', status: 401 },
    )
  }
  if (!(await session.start({ userId: user.id, stage: 'full', remember }))) {
    throw redirect(loginPath(url))
  }
  session.rememberDevice(user.id)
  await recordSignIn(user, visitor, { secondStep: result.by, remember })
  return redirectDocument(nextPath(url))
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function TwoFactor({ actionData }: Route.ComponentProps) {
  return (
    <AuthCard title="Two-factor code" lead="Enter the code from your authenticator app.">
      {actionData !== undefined && <ProblemSummary title={actionData.problem} />}
      <Form method="post" className="grid gap-4">
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          required
          maxLength={40}
          spellCheck={false}
          autoFocus={actionData === undefined}
          hint="Don’t have the app? Use a recovery code. Each works once."
        />
        <SubmitButton>Sign in</SubmitButton>
      </Form>
      <Form method="post" action={href('/admin/logout')}>
        <button type="submit" className={`${link} cursor-pointer`}>
          Cancel
        </button>
      </Form>
    </AuthCard>
  )
}

function nextPath(url: URL): string {
  return safeAdminRedirect(url.searchParams.get('next'))
}

function loginPath(url: URL): string {
  const next = nextPath(url)
  return next === '/admin' ? '/admin/login' : `/admin/login?${new URLSearchParams({ next })}`
}
