import { type RouterContextProvider, redirect, redirectDocument } from 'react-router'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'
import { checkPasskey } from '#app/accounts/credentials/passkey-sign-in.server.ts'
import { HashQueueFullError } from '#app/accounts/credentials/password-hash.server.ts'
import {
  type Account,
  checkCredentials,
  databaseAnswers,
  readRole,
  recordDenial,
  recordSignIn,
  type SignInRefusal,
  type Visitor,
} from '#app/accounts/credentials/sign-in.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { log } from '#app/observe/log.server.ts'
import { waitText } from '#app/time/wait-text.ts'
import type { SessionStage } from '#db/schema.ts'
import { DatabaseUnavailableError, isOutOfRoom } from '#db/unavailable.ts'

export const connectionFailedText = 'Database connection failed. Please check your configuration.'

/** What the form says when no one was signed in. */
export type SignInProblem = { text: string; status: number; retryAfterSeconds?: number }

const Credentials = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1000),
  remember: z.literal('on').nullish(),
})

/** Thrown by the strategy, and shown as it is. */
class Refused extends Error {
  readonly problem: SignInProblem

  constructor(problem: SignInProblem) {
    super(problem.text)
    this.problem = problem
  }
}

type Context = Readonly<RouterContextProvider>

/** Signs an admin in with email and password, and leads on to `next` or to the second step. */
export function signIn(request: Request, context: Context, next: string) {
  return withProblems(context, async () => {
    const { account, remember } = await authenticator(visitorOf(context)).authenticate(
      'password',
      request,
    )
    const stage = account.twoFactor ? ('second_step' as const) : ('full' as const)
    return admit(account, { stage, remember, secondStep: null }, context, next)
  })
}

/** Signs an admin in with what a browser signed by a passkey, and leads on to `next`. */
export function signInWithPasskey(form: FormData, context: Context, next: string) {
  return withProblems(context, async () => {
    const answer = form.get('answer')
    const remember = form.get('remember') === 'on'
    const typed = typeof answer === 'string' ? answer.slice(0, 50_000) : ''
    const result = await checkPasskey(typed, visitorOf(context))
    if (!result.ok) return refusalProblem(result.refusal)
    const how = { stage: 'full', remember, secondStep: 'passkey' } as const
    return admit(result.account, how, context, next)
  })
}

/** Whoever is no admin is signed out again before anyone can notice that they were signed in. */
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
    await recordDenial(account, visitor, 'not_admin')
    return { text: 'Unauthorized access. Admin permissions required.', status: 403 }
  }
  if (stage === 'second_step') {
    return redirect(`/admin/two-factor?${new URLSearchParams({ next })}`)
  }
  session.rememberDevice(account.id)
  await recordSignIn(account, visitor, { secondStep, remember })
  return redirectDocument(next)
}

/** Returns what `run` answers, and what it throws as a problem. No one is signed in after one. */
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

function unavailableProblem(error: DatabaseUnavailableError): SignInProblem {
  return { text: `${error.message}. Try again in a minute.`, status: 503, retryAfterSeconds: 30 }
}

/**
 * The problem for a code that the database cannot take now. A recovery code has to be deleted; codes
 * of the app are remembered in memory while there is no room. Throws every other error again.
 */
export function codeNotTakenProblem(error: unknown): SignInProblem {
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
export function blockedProblem(retryAfterSeconds: number): SignInProblem {
  return {
    text: `Too many failed attempts. Try again in ${waitText(retryAfterSeconds)}.`,
    status: 429,
    retryAfterSeconds,
  }
}

/** Status and headers of an answer that shows a problem. */
export function problemInit({ status, retryAfterSeconds }: SignInProblem): ResponseInit {
  return {
    status,
    ...(retryAfterSeconds !== undefined && {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  }
}
