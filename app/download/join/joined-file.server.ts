import { createHash } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { joinedBytes, type OpenSource } from '#app/download/engine/joined-bytes.ts'
import { UnreadableFile } from '#app/download/engine/mp4-boxes.ts'
import {
  NothingThere,
  type PartPlan,
  planTracks,
  startTogether,
} from '#app/download/engine/part.ts'
import { answerRange } from '#app/download/media/answer-range.ts'
import { MediaError, streamBytes } from '#app/download/media/file-bytes.server.ts'
import type { MediaAnswer, MediaRequest, MediaSource } from '#app/download/media/media.server.ts'
import { openFirst } from '#app/download/media/media-mirrors.server.ts'
import { refused } from '#app/download/media/media-upstream.server.ts'
import { log } from '#app/observe/log.server.ts'
import { createSingleFlight } from '#app/outbound/single-flight.ts'
import type { FileJoin, MediaAddress, MediaFile } from '#app/posts/extracted-post.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { readStreams, type SourceFile } from './inputs.server.ts'
import { mostSeconds, streamsOf } from './streams.server.ts'
import { tsPieceBytes } from './ts-pieces.server.ts'

/** `tracks`: only the sound, if nothing else is wanted of the file. */
export type JoinAsk = Pick<MediaRequest, 'method' | 'range' | 'ifRange' | 'signal'> & {
  tracks?: 'all' | 'sound'
}

type Joined = MediaFile & { join: FileJoin }
type JoinedPlan = PartPlan & { files: SourceFile[]; etag: string; hasPicture: boolean }

/** Renew it when the same sources make other bytes, so that no download continues with them. */
const planVersion = 1
const mostBytes = 2 * 1024 ** 3
const planMs = 30_000
const usualEnough = { fromMs: 0, toMs: null, tags: {} }

/** Players ask for a file in pieces, and a broken download goes on a moment later. */
const plans = new LRUCache<string, JoinedPlan>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ header, ranges, files }) =>
    header.length + ranges.byteLength + files.length * 500,
  ttl: 10 * 60_000,
})
const flights = createSingleFlight<string, JoinedPlan | { failure: unknown }>()
/** Files that can't be joined, which would cost the same work again at each request. */
const failures = new LRUCache<string, UnreadableFile | NothingThere | MediaError>({
  max: 1000,
  ttl: minuteMs,
})

/**
 * Opens a file that is made of others: its index is planned from theirs, its samples are their
 * bytes. Nothing is stored, so any piece of it can be asked for at any time.
 */
export async function openJoined(
  source: MediaSource,
  file: Joined,
  ask: JoinAsk,
): Promise<MediaAnswer> {
  const key = `${ask.tracks ?? 'all'} ${JSON.stringify(file.join)}`
  try {
    const known = plans.get(key)
    if (known !== undefined) {
      const answer = await answerBy(known, key, source, ask)
      if (answer.ok || answer.failure === 'aborted') return answer
      // Its sources may have changed meanwhile.
      if (answer.failure === 'range_not_satisfiable') return answer
      plans.delete(key)
    }
    return await answerBy(await planned(source, file, key, ask), key, source, ask)
  } catch (error) {
    if (ask.signal.aborted) return refused('aborted')
    if (error instanceof MediaError) return refused(error.failure)
    if (!(error instanceof UnreadableFile || error instanceof NothingThere)) throw error
    log.warn({ variant: file.variantKey, detail: error.message }, 'no file could be joined')
    return refused('not_media')
  }
}

async function planned(
  source: MediaSource,
  file: Joined,
  key: string,
  { tracks = 'all', signal }: JoinAsk,
): Promise<JoinedPlan> {
  const work = async (shared: AbortSignal) => {
    const deadline = AbortSignal.timeout(planMs)
    try {
      return await plan(source, file, tracks, AbortSignal.any([shared, deadline]))
    } catch (error) {
      const isLate = deadline.aborted && !shared.aborted
      return { failure: isLate ? new MediaError('timeout') : error }
    }
  }
  const known = failures.get(key)
  if (known !== undefined) throw known
  const result = await flights.run(key, work, signal)
  if ('failure' in result) {
    if (isLasting(result.failure)) failures.set(key, result.failure)
    throw result.failure
  }
  plans.set(key, result)
  return result
}

/** True for a failure that is the files' own, not their host's. */
function isLasting(failure: unknown): failure is UnreadableFile | NothingThere | MediaError {
  if (failure instanceof MediaError) return failure.failure === 'too_large'
  return failure instanceof UnreadableFile || failure instanceof NothingThere
}

async function plan(
  source: MediaSource,
  { join, variantKey }: Joined,
  tracks: 'all' | 'sound',
  signal: AbortSignal,
): Promise<JoinedPlan> {
  const ask = (accept: MediaRequest['accept'], addresses: MediaAddress[], range?: string) =>
    openSource(source, addresses, { method: 'GET', accept, signal, ...(range && { range }) })
  const streams = await streamsOf(join, tracks, (addresses) => ask('playlist', addresses))
  const { inputs, files } = await readStreams(
    streams,
    (addresses) => (range) => ask('segment', addresses, range),
  )
  const wanted = streams.length < 2 ? inputs : apart(inputs)
  startTogether(wanted.flat())
  const hasSound = wanted.flat().some(({ kind }) => kind === 'sound')
  // A file without sound says so itself.
  const kept = tracks === 'sound' && hasSound ? 'sound' : 'all'
  const sizes = files.map((file) => (file.ts === undefined ? file.size : file.length))
  const made = planTracks(wanted, sizes, { ...usualEnough, tracks: kept })
  if (made.durationMs > mostSeconds * 1000 || made.totalBytes > mostBytes) {
    throw new MediaError('too_large')
  }
  // Not the hosts' tags, which can differ from address to address.
  const lengths = files.map(({ size }) => size).join()
  const hash = createHash('sha256').update(`${planVersion} ${variantKey} ${lengths} `)
  const etag = `"join-${hash.update(made.header).digest('base64url').slice(0, 22)}"`
  const hasPicture = kept === 'all' && wanted.flat().some(({ kind }) => kind === 'video')
  return { ...made, files, etag, hasPicture }
}

/** Of two streams, the first is for the picture and the second for the sound. */
function apart([picture = [], sound = []]: Awaited<ReturnType<typeof readStreams>>['inputs']) {
  return [
    picture.filter(({ kind }) => kind === 'video'),
    sound.filter(({ kind }) => kind === 'sound'),
  ]
}

/** Opens a file that others are made of, which is the same whichever file is made. */
function openSource(
  source: MediaSource,
  addresses: MediaAddress[],
  request: Omit<MediaRequest, 'way' | 'mostBytes'>,
): Promise<MediaAnswer> {
  const file = { addresses, bytes: null, codec: null, width: null, height: null, variantKey: '' }
  return openFirst(source, file, null, request)
}

/** Reads spans of a plan's sources. */
function sourcesOf(source: MediaSource, files: SourceFile[], signal: AbortSignal): OpenSource {
  /** Pieces that are written anew, of which several spans can be needed. */
  const pieces = new LRUCache<number, Promise<Buffer>>({ max: 4 })
  return async function* open(number, from, to) {
    const file = files[number]
    if (file === undefined) throw new RangeError(`No source ${number}`)
    const request = { method: 'GET', accept: 'segment', signal } as const
    const ask = (range: string) => openSource(source, file.addresses, { ...request, range })
    if (file.ts === undefined) return yield* streamBytes(ask, file.size, from, to)
    const piece = pieces.get(number) ?? tsPieceBytes(file, ask)
    pieces.set(number, piece)
    yield (await piece).subarray(from, to)
  }
}

async function answerBy(
  plan: JoinedPlan,
  key: string,
  source: MediaSource,
  ask: JoinAsk,
): Promise<MediaAnswer> {
  const { totalBytes, etag, files, hasPicture } = plan
  const answer = answerRange({ totalBytes, etag }, ask)
  if (answer === null) return refused('range_not_satisfiable', totalBytes)
  const { status, headers, start, end } = answer
  const media = { status, headers, totalBytes, kind: hasPicture ? 'mp4' : 'm4a' } as const
  if (ask.method === 'HEAD') return { ok: true, media: { ...media, body: Readable.from([]) } }
  const closed = new AbortController()
  const signal = AbortSignal.any([ask.signal, closed.signal])
  const bytes = joinedBytes(plan, start, end, sourcesOf(source, files, signal))
  try {
    await bytes.ready()
  } catch (error) {
    closed.abort()
    if (error instanceof MediaError) return refused(error.failure)
    throw error
  }
  const body = Readable.from(bytes.bytes(), { objectMode: false })
  body.once('error', () => {
    // A later answer must not go on with sources that failed this one.
    if (!ask.signal.aborted) plans.delete(key)
  })
  body.once('close', () => closed.abort())
  addAbortSignal(ask.signal, body)
  return { ok: true, media: { ...media, body } }
}
