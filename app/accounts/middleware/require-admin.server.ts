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

export const adminContext = createContext<Session>()

/** Open to operators without a second step even if one is required. */
const withoutSecondStep = '/admin/settings/account'

/**
 * Admits active admins only, to documents, data and actions alike. It must be on a route with a
 * loader, so that every request below that route passes it.
 */
export const requireAdmin: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context } = args
  const session = context.get(sessionContext)
  // An operator whose session can't be read is told so, and keeps what they have typed.
  const signedIn = await session.currentOrThrow()
  if (signedIn === null) {
    // Stops a page that listens for events, which would take the sign-in page for one.
    if (request.headers.get('accept') === 'text/event-stream') {
      throw new Response(null, { status: 204 })
    }
    const readable = request.method === 'GET' || request.method === 'HEAD'
    const target = readable ? url.pathname + url.search : formPage(request)
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
    await recordDenial(user, visitorOf(context))
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

/** Returns the back-office page that a form was sent from, if the browser sends it. */
function formPage({ headers }: Request): string {
  const page = URL.parse(headers.get('referer') ?? '')
  return safeAdminRedirect(page === null ? null : page.pathname + page.search)
}

type Context = Readonly<RouterContextProvider>

export function visitorOf(context: Context): Visitor {
  const { clientAddress, id } = context.get(requestContext)
  return { clientAddress, requestId: id, deviceToken: context.get(sessionContext).deviceToken }
}

export function actorOf(context: Context): Actor {
  const { user } = context.get(adminContext)
  return { id: user.id, label: user.email, requestId: context.get(requestContext).id }
}

/**
 * Checks the form's field `ownPassword` before something that must not happen from a screen left
 * open. Returns null if it is right, else the problem to show at the field.
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
