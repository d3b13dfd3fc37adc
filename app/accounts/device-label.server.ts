import { parseUserAgent } from '#app/http/user-agent.server.ts'

/** Describes a session by its user agent: `Firefox on Linux`. */
export function deviceLabel(userAgent: string | null): string {
  const { browser, system: os, model } = parseUserAgent(userAgent ?? '')
  const system = os === 'iOS' && model !== undefined ? model : os
  if (browser === undefined && system === undefined) return 'Unknown device'
  return [browser ?? 'Unknown browser', system].filter((part) => part !== undefined).join(' on ')
}
