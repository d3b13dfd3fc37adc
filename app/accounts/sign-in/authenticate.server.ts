import { type RouterContextProvider, redirect, redirectDocument } from 'react-router'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'
import { beginPasskeySignIn } from '#app/accounts/credentials/passkey.server.ts'
import { HashQueueFullError } from '#app/accounts/credentials/password-hash.server.ts'
import {
  type Account,
  checkCredentials,
  checkPasskey,
  checkSecondStep,
  databaseAnswers,
  readRole,
  recordDenial,
  recordSignIn,
  type SignInRefusal,
  type Visitor,
} from '#app/accounts/credentials/sign-in.server.ts'
import { wrongCodeText } from '#app/accounts/credentials/typed-code.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { env } from '#app/env.server.ts'
import { textOf } from '#app/http/form.server.ts'
import { createLimiter, takePoint } from '#app/http/rate-limit.server.ts'
import { log } from '#app/observe/log.server.ts'
import { waitText } from '#app/time/wait-text.ts'
import type { SessionStage } from '#db/schema.ts'
import { DatabaseUnavailableError, isOutOfRoom } from '#db/unavailable.ts'

export const connectionFailedText = 'Database connection failed. Please check your configuration.'

/** Names the address, since a cookie for HTTPS isn't kept for a page that was opened without. */
export const cookieLostText = `Your browser didn’t keep the cookie that signs you in. Allow cookies for ${env.APP_URL}, then sign in again.`

export type SignInProblem = { text: string; status: number; retryAfterSeconds?: number }

const Credentials = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1000),
  remember: z.literal('on').nullish(),
})

/** Thrown by the strategy; its problem is shown unchanged. */
class Refused extends Error {
  readonly problem: SignInProblem

  constructor(problem: SignInProblem) {
    super(problem.text)
    this.problem = problem
  }
}

type Context = Readonly<RouterContextProvider>

export function signIn(form: FormData, context: Context, next: string) {
  return withProblems(context, async () => {
    const { account, remember } = await authenticator(visitorOf(context)).authenticate(
      'password',
      credentialsRequest(form),
    )
    const stage = account.twoFactor ? ('second_step' as const) : ('full' as const)
    return admit(account, { stage, remember, secondStep: null }, context, next)
  })
}

/** The strategy parses a body itself, so it gets one with only the sign-in fields. */
function credentialsRequest(form: FormData): Request {
  const body = new URLSearchParams()
  for (const name of ['email', 'password', 'remember']) {
    const typed = form.get(name)
    if (typeof typed === 'string') body.set(name, typed)
  }
  return new Request(env.APP_URL, { method: 'POST', body })
}

const limiter = createLimiter('passkeys', 60, 3600)

export async function beginPasskey(context: Context) {
  const wait = await takePoint(limiter, 'passkey', visitorOf(context).clientAddress)
  if (wait !== null) return blockedProblem(wait)
  return { options: await beginPasskeySignIn(context.get(sessionContext).beginPasskey()) }
}

/**
 * Signs an admin in with a passkey's signature, and redirects to `next`. If the form has a field
 * `email`, only that admin.
 */
export function signInWithPasskey(form: FormData, context: Context, next: string) {
  return withProblems(context, async () => {
    const browser = context.get(sessionContext).passkeyBrowser
    if (browser === '') return passkeyCookieProblem
    const answer = form.get('answer')
    const remember = form.get('remember') === 'on'
    const typed = typeof answer === 'string' ? answer.slice(0, 50_000) : ''
    const result = await checkPasskey({ answer: typed, browser }, visitorOf(context))
    if (!result.ok) return refusalProblem(result.refusal)
    const only = form.get('email')
    if (typeof only === 'string' && only !== result.account.email) {
      return { text: `This passkey isn’t for ${only.slice(0, 254)}.`, status: 403 }
    }
    const how = { stage: 'full', remember, secondStep: 'passkey' } as const
    return admit(result.account, how, context, next)
  })
}

/** Finishes a sign-in with a code. Returns null if done, 'too late' if no sign-in is waiting. */
export async function passSecondStep(
  form: FormData,
  context: Context,
): Promise<SignInProblem | 'too late' | null> {
  const session = context.get(sessionContext)
  const pending = await session.pending()
  if (pending === null) return 'too late'
  const visitor = visitorOf(context)
  const { user, remember } = pending
  const typed = textOf(form, 'code').slice(0, 100)
  const result = await checkSecondStep(user, typed, visitor).catch(codeNotTakenProblem)
  if ('text' in result) return result
  if (!result.ok) {
    return result.refusal.kind === 'blocked'
      ? blockedProblem(result.refusal.retryAfterSeconds)
      : { text: wrongCodeText('That code is wrong or was already used.'), status: 401 }
  }
  if (!(await session.start({ userId: user.id, stage: 'full', remember }))) return 'too late'
  session.rememberDevice(user.id)
  await recordSignIn(user, visitor, { secondStep: result.by, remember })
  return null
}

/** Non-admins are signed out again before anyone can notice that they were signed in. */
async function admit(
  account: Pick<Account, 'id' | 'email'>,
  how: { stage: SessionStage; remember: boolean; secondStep: 'passkey' | null },
  context: Context,
  next: string,
): Promise<Response | SignInProblem> {
  const session = context.get(sessionContext)
  const visitor = visitorOf(context)
  const { stage, remember, secondStep } = how
  const started = await session.start({ userId: account.id, stage, remember })
  if (!started) return { text: 'No user returned from login', status: 500 }
  const role = await readRole(account.id).catch((error: unknown) => {
    log.error({ err: error }, 'role not read')
    return null
  })
  if (role === null) {
    await session.end()
    return { text: 'Failed to verify user permissions', status: 500 }
  }
  if (role !== 'admin') {
    await session.end()
    await recordDenial(account, visitor)
    return { text: 'Unauthorized access. Admin permissions required.', status: 403 }
  }
  if (stage === 'second_step') {
    return redirect(`/admin/two-factor?${new URLSearchParams({ next })}`)
  }
  session.rememberDevice(account.id)
  await recordSignIn(account, visitor, { secondStep, remember })
  return redirectDocument(throughSignIn(next))
}

/** Returns the sign-in page's address, which leads on to `next` if the browser kept the cookie. */
export function throughSignIn(next: string): string {
  return `/admin/login?${new URLSearchParams({ from: 'sign-in', next })}`
}

/** Returns the result of `run`, or the problem it throws, after which no one is signed in. */
async function withProblems(
  context: Context,
  run: () => Promise<Response | SignInProblem>,
): Promise<Response | SignInProblem> {
  if (!(await databaseAnswers())) return { text: connectionFailedText, status: 503 }
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refused) return error.problem
    if (error instanceof DatabaseUnavailableError) return unavailableProblem(error)
    log.error({ err: error }, 'sign-in failed')
    await context
      .get(sessionContext)
      .end()
      .catch(() => {})
    return { text: 'An unknown error occurred during login', status: 500 }
  }
}

function authenticator(visitor: Visitor) {
  const strategy = new FormStrategy<{ account: Account; remember: boolean }>(async ({ form }) => {
    const typed = Credentials.safeParse({
      email: form.get('email'),
      password: form.get('password'),
      remember: form.get('remember'),
    })
    if (!typed.success) throw new Refused({ text: 'Enter your email and password.', status: 400 })
    const { email, password, remember } = typed.data
    const result = await checkCredentials(email, password, visitor).catch((error: unknown) => {
      if (error instanceof HashQueueFullError) throw new Refused(busy)
      if (error instanceof DatabaseUnavailableError) throw new Refused(unavailableProblem(error))
      log.error({ err: error }, 'credentials not checked')
      throw new Refused({ text: 'Failed to login', status: 500 })
    })
    if (!result.ok) throw new Refused(refusalProblem(result.refusal))
    return { account: result.account, remember: remember === 'on' }
  })
  return new Authenticator<{ account: Account; remember: boolean }>().use(strategy, 'password')
}

const busy: SignInProblem = {
  text: 'Too many people are signing in. Try again in a few seconds.',
  status: 503,
  retryAfterSeconds: 5,
}

const passkeyCookieProblem: SignInProblem = {
  text: `Your browser didn’t keep the passkey’s cookie, or five minutes went by. Allow cookies for ${env.APP_URL}, then try again.`,
  status: 401,
}

function unavailableProblem(error: DatabaseUnavailableError): SignInProblem {
  return { text: `${error.message}. Try again in a minute.`, status: 503, retryAfterSeconds: 30 }
}

/**
 * Returns the problem for a code that the database can't take. A recovery code has to be deleted;
 * app codes are remembered in memory while there is no room. Rethrows other errors.
 */
function codeNotTakenProblem(error: unknown): SignInProblem {
  if (!(error instanceof DatabaseUnavailableError)) throw error
  const problem = unavailableProblem(error)
  if (!isOutOfRoom(error)) return problem
  return { ...problem, text: `${error.message}. Use a code from your authenticator app instead.` }
}

function refusalProblem(refusal: SignInRefusal | { kind: 'wrong_passkey' }): SignInProblem {
  switch (refusal.kind) {
    case 'wrong_passkey':
      return { text: 'This passkey can’t be used here. Sign in with your password.', status: 401 }
    case 'wrong_credentials':
      return { text: 'Failed to login. Please check your credentials.', status: 401 }
    case 'blocked':
      return blockedProblem(refusal.retryAfterSeconds)
    case 'inactive':
      return { text: 'This account isn’t active. Ask another admin to activate it.', status: 403 }
    case 'banned':
      return { text: 'This account has been banned.', status: 403 }
  }
}

/** The same for every account and network, known or not. */
function blockedProblem(retryAfterSeconds: number): SignInProblem {
  return {
    text: `Too many failed attempts. Try again in ${waitText(retryAfterSeconds)}.`,
    status: 429,
    retryAfterSeconds,
  }
}

export function problemInit({ status, retryAfterSeconds }: SignInProblem): ResponseInit {
  return {
    status,
    ...(retryAfterSeconds !== undefined && {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  }
}
