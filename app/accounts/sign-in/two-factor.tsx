import { data, Form, href, redirect, redirectDocument } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { sessionPairs } from '#app/accounts/middleware/session-cookie.server.ts'
import { AuthCard } from '#app/accounts/ui/auth-card.tsx'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/two-factor'
import { passSecondStep, problemInit, throughSignIn } from './authenticate.server.ts'

/** Only for those who have just given the right password. */
export async function loader(args: Route.LoaderArgs) {
  const pending = await args.context.get(sessionContext).pending()
  if (pending === null) throw redirect(await loginPath(args))
  return null
}

export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  const problem = await passSecondStep(await request.formData(), context)
  if (problem === 'too late') throw redirect(await loginPath(args))
  if (problem !== null) return data({ problem: problem.text }, problemInit(problem))
  return redirectDocument(nextPath(url))
}

export { headers } from '#app/http/page-headers.ts'
export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function TwoFactor({ actionData }: Route.ComponentProps) {
  return (
    <AuthCard
      title="Two-factor code"
      lead="Enter the code from your authenticator app."
      refused={actionData !== undefined}
    >
      {actionData !== undefined && <ProblemSummary title={actionData.problem} />}
      <Form method="post" className="grid gap-4">
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          required
          maxLength={100}
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

/** Only the password step gives the address a `next`, so no cookie then means that none is kept. */
async function loginPath({ request, url, context }: Route.LoaderArgs): Promise<string> {
  const next = nextPath(url)
  const isKept = sessionPairs(request.headers.get('cookie')).length > 0
  if (!isKept && url.searchParams.has('next')) return throughSignIn(next)
  const ended = await context.get(sessionContext).endReason()
  const query = new URLSearchParams({
    ...(next !== '/admin' && { next }),
    ...(ended !== null && { ended }),
  })
  return query.size === 0 ? '/admin/login' : `/admin/login?${query}`
}
