import { useCallback, useEffect } from 'react'
import { data, Form, href, Link, redirectDocument, useFetcher } from 'react-router'
import { hasNoAdmin } from '#app/accounts/admin-start.server.ts'
import { passkeysWork } from '#app/accounts/credentials/passkey.server.ts'
import { databaseAnswers } from '#app/accounts/credentials/sign-in.server.ts'
import { developmentCredentials } from '#app/accounts/development-admin.server.ts'
import type { EndReason } from '#app/accounts/ended-session.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { AuthCard } from '#app/accounts/ui/auth-card.tsx'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import { useHasPasskey } from '#app/accounts/ui/use-passkeys.ts'
import { textOf } from '#app/http/form.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { useNoAnswer } from '#app/ui/admin/forms/no-answer.ts'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/login'
import { connectionFailedText, cookieLostText, problemInit, signIn } from './authenticate.server.ts'
import type { clientLoader } from './connection.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'

/** Messages that other pages pass on, by a word in the address. */
const messages = new Map([
  ['password-changed', 'Your password was changed. Sign in with the new one.'],
  ['signed-out', 'You are signed out.'],
  ['restored', 'The backup was restored. Sign in with the password you had then.'],
])
/** Texts without figures or names, since anyone can put the word into the address. */
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
  const connected = await databaseAnswers()
  return {
    next,
    connected,
    isNew: connected && (await hasNoAdmin()),
    connectionFailedText,
    message:
      messages.get(url.searchParams.get('message') ?? '') ??
      endings.get(url.searchParams.get('ended') ?? '') ??
      null,
    problem:
      connected && url.searchParams.get('from') === 'sign-in'
        ? cookieLostText
        : (problems.get(url.searchParams.get('problem') ?? '') ?? null),
    passkeys: passkeysWork(),
    development: import.meta.env.DEV ? developmentCredentials : null,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const typed = await request.formData()
  const next = safeAdminRedirect(url.searchParams.get('next'))
  const result = await signIn(typed, context, next)
  if (result instanceof Response) return result
  return data(
    {
      problem: result.text,
      email: textOf(typed, 'email').slice(0, 254),
      remember: typed.get('remember') === 'on',
    },
    problemInit(result),
  )
}

export { headers } from '#app/http/page-headers.ts'
export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { next, message, isNew, passkeys, development } = loaderData
  const { connected, checking } = useConnection(loaderData.connected)
  const failed = actionData?.problem === loaderData.connectionFailedText
  const problem = actionData?.problem ?? loaderData.problem
  const passkeyFirst = useHasPasskey()
  const query = next === '/admin' ? '' : `?${new URLSearchParams({ next })}`
  const passkey = passkeys && <PasskeySignIn key="passkey" query={query} disabled={!connected} />
  return (
    <AuthCard title="Operator sign-in" refused={problem !== null}>
      <div role="alert" hidden={connected && !failed}>
        <p className="rounded-lg border-2 border-bad px-4 py-3 font-semibold text-bad">
          {(!connected || failed) && loaderData.connectionFailedText}
        </p>
      </div>
      {problem !== null && !failed && <ProblemSummary title={problem} />}
      {message !== null && problem === null && <Callout role="status">{message}</Callout>}
      {isNew && (
        <Callout>
          This site has no operator yet. To create the first one, open the link that the server
          printed when it started. It works for 30 minutes, and each restart prints a new one.
        </Callout>
      )}
      {passkeyFirst && passkey}
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
      {!passkeyFirst && passkey}
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
  failed: { text: 'failed', tone: 'font-semibold text-bad' },
} as const

function ConnectionStatus({ state }: { state: keyof typeof states }) {
  const { text, tone } = states[state]
  return (
    <p className="text-sm text-muted">
      Database: <span className={tone}>{text}</span>
    </p>
  )
}

const everyMs = 30_000
const failedEveryMs = 5_000

/**
 * Returns `connected` if the server can read its accounts: at first as sent with the page, then
 * checked each half minute, and whenever there is a reason to doubt it. No answer counts as no.
 */
function useConnection(atFirst: boolean): { connected: boolean; checking: boolean } {
  const { load, data, state } = useFetcher<typeof clientLoader>()
  const connected = data === undefined ? atFirst : data?.connected === true
  const isUnanswered = useNoAnswer() !== null
  const check = useCallback(() => {
    if (document.visibilityState === 'visible') void load(href('/admin/connection'))
  }, [load])
  useEffect(check, [check])
  useEffect(() => {
    if (isUnanswered) check()
  }, [check, isUnanswered])
  useEffect(() => {
    const timer = setInterval(check, connected ? everyMs : failedEveryMs)
    return () => clearInterval(timer)
  }, [check, connected])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', check, { signal })
    for (const name of ['online', 'offline']) window.addEventListener(name, check, { signal })
    return () => controller.abort()
  }, [check])
  return { connected, checking: connected && state !== 'idle' }
}
