import {
  createContext,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from 'react-router'
import {
  checkPasswordAgain,
  recordDenial,
  type Visitor,
} from '#app/accounts/credentials/sign-in.server.ts'
import type { Session } from '#app/accounts/session.server.ts'
import type { Actor } from '#app/audit/audit.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { settings } from '#app/settings/settings.server.ts'
import { waitText } from '#app/time/wait-text.ts'
import { sessionContext } from './session.server.ts'

/** The operator behind a request to the back office. */
export const adminContext = createContext<Session>()

/** Pages that an operator who has no second step yet may open although one is required. */
const withoutSecondStep = '/admin/settings/account'

/**
 * Lets active admins in and no one else, whatever is asked for: a document, its data, an action.
 * It must be on a route with a loader, so that every request below that route passes it.
 */
export const requireAdmin: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context } = args
  const session = context.get(sessionContext)
  const signedIn = await session.current()
  if (signedIn === null) {
    // Tells a page that listens for events to stop: it would take the sign-in page for one.
    if (request.headers.get('accept') === 'text/event-stream') {
      throw new Response(null, { status: 204 })
    }
    const readable = request.method === 'GET' || request.method === 'HEAD'
    const target = readable ? url.pathname + url.search : formPage(request, url)
    const ended = await session.endReason()
    const query = new URLSearchParams({
      ...(target !== '/admin' && { next: target }),
      ...(ended !== null && { ended }),
    })
    throw redirectDocument(query.size === 0 ? '/admin/login' : `/admin/login?${query}`)
  }
  const { user } = signedIn
  if (user.role !== 'admin') {
    await session.end()
    await recordDenial(user, visitorOf(context), 'not_admin')
    throw redirectDocument('/admin/login?problem=not-admin')
  }
  const here = url.pathname
  if (
    settings().twoFactorRequired &&
    !user.twoFactor &&
    here !== withoutSecondStep &&
    !here.startsWith(`${withoutSecondStep}/`)
  ) {
    throw redirect(withoutSecondStep)
  }
  context.set(adminContext, signedIn)
  return next()
}

/** The page of the back office that a form was sent from, where the browser says so. */
function formPage({ headers }: Request, { origin }: URL): string {
  const referrer = headers.get('referer') ?? ''
  return safeAdminRedirect(referrer.startsWith(`${origin}/`) ? referrer.slice(origin.length) : null)
}

type Context = Readonly<RouterContextProvider>

/** Who asks, for limits and the audit log. */
export function visitorOf(context: Context): Visitor {
  const { clientAddress, id } = context.get(requestContext)
  return { clientAddress, requestId: id, deviceToken: context.get(sessionContext).deviceToken }
}

/** The operator as the audit log names him. */
export function actorOf(context: Context): Actor {
  const { user } = context.get(adminContext)
  return { id: user.id, label: user.email, requestId: context.get(requestContext).id }
}

/**
 * For what must not happen from a screen left open: checks the form's field `ownPassword`.
 * Null when it is the operator's, else what to say beside the field.
 */
export async function passwordAgainProblem(
  context: Context,
  form: FormData,
): Promise<string | null> {
  const typed = form.get('ownPassword')
  if (typeof typed !== 'string' || typed === '') return 'Enter your password.'
  const { user } = context.get(adminContext)
  const result = await checkPasswordAgain(user, typed, visitorOf(context))
  if (result.ok) return null
  return result.refusal.kind === 'blocked'
    ? `Too many wrong passwords. Try again in ${waitText(result.refusal.retryAfterSeconds)}.`
    : 'That isn’t your password.'
}
