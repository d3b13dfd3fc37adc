import { randomBytes } from 'node:crypto'
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
import { cookieValues, ownCookie } from '#app/http/own-cookie.server.ts'
import { pageAddress } from '#app/http/page-address.ts'
import { renewalCookie } from '#app/http/renewal-cookie.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { shownMessagesCookie } from '#app/http/shown-messages.ts'
import { log } from '#app/observe/log.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { databaseIsShared } from '#db/engine.ts'
import { sessionCookie, sessionPairs } from './session-cookie.server.ts'

const secure = env.APP_URL.startsWith('https:')

/**
 * Cookie of known devices. It is only sent to the back office, so it can't have the prefix
 * `__Host-`, whose cookies are sent to every page.
 */
const deviceCookie = ownCookie('device', '__Secure-')
/** Binds a passkey challenge to the browser that asked for it. */
const passkeyCookie = ownCookie('passkey', '__Secure-')
const shownPattern = /^[\w.-]{1,300}$/
const devicePattern = /^[\w.-]{1,200}$/
const passkeyPattern = /^[\w-]{22}$/

/**
 * The visitor's session, read from the database only on demand. Our own: createSessionStorage can't
 * renew an id, refuse a user, or add a flash message beside another request's, and would need more
 * code.
 */
export type RequestSession = {
  /** The session of a fully signed-in operator. Null for visitors, or if it can't be read. */
  current(): Promise<Session | null>
  /** The same. Throws the error if it can't be read. */
  currentOrThrow(): Promise<Session | null>
  /** The session of a sign-in that still needs its second step. */
  pending(): Promise<Session | null>
  /** Replaces the current session. Returns false if the user can't sign in. */
  start(session: Pick<NewSession, 'userId' | 'stage' | 'remember'>): Promise<boolean>
  /** Returns why the cookie's session ended, or null if it hasn't or the reason is unknown. */
  endReason(): Promise<EndReason | null>
  /** The device cookie's value, unchecked. Null without one. */
  readonly deviceToken: string | null
  /** Secret of a browser that has begun to sign in with a passkey; '' without one. */
  readonly passkeyBrowser: string
  /** Gives the browser a new `passkeyBrowser` for five minutes, and returns it. */
  beginPasskey(): string
  /** Remembers the device of a user who has just passed every step. */
  rememberDevice(userId: string): void
  renew(): Promise<void>
  end(): Promise<void>
  /** Stores a message for the session's next page, with `undo` if the action can be reversed. */
  flash(kind: Flash['kind'], text: string, undo?: Undo): Promise<void>
  /** Returns messages that no page has shown yet. */
  readFlash(): Promise<Flash[]>
  /** Removes the messages that `readFlash` returned. */
  removeFlash(): Promise<void>
}

export const sessionContext = createContext<RequestSession>()

type CookieKind = 'session' | 'device' | 'passkey'

export const session: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const setCookies = new Map<CookieKind, string>()
  const requestSession = createRequestSession(
    request,
    context.get(requestContext).clientAddress,
    (name, value) => setCookies.set(name, value),
  )
  context.set(sessionContext, requestSession)
  // Operators see their own changes at once, even if made through another process.
  if (databaseIsShared && sessionPairs(request.headers.get('cookie')).length > 0) {
    const current = requestSession.current()
    // The back office waits for the server once; elsewhere a made-up cookie costs no look.
    const isBackOffice = new URL(request.url).pathname.startsWith('/admin')
    if (isBackOffice || (await current) !== null) {
      await Promise.all([current, signals.catchUp('settings')])
    }
  }
  const response = await next()
  const isPage = !pageAddress(request).isData
  const isShown = !request.signal.aborted && (response.status < 300 || response.status >= 400)
  // A page that loads data reports shown messages in its cookie.
  if (isPage && isShown) await requestSession.removeFlash()
  for (const value of setCookies.values()) response.headers.append('Set-Cookie', value)
  return response
}

function createRequestSession(
  request: Request,
  clientAddress: string,
  setCookie: (name: CookieKind, value: string) => void,
): RequestSession {
  let read: Promise<Session | null> | null = null
  let unseen: Flash[] = []

  function anyOrThrow(): Promise<Session | null> {
    read ??= readSent(request)
    return read
  }

  /** Treats one that can't be read as signed out. */
  const any = () => anyOrThrow().catch(() => null)
  const current = async () => fullySignedIn(await any())

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

  const deviceToken = sentCookie(request, deviceCookie, devicePattern) ?? null

  return {
    current,
    currentOrThrow: async () => fullySignedIn(await anyOrThrow()),
    async endReason() {
      if ((await any()) !== null) return null
      const reasons = (await sentIds(request)).map((id) => endReason(sha256(id)))
      return reasons.find((reason) => reason !== null) ?? null
    },
    deviceToken,
    passkeyBrowser: sentCookie(request, passkeyCookie, passkeyPattern) ?? '',
    beginPasskey() {
      const browser = randomBytes(16).toString('base64url')
      setCookie('passkey', backOfficeCookie(passkeyCookie, browser, 300))
      return browser
    },
    rememberDevice(userId) {
      const token = createDeviceToken(userId, knownDevice(userId, deviceToken))
      setCookie('device', backOfficeCookie(deviceCookie, token, deviceLifetimeSeconds))
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
      const seen = sentCookie(request, shownMessagesCookie, shownPattern)?.split('.') ?? []
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

/** Returns the first of a request's cookies of a name that matches. */
function sentCookie({ headers }: Request, name: string, pattern: RegExp): string | undefined {
  return cookieValues(headers.get('cookie'), name).find((value) => pattern.test(value))
}

/** Returns what can be the ids of sessions in the request's cookies. */
async function sentIds(request: Request): Promise<string[]> {
  const pairs = sessionPairs(request.headers.get('cookie'))
  const ids: unknown[] = await Promise.all(pairs.map((pair) => sessionCookie.parse(pair)))
  return ids.filter((id) => typeof id === 'string').filter((id) => id.length <= 100)
}

async function readSent(request: Request): Promise<Session | null> {
  try {
    for (const id of await sentIds(request)) {
      const session = await readSession(id, !isByItself(request))
      if (session !== null) return session
    }
    return null
  } catch (error) {
    log.error({ err: error }, 'session not read')
    throw error
  }
}

function fullySignedIn(session: Session | null): Session | null {
  return session?.stage === 'full' ? session : null
}

/** True for requests that an open page makes by itself, without an operator. */
function isByItself({ url, headers }: Request): boolean {
  const cookies = headers.get('cookie')?.split(/; */) ?? []
  return cookies.includes(renewalCookie) || new URL(url).pathname === '/admin/events'
}

function backOfficeCookie(name: string, value: string, maxAgeSeconds: number): string {
  const attributes = `Path=/admin; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
  return `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`
}
