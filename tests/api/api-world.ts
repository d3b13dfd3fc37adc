import { expect } from 'vitest'
import type { z } from 'zod'
import type { ProblemAnswer } from '#app/api/schemas.ts'
import type { Settings } from '#app/settings/settings-schema.ts'
import { type SettingsWorld, startSettingsWorld } from '#tests/settings/settings-in-force-world.ts'

export const tokensPage = '/admin/settings/api/tokens'

export type ApiWorld = SettingsWorld & {
  /** Makes a token by its form, as an operator does. */
  token(fields?: { scopes?: readonly string[]; perMinute?: number; days?: string }): Promise<string>
  /** Sends a request of a program to an address below /api/v1. */
  ask(path: string, token?: string | null, init?: RequestInit): Promise<Response>
}

/** Call at the top of a test file; read its parts inside the tests only. */
export function startApiWorld(
  first: Partial<Settings> = {},
  env: Record<string, string> = {},
): ApiWorld {
  const world = startSettingsWorld(first, env) as ApiWorld
  let tokens = 0
  world.token = async ({ scopes = ['lookup', 'save'], perMinute = 1000, days = 'never' } = {}) => {
    tokens += 1
    const form = new URLSearchParams({
      intent: 'make',
      name: `Program ${tokens}`,
      perMinute: String(perMinute),
      days,
    })
    for (const scope of scopes) form.append('scope', scope)
    const answer = await world.browser.send(tokensPage, { method: 'POST', body: form })
    const token = tokenIn(await answer.text())
    if (token === null) throw new Error(`No token was made: ${answer.status}`)
    return token
  }
  world.ask = (path, token = null, init = {}) =>
    fetch(`${world.app.origin}/api/v1${path}`, {
      ...init,
      headers: {
        'User-Agent': 'curl/8.5.0',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
  return world
}

export function tokenIn(html: string): string | null {
  return /data-secret[^>]*>(cc_\w+)</.exec(html)?.[1] ?? null
}

export const lookupOf = (link: string) => `/lookups?url=${encodeURIComponent(link)}`

/** Expects a problem with a status, and returns it. */
export async function problemOf(
  response: Response,
  status: number,
): Promise<z.output<typeof ProblemAnswer>> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return (await response.json()) as z.output<typeof ProblemAnswer>
}
