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
    return { name, tone: 'good', state: 'Matches', text: `You opened ${origin}` }
  }
  return {
    name,
    tone: 'warn',
    state: 'Doesn’t match',
    text: `You opened ${origin}, but APP_URL is ${env.APP_URL}. Emails and search engines get links to APP_URL, so set it to the address that visitors use.`,
  }
}

function encryptionPart(): SystemPart {
  const name = 'Encryption'
  if (env.APP_URL.startsWith('https:')) {
    return { name, tone: 'good', state: 'https', text: 'Cookies are only sent encrypted' }
  }
  const local = /^http:\/\/(localhost|127\.|\[::1\])/.test(env.APP_URL)
  return {
    name,
    tone: local ? 'quiet' : 'bad',
    state: 'http',
    text: local
      ? 'Fine on this machine. In public, put a reverse proxy with a certificate in front.'
      : 'Passwords are sent unencrypted. Put a reverse proxy with a certificate in front and set APP_URL to https.',
  }
}

function proxyPart({ forwarded, clientAddress }: SeenRequest): SystemPart {
  const name = 'Proxy'
  if (forwarded === 'untrusted') {
    return {
      name,
      tone: 'bad',
      state: 'Not trusted',
      text: `The proxy at ${clientAddress} isn’t in TRUSTED_PROXIES, so all its visitors share one network’s limits.`,
    }
  }
  return forwarded === 'trusted'
    ? { name, tone: 'good', state: 'Trusted', text: `Your address arrives as ${clientAddress}` }
    : {
        name,
        tone: 'quiet',
        state: 'None seen',
        text: `You connect directly from ${clientAddress}`,
      }
}

/** A wall clock that was moved while the server ran, or is earlier than what is on record. */
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
    return {
      name,
      tone: 'warn',
      state: 'Set back',
      text: `${text}. It was set back while the server ran.`,
    }
  }
  if (newest !== undefined && newest.at - Date.now() > clockToleranceMs) {
    return {
      name,
      tone: 'bad',
      state: 'Behind',
      text: `${text}, earlier than the last audit entry`,
    }
  }
  return { name, tone: 'good', state: 'Correct', text }
}
