import { data, Form, href, Link, redirectDocument } from 'react-router'
import { passkeysWork } from '#app/accounts/credentials/passkey.server.ts'
import { databaseAnswers } from '#app/accounts/credentials/sign-in.server.ts'
import { developmentCredentials } from '#app/accounts/development-admin.server.ts'
import type { EndReason } from '#app/accounts/ended-session.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { AuthCard } from '#app/accounts/ui/auth-card.tsx'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/login'
import { connectionFailedText, problemInit, signIn } from './authenticate.server.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { useConnection } from './use-connection.ts'

/** What other pages have this one say, by a word in its address. */
const messages = new Map([
  ['password-changed', 'Your password was changed. Sign in with the new one.'],
  ['signed-out', 'You are signed out.'],
  ['restored', 'The backup was restored. Sign in with the password you had then.'],
])
/** Says no figure and no name: anyone can put the word into the address. */
const endings: ReadonlyMap<string, string> = new Map<EndReason, string>([
  ['idle', 'You were signed out after a while without activity. Sign in to continue.'],
  ['expired', 'Your sign-in has expired. Sign in again to continue.'],
  ['password', 'You were signed out because your password was changed. Sign in with the new one.'],
  ['inactive', 'You were signed out because your account is no longer active.'],
  ['elsewhere', 'You were signed out from another device or by an operator. Sign in to continue.'],
])
const problems = new Map([['not-admin', 'Unauthorized access. Admin permissions required.']])

export async function loader({ url, context }: Route.LoaderArgs) {
  const next = safeAdminRedirect(url.searchParams.get('next'))
  const signedIn = await context.get(sessionContext).current()
  if (signedIn?.user.role === 'admin') throw redirectDocument(next)
  return {
    next,
    connected: await databaseAnswers(),
    connectionFailedText,
    message:
      messages.get(url.searchParams.get('message') ?? '') ??
      endings.get(url.searchParams.get('ended') ?? '') ??
      null,
    problem: problems.get(url.searchParams.get('problem') ?? '') ?? null,
    passkeys: passkeysWork(),
    development: import.meta.env.DEV ? developmentCredentials : null,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const typed = await request.clone().formData()
  const next = safeAdminRedirect(url.searchParams.get('next'))
  const result = await signIn(request, context, next)
  if (result instanceof Response) return result
  const email = typed.get('email')
  return data(
    {
      problem: result.text,
      email: typeof email === 'string' ? email.slice(0, 254) : '',
      remember: typed.get('remember') === 'on',
    },
    problemInit(result),
  )
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { next, message, passkeys, development } = loaderData
  const { connected, checking } = useConnection(loaderData.connected)
  const failed = actionData?.problem === loaderData.connectionFailedText
  const problem = actionData?.problem ?? loaderData.problem
  const query = next === '/admin' ? '' : `?${new URLSearchParams({ next })}`
  return (
    <AuthCard title="Sign in" lead="Operator sign-in">
      <div role="alert" hidden={connected && !failed}>
        <p className="rounded-lg border-2 border-bad px-4 py-3 font-semibold text-bad">
          {(!connected || failed) && loaderData.connectionFailedText}
        </p>
      </div>
      {problem !== null && !failed && <ProblemSummary title={problem} />}
      {message !== null && problem === null && <Callout role="status">{message}</Callout>}
      <Form method="post" action={`${href('/admin/login')}${query}`} className="grid gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          spellCheck={false}
          defaultValue={actionData?.email ?? development?.email}
          autoFocus={actionData === undefined}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          defaultValue={development?.password}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <label className="flex items-center gap-2">
            <input type="checkbox" name="remember" defaultChecked={actionData?.remember} />
            Remember me
          </label>{' '}
          <Link className={link} to={href('/admin/forgot-password')}>
            Forgot password?
          </Link>
        </div>
        <SubmitButton resting={!connected}>Sign in</SubmitButton>
      </Form>
      {passkeys && <PasskeySignIn query={query} disabled={!connected} />}
      <ConnectionStatus state={checking ? 'checking' : connected ? 'connected' : 'failed'} />
      {development !== null && (
        <Callout>
          <p className="font-semibold">Development only</p>
          <p>
            Email <code>{development.email}</code>, password <code>{development.password}</code>
          </p>
        </Callout>
      )}
    </AuthCard>
  )
}

const states = {
  checking: { text: 'checking…', tone: undefined },
  connected: { text: 'connected', tone: 'font-semibold text-good' },
  failed: { text: 'connection failed', tone: 'font-semibold text-bad' },
} as const

function ConnectionStatus({ state }: { state: keyof typeof states }) {
  const { text, tone } = states[state]
  return (
    <p className="text-sm text-muted" role="status">
      Database: <span className={tone}>{text}</span>
    </p>
  )
}
