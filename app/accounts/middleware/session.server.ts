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
import { addFlash, type Flash, readFlash, removeFlash, type Undo } from '#app/http/flash.server.ts'
import { renewalCookie } from '#app/http/renewal-cookie.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { shownMessagesCookie } from '#app/http/shown-messages.ts'
import { log } from '#app/observe/log.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { databaseIsShared } from '#db/engine.ts'
import { sessionCookie, sessionPair } from './session-cookie.server.ts'

const secure = env.APP_URL.startsWith('https:')

/**
 * The cookie of known devices. Only sent to the back office, so it can't have the prefix `__Host-`,
 * whose cookies are sent to every page.
 */
const deviceCookie = secure ? '__Secure-device' : 'device'
const shownPattern = new RegExp(`(?:^|;)\\s*${shownMessagesCookie}=([\\w.-]{1,300})(?:;|$)`)
const devicePattern = new RegExp(`(?:^|;)\\s*${deviceCookie}=([\\w.-]{1,200})(?:;|$)`)

/**
 * The visitor's session. The database is only read on demand. Our own: with createSessionStorage, which
 * can't renew an id, refuse a user, or add a flash message beside another request's, it is longer.
 */
export type RequestSession = {
  /** The session of an operator who has passed every step; null for visitors, and if it can't be read. */
  current(): Promise<Session | null>
  /** The session of a sign-in whose second step is still due. */
  pending(): Promise<Session | null>
  /** Replaces the current session with a new one. Returns false if the user can't sign in. */
  start(session: Pick<NewSession, 'userId' | 'stage' | 'remember'>): Promise<boolean>
  /** Returns why the session of the visitor's cookie ended; null if it hasn't, or if that is unknown. */
  endReason(): Promise<EndReason | null>
  /** The device cookie's value, unchecked; null without one. */
  readonly deviceToken: string | null
  /** Remembers the device of a user who has just passed every step. */
  rememberDevice(userId: string): void
  /** Gives the current session a new id. */
  renew(): Promise<void>
  /** Signs out. */
  end(): Promise<void>
  /** Stores a message for the current session's next page, with `undo` if the action can be taken back. */
  flash(kind: Flash['kind'], text: string, undo?: Undo): Promise<void>
  /** Returns the messages that no page has shown yet. */
  readFlash(): Promise<Flash[]>
  /** Forgets the messages that `readFlash` returned. */
  removeFlash(): Promise<void>
}

export const sessionContext = createContext<RequestSession>()

/** Sets each request's session, and the answer's cookies if they have changed. */
export const session: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const setCookies = new Map<'session' | 'device', string>()
  const requestSession = createRequestSession(
    request,
    context.get(requestContext).clientAddress,
    (name, value) => setCookies.set(name, value),
  )
  context.set(sessionContext, requestSession)
  // Whoever is signed in sees a change at once that they made through another process.
  if (databaseIsShared && (await requestSession.current()) !== null) {
    await signals.catchUp('settings')
  }
  const response = await next()
  const isPage = !new URL(request.url).pathname.endsWith('.data')
  const isShown = !request.signal.aborted && (response.status < 300 || response.status >= 400)
  // A page that loads data says by its cookie what it has shown.
  if (isPage && isShown) await requestSession.removeFlash()
  for (const value of setCookies.values()) response.headers.append('Set-Cookie', value)
  return response
}

function createRequestSession(
  request: Request,
  clientAddress: string,
  setCookie: (name: 'session' | 'device', value: string) => void,
): RequestSession {
  let read: Promise<Session | null> | null = null
  let unseen: Flash[] = []

  async function sentId(): Promise<string | null> {
    const pair = sessionPair(request.headers.get('cookie'))
    const id: unknown = pair === null ? null : await sessionCookie.parse(pair)
    return typeof id !== 'string' || id.length > 100 ? null : id
  }

  async function readOnce(): Promise<Session | null> {
    const id = await sentId()
    if (id === null) return null
    try {
      return await readSession(id, !isByItself(request))
    } catch (error) {
      // As if signed out: the sign-in page shows what is wrong.
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
    async flash(kind, text, undo) {
      const session = await current()
      if (session !== null) await addFlash(session.idHash, { kind, text, undo })
    },
    async readFlash() {
      const session = await current()
      if (session === null) return []
      const seen = shownPattern.exec(request.headers.get('cookie') ?? '')?.[1]?.split('.') ?? []
      const stored = await readFlash(session.idHash)
      unseen = stored.filter(({ id }) => !seen.includes(id))
      if (unseen.length < stored.length) await removeFlash(session.idHash, seen)
      return unseen
    },
    async removeFlash() {
      const session = unseen.length === 0 ? null : await current()
      if (session !== null)
        await removeFlash(
          session.idHash,
          unseen.map(({ id }) => id),
        )
    },
  }
}

/** Whether a page that is only open asks, and no operator. */
function isByItself({ url, headers }: Request): boolean {
  const cookies = headers.get('cookie')?.split(/; */) ?? []
  return cookies.includes(renewalCookie) || new URL(url).pathname === '/admin/events'
}

function readDeviceCookie(request: Request): string | null {
  return devicePattern.exec(request.headers.get('cookie') ?? '')?.[1] ?? null
}

function deviceCookieLine(token: string): string {
  const attributes = `Path=/admin; Max-Age=${deviceLifetimeSeconds}; HttpOnly; SameSite=Lax`
  return `${deviceCookie}=${token}; ${attributes}${secure ? '; Secure' : ''}`
}
