import { type Platforms, platformHeaders } from '#app/download/extraction/platform-profiles.ts'
import type { GuardedClient } from '#app/outbound/fetch.server.ts'
import type { GuestSession, ProfileName } from '#app/posts/extracted-post.server.ts'

/** How a file is asked for: its address's profile, and the guest session that goes with it. */
export type MediaWay = { profile: ProfileName; session: GuestSession | null }

type Opened = Awaited<ReturnType<GuardedClient['open']>>

const mostHops = 3
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Opens a platform's file and follows its redirects by hand, because each hop gets headers of its
 * own: a host that is not the profile's gets neither cookie nor Referer.
 */
export async function openByProfile(
  { client, platforms }: { client: GuardedClient; platforms: Platforms },
  address: string,
  { profile, session }: MediaWay,
  range: Record<string, string>,
  signal: AbortSignal,
): Promise<Opened> {
  let target = new URL(address)
  for (let hop = 0; ; hop += 1) {
    const isKnown = platforms.profileOf(target.href) !== null
    const answer = await client.open(target, {
      headers: {
        ...platformHeaders(target, { url: target.href, profile }, session, platforms),
        ...range,
      },
      signal,
      allowHost: () => isKnown,
    })
    const location = answer.ok ? answer.headers.location : undefined
    if (!answer.ok || !redirects.has(answer.status) || typeof location !== 'string') return answer
    answer.flow.abort()
    if (hop >= mostHops) return { ok: false, failure: 'too_many_redirects' }
    if (!URL.canParse(location, target)) return { ok: false, failure: 'protocol' }
    target = new URL(location, target)
  }
}
