import { env } from '#app/env.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/engine.ts'

/** What the request of the operator who looks says about the way to this server. */
export type SeenRequest = {
  /** The address that the browser used, without a path. */
  origin: string
  clientAddress: string
  /** Whether an X-Forwarded-For came along, and from a proxy that is believed. */
  forwarded: 'no' | 'trusted' | 'untrusted'
}

/** How far a clock may be off before something is wrong with it. */
const clockToleranceMs = 60_000

/** Whether what was configured fits what is seen; each part says what to do when it does not. */
export async function selfCheck(seen: SeenRequest): Promise<SystemPart[]> {
  return [appUrlPart(seen), encryptionPart(), proxyPart(seen), await clockPart()]
}

function appUrlPart({ origin }: SeenRequest): SystemPart {
  const name = 'APP_URL'
  if (origin === env.APP_URL) {
    return { name, tone: 'good', state: 'Fits', text: `You came by ${origin}` }
  }
  return {
    name,
    tone: 'warn',
    state: 'Does not fit',
    text: `You came by ${origin}, and APP_URL is ${env.APP_URL}. Links in mails and for search engines name APP_URL: set it to the address that visitors use.`,
  }
}

function encryptionPart(): SystemPart {
  const name = 'Encryption'
  if (env.APP_URL.startsWith('https:')) {
    return { name, tone: 'good', state: 'https', text: 'Cookies travel encrypted only' }
  }
  const local = /^http:\/\/(localhost|127\.|\[::1\])/.test(env.APP_URL)
  return {
    name,
    tone: local ? 'quiet' : 'bad',
    state: 'http',
    text: local
      ? 'Fine on this machine; in public put a reverse proxy with a certificate in front.'
      : 'Passwords travel in clear. Put a reverse proxy with a certificate in front and set APP_URL to https.',
  }
}

function proxyPart({ forwarded, clientAddress }: SeenRequest): SystemPart {
  const name = 'Proxy'
  if (forwarded === 'untrusted') {
    return {
      name,
      tone: 'bad',
      state: 'Not trusted',
      text: `A proxy at ${clientAddress} says whom it speaks for and is not in TRUSTED_PROXIES: all its visitors share one network’s limits.`,
    }
  }
  return forwarded === 'trusted'
    ? { name, tone: 'good', state: 'Trusted', text: `Your address arrives as ${clientAddress}` }
    : { name, tone: 'quiet', state: 'None seen', text: `You came straight from ${clientAddress}` }
}

/** A wall clock that was moved while the server ran, or lies before what is on record. */
async function clockPart(): Promise<SystemPart> {
  const name = 'Clock'
  const behind = steadyNow() - Date.now()
  const newest = await db
    .selectFrom('audit_log')
    .select('at')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const text = `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`
  if (behind > clockToleranceMs) {
    return { name, tone: 'warn', state: 'Set back', text: `${text}, after it was later already` }
  }
  if (newest !== undefined && newest.at - Date.now() > clockToleranceMs) {
    return { name, tone: 'bad', state: 'Behind', text: `${text}, before the last audit entry` }
  }
  return { name, tone: 'good', state: 'Plausible', text }
}
