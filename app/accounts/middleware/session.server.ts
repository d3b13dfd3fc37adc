import { createContext, type MiddlewareFunction } from 'react-router'
import {
  createDeviceToken,
  deviceLifetimeSeconds,
  knownDevice,
} from '#app/accounts/credentials/device-token.server.ts'
import { type EndReason, endReason } from '#app/accounts/ended-session.server.ts'
import {
  endSession,
  type NewSession,
  readSession,
  rememberMs,
  renewSession,
  type Session,
  startSession,
} from '#app/accounts/session.server.ts'
import { env } from '#app/env.server.ts'
import { addFlash, type Flash, takeFlash } from '#app/http/flash.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { log } from '#app/observe/log.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { sessionCookie, sessionPair } from './session-cookie.server.ts'

const secure = env.APP_URL.startsWith('https:')

/**
 * Known devices. Sent to the back office alone, and so without `__Host-`, whose cookies go to every
 * page.
 */
const deviceCookie = secure ? '__Secure-device' : 'device'
const devicePattern = new RegExp(`(?:^|;)\\s*${deviceCookie}=([\\w.-]{1,200})(?:;|$)`)

/** The visitor's session. Nothing is read from the database before somebody asks. */
export type RequestSession = {
  /** Whoever is signed in, with every step; null for visitors, and when it cannot be told. */
  current(): Promise<Session | null>
  /** A sign-in whose second step is still due. */
  pending(): Promise<Session | null>
  /** Begins a session in the place of the present one; false when the user may not sign in. */
  start(session: Pick<NewSession, 'userId' | 'stage' | 'remember'>): Promise<boolean>
  /** Why the session of the visitor's cookie ended, where it has and it is known. */
  endReason(): Promise<EndReason | null>
  /** What the device's cookie holds, unchecked; null without one. */
  readonly deviceToken: string | null
  /** Makes the device a known one of a user who has just signed in on it, with every step. */
  rememberDevice(userId: string): void
  /** Gives the present session a new id. */
  renew(): Promise<void>
  /** Signs out. */
  end(): Promise<void>
  /** Keeps a message for the next page of the present session. */
  flash(kind: Flash['kind'], text: string): Promise<void>
  /** The messages for this page; they wait on when it leads elsewhere or the browser has left. */
  takeFlash(): Promise<Flash[]>
}

export const sessionContext = createContext<RequestSession>()

/** Gives each request its session, and its answer the cookie when that has changed. */
export const session: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const setCookies = new Map<'session' | 'device', string>()
  const requestSession = createRequestSession(
    request,
    context.get(requestContext).clientAddress,
    (name, value) => setCookies.set(name, value),
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
  const shown = !request.signal.aborted && (response.status < 300 || response.status >= 400)
  if (!shown) {
    for (const { kind, text } of taken) await requestSession.flash(kind, text)
  }
  for (const value of setCookies.values()) response.headers.append('Set-Cookie', value)
  return response
}

function createRequestSession(
  request: Request,
  clientAddress: string,
  setCookie: (name: 'session' | 'device', value: string) => void,
): RequestSession {
  let read: Promise<Session | null> | null = null

  async function sentId(): Promise<string | null> {
    const pair = sessionPair(request.headers.get('cookie'))
    const id: unknown = pair === null ? null : await sessionCookie.parse(pair)
    return typeof id !== 'string' || id.length > 100 ? null : id
  }

  async function readOnce(): Promise<Session | null> {
    const id = await sentId()
    if (id === null) return null
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
    setCookie(
      'session',
      await sessionCookie.serialize(id, remember ? { maxAge: rememberMs / 1000 } : {}),
    )
  }

  async function end(): Promise<void> {
    const session = await any()
    read = Promise.resolve(null)
    setCookie('session', await sessionCookie.serialize('', { maxAge: 0 }))
    if (session !== null) await endSession(session.idHash)
  }

  const deviceToken = readDeviceCookie(request)

  return {
    current,
    async endReason() {
      const id = (await any()) === null ? await sentId() : null
      return id === null ? null : endReason(sha256(id))
    },
    deviceToken,
    rememberDevice(userId) {
      const token = createDeviceToken(userId, knownDevice(userId, deviceToken))
      setCookie('device', deviceCookieLine(token))
    },
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

function readDeviceCookie(request: Request): string | null {
  return devicePattern.exec(request.headers.get('cookie') ?? '')?.[1] ?? null
}

function deviceCookieLine(token: string): string {
  const attributes = `Path=/admin; Max-Age=${deviceLifetimeSeconds}; HttpOnly; SameSite=Lax`
  return `${deviceCookie}=${token}; ${attributes}${secure ? '; Secure' : ''}`
}
