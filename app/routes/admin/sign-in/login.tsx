import { data, redirect } from 'react-router'
import script from '#app/enhance/connection.ts?worker&url'
import { sessionContext } from '#app/middleware/session.server.ts'
import { developmentCredentials } from '#app/models/development-admin.server.ts'
import type { EndReason } from '#app/models/ended-session.server.ts'
import { databaseAnswers } from '#app/models/sign-in.server.ts'
import { EntrancePage, ProblemBox } from '#app/ui/admin/entrance.tsx'
import { TextField } from '#app/ui/admin/field.tsx'
import { PasswordField, RevealScript } from '#app/ui/admin/password-field.tsx'
import { safeAdminRedirect } from '#app/utils/safe-redirect.ts'
import type { Route } from './+types/login'
import { connectionFailedText, problemInit, signIn } from './authenticate.server.ts'

/** What other pages have this one say, by a word in its address. */
const messages = new Map([
  ['password-changed', 'Your password was changed. Sign in with the new one.'],
  ['signed-out', 'You are signed out.'],
  ['restored', 'The backup was restored. Sign in with the password of that time.'],
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
  if (signedIn?.user.role === 'admin') throw redirect(next)
  return {
    next,
    connected: await databaseAnswers(),
    connectionFailedText,
    message:
      messages.get(url.searchParams.get('message') ?? '') ??
      endings.get(url.searchParams.get('ended') ?? '') ??
      null,
    problem: problems.get(url.searchParams.get('problem') ?? '') ?? null,
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
  const { next, connected, message, development } = loaderData
  const failed = actionData?.problem === loaderData.connectionFailedText
  const problem = actionData?.problem ?? loaderData.problem
  const query = next === '/admin' ? '' : `?${new URLSearchParams({ next })}`
  return (
    <EntrancePage title="Sign in" lead="For those who run this site.">
      <div role="alert" hidden={connected && !failed} data-connection-banner>
        <p
          className="rounded-lg border-2 border-bad px-4 py-3 font-semibold text-bad"
          data-text={loaderData.connectionFailedText}
        >
          {(!connected || failed) && loaderData.connectionFailedText}
        </p>
      </div>
      {problem !== null && !failed && <ProblemBox>{problem}</ProblemBox>}
      {message !== null && problem === null && (
        <p role="status" className="note">
          {message}
        </p>
      )}
      <form method="post" action={`/admin/login${query}`} className="grid gap-4">
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
          <a className="link" href="/admin/forgot-password">
            Forgot password?
          </a>
        </div>
        <button type="submit" className="button" disabled={!connected} data-needs-connection>
          Sign in
        </button>
      </form>
      <ConnectionStatus connected={connected} />
      {development !== null && (
        <div className="note">
          <p className="font-semibold">Development only</p>
          <p>
            Email <code>{development.email}</code>, password <code>{development.password}</code>
          </p>
        </div>
      )}
      <RevealScript />
      <script type="module" src={script} />
    </EntrancePage>
  )
}

/**
 * Told once by the server; with JavaScript it is checked again and again. The other texts are data,
 * since text browsers show what is hidden.
 */
function ConnectionStatus({ connected }: { connected: boolean }) {
  return (
    <p className="text-sm text-muted" role="status" data-connection="/admin/connection">
      Database: <span data-state="checking" data-text="checking…" hidden />
      <ConnectionState name="connected" tone="text-good" shown={connected} />
      <ConnectionState name="failed" tone="text-bad" shown={!connected} />
    </p>
  )
}

function ConnectionState({
  name,
  tone,
  shown,
}: {
  name: 'connected' | 'failed'
  tone: string
  shown: boolean
}) {
  const text = name === 'connected' ? 'connected' : 'connection failed'
  return (
    <span data-state={name} data-text={text} hidden={!shown} className={`font-semibold ${tone}`}>
      {shown && text}
    </span>
  )
}
