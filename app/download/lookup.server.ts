import { refuseWhileDamaged } from '#app/observe/database-damage.server.ts'
import { log } from '#app/observe/log.server.ts'
import { withPriority } from '#app/outbound/lookup-priority.ts'
import { withTurnCheck } from '#app/outbound/lookup-turn.ts'
import { createSingleFlight } from '#app/outbound/single-flight.ts'
import { isCreatorBlocked, isPostBlocked } from '#app/posts/blocking.server.ts'
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
import { postLink, postOfShortLink, rememberShortLink, savePost } from '#app/posts/post.server.ts'
import { type LinkRefusal, type PostRef, parsePostLink } from '#app/posts/post-link.ts'
import { postUrl } from '#app/posts/post-url.ts'
import { onSettingsChange, settings } from '#app/settings/settings.server.ts'
import type { SettingName } from '#app/settings/settings-schema.ts'
import { databaseIsShared, db } from '#db/engine.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { keepCover } from './cover.server.ts'
import {
  cachedExtraction,
  cacheExtraction,
  forgetExtraction,
  forgetExtractions,
  holdExtraction,
} from './extraction/extraction-cache.server.ts'
import { extractor } from './extraction/sources.server.ts'
import { countLookup } from './post-counts.server.ts'

/** Why a look-up gives no post: the link isn't a post's, an operator removed it, or a source failed. */
export type LookupProblem =
  | { kind: 'refused'; reason: LinkRefusal }
  | { kind: 'removed' }
  | LookupFailure

export type LookupOutcome =
  | { ok: true; post: ExtractedPost }
  | { ok: false; problem: LookupProblem }

/** Why a look-up failed, as analytics stores it; app/analytics/code-names.ts has the words. */
export type LookupCause =
  | `link: ${LinkRefusal}`
  | `service: ${UnavailableCause}`
  | Exclude<LookupProblem['kind'], 'refused' | 'unavailable'>
  | 'too_many'

/** Names the cause of a problem. */
export function lookupCause(problem: LookupProblem): LookupCause {
  if (problem.kind === 'refused') return `link: ${problem.reason}`
  return problem.kind === 'unavailable' ? `service: ${problem.cause}` : problem.kind
}

/** Addresses aren't used in their last minute, so that a download has time to start. */
const expiryMarginMs = 60_000

const flights = createSingleFlight<string, LookupResult>()

/** After a change of one of these, earlier answers are useless or unwanted. */
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

/**
 * Looks up what a visitor typed or pasted, and counts the look-up. A batch's look-ups wait for those
 * of single posts.
 */
export async function lookUpLink(
  text: string,
  signal: AbortSignal,
  { ofBatch = false } = {},
): Promise<LookupOutcome> {
  refuseWhileDamaged()
  const link = parsePostLink(text)
  if (!link.ok) return { ok: false, problem: { kind: 'refused', reason: link.reason } }
  const outcome = await findPost(await knownRef(link.ref), signal, ofBatch)
  if (outcome.ok) countLookup(outcome.post.postId)
  return outcome
}

/**
 * Returns the post behind a link that we signed: from the cache, else from a new look-up. Counts
 * nothing. A damaged database could hide that the post was removed, so then there is no post.
 */
export async function postForSave(postId: string, signal: AbortSignal): Promise<LookupOutcome> {
  refuseWhileDamaged()
  const link = parsePostLink(postId)
  if (!link.ok) return { ok: false, problem: { kind: 'refused', reason: link.reason } }
  return findPost(await knownRef(link.ref), signal)
}

/** Whether a post that was just found is still cached. */
export async function isAtHand(postId: string): Promise<boolean> {
  if (extractor().mode === 'demo') return true
  return (await cachedExtraction(postId, Date.now())) !== null
}

/** Like `postForSave`, after the cached addresses turned out to be dead. */
export async function refreshedPost(postId: string, signal: AbortSignal): Promise<LookupOutcome> {
  await forgetExtraction(postId)
  return postForSave(postId, signal)
}

/** An id alone has neither creator nor kind; the link of its last look-up has both. */
async function knownRef(ref: PostRef): Promise<PostRef> {
  if (ref.kind !== 'post' || ref.user !== null) return ref
  const stored = parsePostLink((await postLink(ref.postId)) ?? '')
  return stored.ok ? stored.ref : ref
}

async function findPost(
  ref: PostRef,
  signal: AbortSignal,
  ofBatch = false,
): Promise<LookupOutcome> {
  if (await isCreatorBlocked(creatorOf(ref))) return removed
  const knownId = ref.kind === 'post' ? ref.postId : await postOfShortLink(shortKey(ref))
  if (knownId !== null) {
    if (await isPostBlocked(knownId)) return removed
    const cached = await cachedExtraction(knownId, Date.now())
    if (cached !== null && extractor().mode === 'live') return { ok: true, post: cached }
  }
  const key = ref.kind === 'post' ? ref.postId : shortKey(ref)
  const verdict = rememberedVerdict(key, Date.now())
  if (verdict !== null) return { ok: false, problem: verdict }
  const result = await (ofBatch
    ? fly(ref, key, signal)
    : urgently(key, () => fly(ref, key, signal)))
  if (!result.ok) {
    // A takedown ends the look-up between two sources.
    const isRemoved =
      (knownId !== null && (await isPostBlocked(knownId))) ||
      (await isCreatorBlocked(creatorOf(ref)))
    return isRemoved ? removed : { ok: false, problem: result.failure }
  }
  // Checked again: a short link's post and creator are only known now, and an operator can have removed
  // them meanwhile.
  if (await isPostBlocked(result.post.postId)) return removed
  return result
}

function fly(ref: PostRef, key: string, signal: AbortSignal): Promise<LookupResult> {
  const work = (shared: AbortSignal) => extractAndKeep(ref, key, shared)
  return flights.run(
    key,
    (shared) =>
      withPriority(
        () => !urgent.has(key),
        () => work(shared),
      ),
    signal,
  )
}

/** How many callers wait for a key outside batches. */
const urgent = new Map<string, number>()

/** Runs work while the key's look-up is urgent, even if a batch started it. */
async function urgently<T>(key: string, work: () => Promise<T>): Promise<T> {
  urgent.set(key, (urgent.get(key) ?? 0) + 1)
  try {
    return await work()
  } finally {
    const left = (urgent.get(key) ?? 1) - 1
    if (left === 0) urgent.delete(key)
    else urgent.set(key, left)
  }
}

const removed: LookupOutcome = { ok: false, problem: { kind: 'removed' } }

async function extractAndKeep(
  ref: PostRef,
  key: string,
  signal: AbortSignal,
): Promise<LookupResult> {
  const result: Answer = await (databaseIsShared
    ? lookUpOnce(ref, signal)
    : extractor().lookup(ref, signal))
  if (result.ok && result.isCached) return result
  if (!result.ok) {
    rememberVerdict(key, result.failure, Date.now())
    return result
  }
  const mode = result.post.source === 'demo' ? 'demo' : 'live'
  try {
    await keep(result.post, ref, mode)
    keepCover(result.post, mode)
  } catch (error) {
    // On a full disk visitors still get their files.
    if (!(error instanceof DatabaseUnavailableError)) throw error
    log.error({ err: error, postId: result.post.postId }, 'post not stored')
    const now = Date.now()
    const expiresAt = cacheEnd(result.post, now)
    if (mode === 'live' && expiresAt > now) holdExtraction(result.post, now, expiresAt)
  }
  return result
}

/** With `isCached` another process has kept it already. */
type Answer = LookupResult & { isCached?: true }

/**
 * Looks a post up, unless another process has meanwhile: then its answer is in the cache once it is
 * this process's turn to ask.
 */
export async function lookUpOnce(ref: PostRef, signal: AbortSignal): Promise<Answer> {
  const found = new AbortController()
  let cached: ExtractedPost | null = null
  const look = async () => {
    const id = ref.kind === 'post' ? ref.postId : await postOfShortLink(shortKey(ref))
    cached = id === null ? null : await cachedExtraction(id, Date.now())
    if (cached !== null) found.abort()
  }
  const result = await withTurnCheck(look, () =>
    extractor().lookup(ref, AbortSignal.any([signal, found.signal])),
  )
  return cached === null ? result : { ok: true, post: cached, isCached: true }
}

async function keep(post: ExtractedPost, ref: PostRef, mode: 'live' | 'demo'): Promise<void> {
  const now = Date.now()
  // Look-ups don't wait for each other: each statement is right whatever others write, and the post's
  // row, written first, makes an operator's removal wait until the answer is there to delete.
  // biome-ignore lint/plugin: See above.
  await db.transaction().execute(async (trx) => {
    await savePost(post, publicLink(post, creatorOf(ref)), now, mode, trx)
    if (ref.kind === 'short') await rememberShortLink(shortKey(ref), post.postId, now, trx)
    if (mode === 'demo' || (await isPostBlocked(post.postId, trx))) return
    const expiresAt = cacheEnd(post, now)
    if (expiresAt > now) await cacheExtraction(post, now, expiresAt, trx)
  })
}

/** Returns until when an answer can be used: by the settings, and while its addresses work. */
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
 * Returns the post's public link. The creator's name is from outside, so only a plain one is used, else
 * that of the link it was looked up by.
 */
export function publicLink(post: ExtractedPost, user: string | null = null): string {
  const handle = post.author.handle
  const answered = handle !== null && /^[\w.]{1,32}$/.test(handle) ? handle : null
  return postUrl({
    kind: 'post',
    postId: post.postId,
    user: answered ?? user,
    media: post.images.length > 0 ? 'photo' : 'video',
  })
}
