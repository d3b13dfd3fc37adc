import { env } from '#app/env.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import {
  clockAheadMs,
  clockToleranceMs as sharedToleranceMs,
} from '#app/processes/this-process.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { reads } from '#db/reads.ts'
import { proxyPart, type SeenRequest } from './proxy-part.server.ts'

const clockToleranceMs = 60_000

/** Compares the configuration with what is observed. Each part has advice in case they differ. */
export async function selfCheck(seen: SeenRequest): Promise<SystemPart[]> {
  const parts = [appUrlPart(seen), encryptionPart(), proxyPart(seen), await clockPart()]
  const origins = Object.entries(env.PLATFORM_ORIGINS)
  return origins.length === 0 ? parts : [...parts, testOriginPart(origins)]
}

/** A switch for tests: with it, the site shows whatever that server returns. */
function testOriginPart(origins: [string, string][]): SystemPart {
  const list = origins.map(([, origin]) => origin).join(', ')
  return {
    name: 'PLATFORM_ORIGINS',
    tone: 'bad',
    state: 'For tests only',
    text: `Every post is looked up at ${list} and not at the real platform. Take PLATFORM_ORIGINS out and restart.`,
  }
}

/** Over http from another machine, browsers send no Sec-Fetch-Site. */
function appUrlPart({ openedHost, headers }: SeenRequest): SystemPart {
  const name = 'APP_URL'
  const { protocol, host, hostname } = new URL(env.APP_URL)
  const isTls = headers.get('sec-fetch-site') !== null && !isThisMachine(hostname)
  if (openedHost === host && !(isTls && protocol === 'http:')) {
    return { name, tone: 'good', state: 'Matches', text: `You opened ${env.APP_URL}` }
  }
  return {
    name,
    tone: 'warn',
    state: 'Doesn’t match',
    text:
      openedHost === host
        ? `You opened https://${host}, but APP_URL is ${env.APP_URL}. Set it to https, so that cookies are only sent encrypted and emails and search engines get the right links.`
        : `Requests arrive for ${openedHost}, but APP_URL is ${env.APP_URL}. If you opened ${openedHost}, set APP_URL to the address that visitors use: emails and search engines get links to it. If you opened APP_URL, your proxy replaces the Host header, which does no harm.`,
  }
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(hostname)
}

function encryptionPart(): SystemPart {
  const name = 'Encryption'
  if (env.APP_URL.startsWith('https:')) {
    return { name, tone: 'good', state: 'https', text: 'Cookies are only sent encrypted' }
  }
  const local = isThisMachine(new URL(env.APP_URL).hostname)
  return {
    name,
    tone: local ? 'quiet' : 'bad',
    state: 'http',
    text: local
      ? 'Fine on this machine. In public, put a reverse proxy with a certificate in front.'
      : 'Passwords are sent unencrypted. Put a reverse proxy with a certificate in front and set APP_URL to https.',
  }
}

/** Finds a clock that differs from the database's, was set back, or is behind the audit log. */
async function clockPart(): Promise<SystemPart> {
  const name = 'Clock'
  const behind = steadyNow() - Date.now()
  const newest = await reads
    .selectFrom('audit_log')
    .select('at')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const text = `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const aheadMs = clockAheadMs()
  if (Math.abs(aheadMs) > sharedToleranceMs) {
    return { name, tone: 'bad', ...differenceTexts(text, aheadMs) }
  }
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

function differenceTexts(now: string, aheadMs: number): { state: string; text: string } {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return {
    state: aheadMs > 0 ? 'Ahead' : 'Behind',
    text: `${now}, ${seconds} seconds ${side} the database’s clock. Download links from this process may not work. Sync it with a time server (NTP).`,
  }
}
