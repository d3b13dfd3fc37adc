import { LRUCache } from 'lru-cache'
import { keepCover } from '#app/download/covers/cover.server.ts'
import {
  cachedExtraction,
  forgetExtraction,
} from '#app/download/extraction/extraction-cache.server.ts'
import { extractor } from '#app/download/extraction/sources.server.ts'
import type { LookupOutcome } from '#app/download/lookup/lookup.server.ts'
import { refuseWhileDamaged } from '#app/observe/database-damage.server.ts'
import { stopping } from '#app/observe/readiness.server.ts'
import { theSiteLater } from '#app/outbound/lookup-asker.ts'
import { createSingleFlight } from '#app/outbound/single-flight.ts'
import type { ExtractedPost, LookupResult } from '#app/posts/extracted-post.server.ts'
import { rememberedVerdict, rememberVerdict } from '#app/posts/lookup-verdicts.server.ts'
import { postLink } from '#app/posts/post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { onSettingsChange, settings } from '#app/settings/settings.server.ts'
import { openSave } from './save.server.ts'
import { type SaveRequest, type SaveResult, wholeFile } from './save-result.server.ts'

/** Max files sent at once to one operator, and to all of them together. */
const perOperatorLimit = 8
const limit = 32

/** Answers are kept only in memory, since nothing of a removed post may be stored. */
const keptMs = 5 * 60_000
const answers = new LRUCache<string, ExtractedPost>({ max: 100, ttl: keptMs })
const flights = createSingleFlight<string, LookupResult>()
/** The operator of each file being sent. */
const open = new Map<symbol, string>()

onSettingsChange(() => answers.clear())

type OpenedFile = { result: SaveResult; ended: () => void }

/**
 * Opens a file of a recorded post for operators, who can recheck one that they removed. Exempt from
 * visitors' limits and not counted. Returns null while too many files are being sent. `ended` must
 * be called at the end of the body, if there is one.
 */
export async function openForOperator(
  operatorId: string,
  request: Omit<SaveRequest, 'images' | 'part' | 'asker' | 'kbps' | 'fileNames'>,
): Promise<OpenedFile | null> {
  const own = [...open.values()].filter((id) => id === operatorId).length
  if (own >= perOperatorLimit || open.size >= limit) return null
  const slot = Symbol(operatorId)
  open.set(slot, operatorId)
  const ended = () => void open.delete(slot)
  let hasBody = false
  try {
    const signal = AbortSignal.any([request.signal, stopping])
    const result = await openSave(
      {
        ...wholeFile,
        ...request,
        fileNames: settings().fileNames,
        signal,
        asker: { network: '' },
      },
      { find, refresh },
    )
    hasBody = result.ok && result.delivery.body !== null
    return { result, ended }
  } finally {
    if (!hasBody) ended()
  }
}

/** Returns a post, blocked or not: from the visitors' cache, from memory, or from a new look-up. */
async function find(postId: string, signal: AbortSignal): Promise<LookupOutcome> {
  refuseWhileDamaged()
  const now = Date.now()
  const isLive = extractor().mode === 'live'
  const known = (isLive ? await cachedExtraction(postId, now) : null) ?? answers.get(postId)
  if (known !== undefined && (known.expiresAt?.getTime() ?? Infinity) > now) {
    return { ok: true, post: known }
  }
  const verdict = rememberedVerdict(postId)
  if (verdict !== null) return { ok: false, problem: verdict }
  const link = parsePostLink((await postLink(postId)) ?? '')
  if (!link.ok) return { ok: false, problem: { kind: 'not_found', reason: 'unknown' } }
  const lookUp = (shared: AbortSignal) =>
    extractor().lookup(link.ref, shared, { asker: theSiteLater })
  const result = await flights.run(postId, lookUp, signal)
  if (!result.ok) {
    rememberVerdict(postId, result.failure)
    return { ok: false, problem: result.failure }
  }
  answers.set(postId, result.post)
  keepCover(result.post, result.post.source === 'demo' ? 'demo' : 'live')
  return { ok: true, post: result.post }
}

/** The same after the addresses turned out to be dead. */
async function refresh(postId: string, signal: AbortSignal): Promise<LookupOutcome> {
  answers.delete(postId)
  await forgetExtraction(postId)
  return find(postId, signal)
}
