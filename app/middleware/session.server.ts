import { createContext, type MiddlewareFunction } from 'react-router'
import { addFlash, type Flash, takeFlash } from '#app/models/flash.server.ts'
import {
  endSession,
  type NewSession,
  readSession,
  rememberMs,
  renewSession,
  type Session,
  startSession,
} from '#app/models/session.server.ts'
import { log } from '#app/services/log.server.ts'
import { exchangeContext } from './exchange.server.ts'
import { sessionCookie, sessionPair } from './session-cookie.server.ts'

/** The visitor's session. Nothing is read from the database before somebody asks. */
export type RequestSession = {
  /** Whoever is signed in, with every step; null for visitors, and when it cannot be told. */
  current(): Promise<Session | null>
  /** A sign-in whose second step is still due. */
  pending(): Promise<Session | null>
  /** Begins a session in the place of the present one; false when the user may not sign in. */
  start(session: Pick<NewSession, 'userId' | 'stage' | 'remember'>): Promise<boolean>
  /** Gives the present session a new id. */
  renew(): Promise<void>
  /** Signs out. */
  end(): Promise<void>
  /** Keeps a message for the next page of the present session. */
  flash(kind: Flash['kind'], text: string): Promise<void>
  /** The messages for this page; they wait on when it turns out to lead elsewhere. */
  takeFlash(): Promise<Flash[]>
}

export const sessionContext = createContext<RequestSession>()

/** Gives each request its session, and its answer the cookie when that has changed. */
export const session: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const setCookies: string[] = []
  const requestSession = createRequestSession(
    request,
    context.get(exchangeContext).clientAddress,
    (value) => setCookies.push(value),
  )
  let taken: Flash[] = []
  context.set(sessionContext, {
    ...requestSession,
    async takeFlash() {
      taken = await requestSession.takeFlash()
      return taken
    },
  })
  const response = await next()
  if (response.status >= 300 && response.status < 400) {
    for (const { kind, text } of taken) await requestSession.flash(kind, text)
  }
  const last = setCookies.at(-1)
  if (last !== undefined) response.headers.append('Set-Cookie', last)
  return response
}

function createRequestSession(
  request: Request,
  clientAddress: string,
  setCookie: (value: string) => void,
): RequestSession {
  let read: Promise<Session | null> | null = null

  async function readOnce(): Promise<Session | null> {
    const pair = sessionPair(request.headers.get('cookie'))
    if (pair === null) return null
    const id: unknown = await sessionCookie.parse(pair)
    if (typeof id !== 'string' || id.length > 100) return null
    try {
      return await readSession(id)
    } catch (error) {
      // As if nobody were signed in: the sign-in page says what is wrong.
      log.error({ err: error }, 'session not read')
      return null
    }
  }

  async function any(): Promise<Session | null> {
    read ??= readOnce()
    return read
  }

  async function current(): Promise<Session | null> {
    const session = await any()
    return session?.stage === 'full' ? session : null
  }

  async function send(id: string, remember: boolean): Promise<void> {
    read = readSession(id)
    setCookie(await sessionCookie.serialize(id, remember ? { maxAge: rememberMs / 1000 } : {}))
  }

  async function end(): Promise<void> {
    const session = await any()
    read = Promise.resolve(null)
    setCookie(await sessionCookie.serialize('', { maxAge: 0 }))
    if (session !== null) await endSession(session.idHash)
  }

  return {
    current,
    async pending() {
      const session = await any()
      return session?.stage === 'second_step' ? session : null
    },
    async start({ userId, stage, remember }) {
      const before = await any()
      const userAgent = request.headers.get('user-agent')
      const id = await startSession({ userId, stage, remember, userAgent, clientAddress })
      if (before !== null) await endSession(before.idHash)
      if (id === null) return false
      await send(id, remember && stage === 'full')
      return true
    },
    async renew() {
      const session = await any()
      const id = session === null ? null : await renewSession(session.idHash)
      if (session !== null && id !== null) await send(id, session.remember)
    },
    end,
    async flash(kind, text) {
      const session = await current()
      if (session !== null) await addFlash(session.idHash, { kind, text })
    },
    async takeFlash() {
      const session = await current()
      return session === null ? [] : takeFlash(session.idHash)
    },
  }
}
