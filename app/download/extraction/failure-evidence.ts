import type { Asker } from '#app/outbound/lookup-asker.ts'
import type { LookupResult, UnavailableCause } from '#app/posts/extracted-post.server.ts'

export const faultCauses = new Set<UnavailableCause>([
  'connect',
  'timeout',
  'http_status',
  'bad_answer',
  'too_large',
  'program_failed',
])

/** Different posts with unreadable pages before a known post is checked. */
const unreadablePosts = 3
/** Different failed posts, and networks that asked for them, before a known post is checked. */
const failedPosts = 5
const failedNetworks = 3
const mostRemembered = 100

/** Collects failures since the last look-up that worked. */
export function createEvidence() {
  const unreadable = new Set<string>()
  const failing = new Set<string>()
  const networks = new Set<string>()
  const clear = () => {
    for (const set of [unreadable, failing, networks]) set.clear()
  }
  return {
    clear,
    note(result: LookupResult): void {
      if (result.ok) clear()
      else if (result.failure.kind === 'not_found') {
        failing.clear()
        networks.clear()
      }
    },
    /** Counts a post page's failure. Returns whether it takes more than one visitor's links. */
    isEnough(cause: UnavailableCause, postId: string, asker: Asker): boolean {
      if (cause === 'shape') {
        if (unreadable.size < mostRemembered) unreadable.add(postId)
        return unreadable.size >= unreadablePosts
      }
      if (!faultCauses.has(cause)) return false
      if (failing.size < mostRemembered) failing.add(postId)
      const [network] = asker.networks()
      if (network !== undefined && networks.size < mostRemembered) networks.add(network)
      return failing.size >= failedPosts && networks.size >= failedNetworks
    },
  }
}
