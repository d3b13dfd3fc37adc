import type { LiveSourceName } from '#app/posts/extracted-post.server.ts'
import { type PostRef, parsePostLink } from '#app/posts/post-link.ts'
import { settings } from '#app/settings/settings.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { checkSource, type SourceCheck } from './source-check.server.ts'
import { liveSource, mediaSource } from './sources.server.ts'

/** From one test by hand to the next of the same source. */
const gapMs = 5000
const testedAt = new Map<LiveSourceName, number>()

/** The posts that sources are tried out with. */
function canaryRefs(): PostRef[] {
  return settings().canaryLinks.flatMap((link) => {
    const parsed = parsePostLink(link)
    return parsed.ok ? [parsed.ref] : []
  })
}

/**
 * Looks a canary post up at one source alone, on or off, and reads the first bytes of its file;
 * the second post only when the first fails. Stores and counts nothing. Refused for some seconds
 * after the last time.
 */
export async function testSource(name: LiveSourceName): Promise<SourceCheck> {
  const source = liveSource(name)
  if (source?.isConfigured() !== true) return { works: false, text: 'It isn’t set up.' }
  const now = steadyNow()
  if (now - (testedAt.get(name) ?? Number.NEGATIVE_INFINITY) < gapMs) {
    return { works: false, text: 'It was tested a moment ago. Try again in a few seconds.' }
  }
  testedAt.set(name, now)
  const check = await tryCanaries(name)
  return { works: check.works, text: check.works ? `It works: ${check.text}.` : `${check.text}.` }
}

/** Tries the canary posts one after the other until one works; the last one's result if none does. */
export async function tryCanaries(name: LiveSourceName, stop?: AbortSignal): Promise<SourceCheck> {
  const source = liveSource(name)
  const withinMs = Math.min(source?.limitMs ?? 0, settings().apiTimeoutSeconds * 1000)
  let check: SourceCheck = { works: false, text: 'no post to try' }
  for (const ref of canaryRefs()) {
    if (source === undefined) break
    check = await checkSource(source.extractor, mediaSource, ref, withinMs, stop)
    if (check.works) return check
  }
  return check
}
