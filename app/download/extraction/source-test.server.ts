import type { PostRef } from '#app/download/platforms/link.ts'
import type { SourceId } from '#app/download/platforms/source-id.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { settings } from '#app/settings/settings.server.ts'
import { checkSource, type SourceCheck } from './source-check.server.ts'
import { liveSource, mediaSource } from './sources.server.ts'

function canaryRefs(canaries: readonly string[]): PostRef[] {
  return canaries.flatMap((link) => {
    const parsed = parsePostLink(link)
    return parsed.ok ? [parsed.ref] : []
  })
}

/**
 * Tries the canary posts in turn until one works; else returns why the last one that the source was
 * asked for doesn't. At a slow pace, the second one's turn can be too late.
 */
export async function tryCanaries(name: SourceId, stop?: AbortSignal): Promise<SourceCheck> {
  const { extractor, limitMs, canaries } = liveSource(name)
  // Pauses are for visitors' links; these test look-ups are what ends them.
  const source = { ...extractor, lookup: extractor.tryOut }
  const withinMs = Math.min(limitMs, settings().apiTimeoutSeconds * 1000)
  let last: Awaited<ReturnType<typeof checkSource>> | null = null
  for (const ref of canaryRefs(canaries())) {
    const check = await checkSource(source, ref, { mediaSource, withinMs, stop })
    if (check.works) return check
    if (last === null || check.wasAsked) last = check
  }
  return last ?? { works: false, text: 'no post to try' }
}
