import { keepCover } from '#app/download/covers/cover.server.ts'
import {
  cachedExtraction,
  cacheExtraction,
  forgetExtraction,
  forgetExtractions,
  holdExtraction,
} from '#app/download/extraction/extraction-cache.server.ts'
import { extractor, isOn } from '#app/download/extraction/sources.server.ts'
import type { LinkRefusal, PostRef, RefusedLink, ShortRef } from '#app/download/platforms/link.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { refuseWhileDamaged } from '#app/observe/database-damage.server.ts'
import { log } from '#app/observe/log.server.ts'
import { createSingleFlight } from '#app/outbound/single-flight.ts'
import { authorKey } from '#app/posts/author-key.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import type {
  ExtractedPost,
  LookupFailure,
  LookupResult,
  UnavailableCause,
} from '#app/posts/extracted-post.server.ts'
import {
  forgetVerdicts,
  rememberedVerdict,
  rememberVerdict,
} from '#app/posts/lookup-verdicts.server.ts'
import { lostHosts } from '#app/posts/lost-files.ts'
import { postLink, postOfShortLink, rememberShortLink, savePost } from '#app/posts/post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { onSettingsChange, settings } from '#app/settings/settings.server.ts'
import type { SettingName } from '#app/settings/settings-schema.ts'
import { databaseIsShared, db } from '#db/engine.ts'
import { writeOr } from '#db/unavailable.ts'
import { askersOf, type LookupAsker, waitForNetwork, whileAsking } from './lookup-askers.server.ts'
import { askOnce } from './lookup-claim.server.ts'
import { countLookup } from './post-counts.server.ts'
import { isRemoved, rememberVideo } from './same-video.server.ts'

export type LookupProblem =
  | ({ kind: 'refused' } & RefusedLink)
  | { kind: 'removed' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** `site` is the platform's name. */
  | (LookupFailure & { site?: string })

export type LookupOutcome =
  | { ok: true; post: ExtractedPost }
  | { ok: false; problem: LookupProblem }

/** A failed look-up's cause in analytics; app/analytics/code-names.ts has the words. */
export type LookupCause =
  | `link: ${LinkRefusal}`
  | `service: ${UnavailableCause}`
  | Exclude<LookupProblem['kind'], 'refused' | 'unavailable'>

export function lookupCause(problem: LookupProblem): LookupCause {
  if (problem.kind === 'refused') return `link: ${problem.reason}`
  return problem.kind === 'unavailable' ? `service: ${problem.cause}` : problem.kind
}

/** Addresses aren't used in their last minute, so that a download has time to start. */
const expiryMarginMs = 60_000
/** A post that couldn't be stored can't be removed either: soon its next look-up tries again. */
const heldMs = 60_000

const flights = createSingleFlight<string, LookupResult>()

/** A change of one of these settings invalidates earlier answers. */
const choices: readonly SettingName[] = [
  'extractionSources',
  'extractionUrl',
  'fallbackExtractionUrl',
]

onSettingsChange((changed) => {
  if (!choices.some((name) => changed.has(name))) return
  forgetVerdicts()
  forgetExtractions().catch((error) => log.error({ err: error }, 'old answers not forgotten'))
})

/** Looks up the text that a visitor typed or pasted, and counts the look-up. */
export async function lookUpLink(
  text: string,
  signal: AbortSignal,
  asker: LookupAsker,
): Promise<LookupOutcome> {
  const outcome = await postForSave(text, signal, asker)
  if (outcome.ok) countLookup(outcome.post.postId)
  return outcome
}

/**
 * Returns a link's post: from the cache, else from a new look-up. Counts nothing. Refuses while the
 * database is damaged, which could hide that the post was removed.
 */
export async function postForSave(
  linkOrId: string,
  signal: AbortSignal,
  asker: LookupAsker,
): Promise<LookupOutcome> {
  refuseWhileDamaged()
  const link = parsePostLink(linkOrId)
  if (!link.ok) {
    const { ok: _, ...refused } = link
    return { ok: false, problem: { kind: 'refused', ...refused } }
  }
  const { platform } = link.ref
  const site = platformTitles[platform]
  if (!isOn(platform)) {
    return { ok: false, problem: { kind: 'refused', reason: 'switched_off', site } }
  }
  const outcome = await findPost(await knownRef(link.ref), signal, asker)
  return outcome.ok ? outcome : { ok: false, problem: withSite(outcome.problem, site) }
}

/** Adds the platform's name to what a platform, or its post, is at fault for. */
function withSite(problem: LookupProblem, site: string): LookupProblem {
  const isOurs =
    problem.kind === 'refused' || problem.kind === 'removed' || problem.kind === 'too_many'
  return isOurs ? problem : { ...problem, site }
}

/**
 * Looks up a short link's post for a notice, also on a platform that is off: a takedown must always
 * be possible. Counts nothing.
 */
export async function postForNotice(
  ref: ShortRef,
  signal: AbortSignal,
  asker: LookupAsker,
): Promise<LookupOutcome> {
  refuseWhileDamaged()
  return findPost(ref, signal, asker)
}

/** True if a post that was just found is still cached. */
export async function isAtHand(postId: string): Promise<boolean> {
  if (extractor().mode === 'demo') return true
  return (await cachedExtraction(postId, Date.now())) !== null
}

/** Like `postForSave`, after the cached addresses turned out to be dead. */
export async function refreshedPost(
  postId: string,
  signal: AbortSignal,
  asker: LookupAsker,
): Promise<LookupOutcome> {
  await forgetExtraction(postId)
  return postForSave(postId, signal, asker)
}

/** Adds creator and kind to a bare id, from the link of its last look-up. */
async function knownRef(ref: PostRef): Promise<PostRef> {
  if (ref.kind !== 'post' || ref.user !== null) return ref
  const stored = parsePostLink((await postLink(ref.postId)) ?? '')
  return stored.ok ? stored.ref : ref
}

async function findPost(
  ref: PostRef,
  signal: AbortSignal,
  asker: LookupAsker,
): Promise<LookupOutcome> {
  const creator = authorKey(ref.platform, creatorOf(ref))
  const knownId = ref.kind === 'post' ? ref.postId : await postOfShortLink(shortKey(ref))
  if (knownId !== null) {
    const cached = await cachedExtraction(knownId, Date.now())
    if (await isRemoved(knownId, cached, creator)) return removed
    if (cached !== null && extractor().mode === 'live') return { ok: true, post: cached }
  }
  const key = ref.kind === 'post' ? ref.postId : shortKey(ref)
  const verdict = rememberedVerdict(key)
  if (verdict !== null) return { ok: false, problem: verdict }
  const isJoined = flights.has(key)
  const result = await whileAsking(key, asker, async () => {
    // Joining a look-up costs the sources nothing.
    const wait = isJoined || extractor().mode === 'demo' ? null : await waitForNetwork(asker)
    return wait ?? flights.run(key, (shared) => extractAndKeep(ref, key, shared), signal)
  })
  if (typeof result === 'number') {
    return { ok: false, problem: { kind: 'too_many', retryAfterSeconds: result } }
  }
  if (!result.ok) {
    // A takedown ends the look-up between two sources.
    const isTakenDown = knownId !== null && (await isRemoved(knownId, null, creator))
    return isTakenDown ? removed : { ok: false, problem: result.failure }
  }
  // Checked again: a short link's post and creator are only known now, and an operator can have
  // removed them meanwhile.
  if (await isRemoved(result.post.postId, result.post, creator)) return removed
  return result
}

const removed: LookupOutcome = { ok: false, problem: { kind: 'removed' } }

/** Asks only once across all processes on the database if they can read each other's answers. */
async function extractAndKeep(
  ref: PostRef,
  key: string,
  signal: AbortSignal,
): Promise<LookupResult> {
  const ask = () => askAndKeep(ref, key, signal)
  const isShared = databaseIsShared && settings().cacheMinutes > 0 && extractor().mode === 'live'
  const stored = () => storedPost(ref)
  const result = isShared ? await askOnce(key, { ask, stored }, signal) : await ask()
  if (!result.ok) rememberVerdict(key, result.failure)
  return result
}

async function storedPost(ref: PostRef): Promise<ExtractedPost | null> {
  const id = ref.kind === 'post' ? ref.postId : await postOfShortLink(shortKey(ref))
  return id === null ? null : cachedExtraction(id, Date.now())
}

async function askAndKeep(ref: PostRef, key: string, signal: AbortSignal): Promise<LookupResult> {
  const answer = await extractor().lookup(ref, signal, { asker: askersOf(key) })
  const result = answer.ok ? offered(answer) : answer
  if (!result.ok) return result
  const { source } = result.post
  const mode = source === 'demo' ? 'demo' : 'live'
  const hosts = lostHosts(result.post)
  if (hosts.length > 0) log.warn({ source, hosts }, 'files left out, as their hosts aren’t listed')
  const store = async () => {
    await keep(result.post, ref, mode)
    keepCover(result.post, mode)
  }
  // On a full disk visitors still get their files.
  await writeOr(store, (error) => {
    log.error({ err: error, postId: result.post.postId }, 'post not stored')
    const now = Date.now()
    const expiresAt = cacheEnd(result.post, now)
    if (mode === 'live' && expiresAt > now) {
      holdExtraction(result.post, now, Math.min(expiresAt, now + heldMs))
    }
  })
  return result
}

async function keep(post: ExtractedPost, ref: PostRef, mode: 'live' | 'demo'): Promise<void> {
  const now = Date.now()
  // Look-ups needn't wait for each other: each statement is correct whatever others write. The
  // post's row, written first, makes an operator's removal wait until the answer is there to
  // delete.
  // biome-ignore lint/plugin: See above.
  await db.transaction().execute(async (trx) => {
    await savePost(post, publicLink(post, creatorOf(ref)), now, { mode, executor: trx })
    if (ref.kind === 'short') await rememberShortLink(shortKey(ref), post.postId, now, trx)
    await rememberVideo(post, now, trx)
    if (mode === 'demo' || (await isPostBlocked(post.postId, { executor: trx }))) return
    const expiresAt = cacheEnd(post, now)
    if (expiresAt > now) await cacheExtraction(post, now, expiresAt, trx)
  })
}

/** Refuses posts that aren't to be saved here: sensitive ones. */
function offered(answer: Extract<LookupResult, { ok: true }>): LookupResult {
  const { post } = answer
  if (post.isSensitive && !settings().sensitivePlatforms.includes(post.platform)) {
    return { ok: false, failure: { kind: 'not_found', reason: 'age' } }
  }
  return answer
}

/** Returns when an answer expires: by the settings, or when its addresses do. */
function cacheEnd(post: ExtractedPost, now: number): number {
  const addresses = (post.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - expiryMarginMs
  return Math.min(now + settings().cacheMinutes * 60_000, addresses)
}

function creatorOf(ref: PostRef): string | null {
  return ref.kind === 'post' ? ref.user : null
}

function shortKey(ref: Extract<PostRef, { kind: 'short' }>): string {
  return `${ref.host}/${ref.code}`
}

/**
 * Returns the post's public link. The creator's name is outside input, so unless it is plain, the
 * one in the looked-up link is used.
 */
export function publicLink(post: ExtractedPost, user: string | null = null): string {
  const handle = post.author.handle
  const answered = handle !== null && /^[\w.]{1,32}$/.test(handle) ? handle : null
  return postUrl({
    kind: 'post',
    platform: post.platform,
    postId: post.postId,
    user: answered ?? user,
    media: post.video === null ? 'photo' : 'video',
  })
}
