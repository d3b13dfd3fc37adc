import { BodyError } from '#app/outbound/fetch.server.ts'
import type { MediaAnswer, MediaFailure, OpenedMedia } from './media.server.ts'
import { translateFailure } from './media-upstream.server.ts'

/** Thrown when the media host refuses a part of a file, breaks it off, or sends another file's. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly failure: MediaFailure

  constructor(failure: MediaFailure) {
    super(`The media host: ${failure}`)
    this.failure = failure
  }
}

/** Requests a part of a file by a Range header. */
export type AskRange = (range: string) => Promise<MediaAnswer>

/** A media host's file, read at any position. */
export type FileBytes = {
  size: number
  /** Reads [start, end). Rejects with a MediaError. */
  read(start: number, end: number): Promise<Buffer>
  /** Reads [start, end) as it arrives, by one request. Throws a MediaError. */
  stream(start: number, end: number): AsyncGenerator<Buffer>
}

/** The beginning is read with the first request, since most files have their index there. */
const usualHeadBytes = 192 * 1024

/** Opens a file for reading. Null if its length isn't stated. Rejects with a MediaError. */
export async function openFileBytes(
  ask: AskRange,
  headBytes = usualHeadBytes,
): Promise<FileBytes | null> {
  const first = await open(ask, 0, headBytes)
  const size = first.totalBytes
  if (size === null) {
    first.body.destroy()
    return null
  }
  const head = await collect(between(first, 0, Math.min(size, headBytes)))
  const stream = (start: number, end: number) => streamBytes(ask, size, start, end)
  const read = async (start: number, end: number) =>
    end <= head.length ? head.subarray(start, end) : collect(stream(start, end))
  return { size, stream, read }
}

/** Reads [start, end) of a file opened before. Throws a MediaError if its length has changed. */
export async function* streamBytes(
  ask: AskRange,
  size: number,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const media = await open(ask, start, end)
  if (media.totalBytes !== size) {
    media.body.destroy()
    throw new MediaError('unavailable')
  }
  yield* between(media, start, end)
}

async function open(ask: AskRange, start: number, end: number): Promise<OpenedMedia> {
  const opened = await ask(`bytes=${start}-${end - 1}`)
  if (!opened.ok) throw new MediaError(opened.failure)
  return opened.media
}

/** Yields [start, end) of an answer, which has more if the media host knows no ranges. */
async function* between(media: OpenedMedia, start: number, end: number): AsyncGenerator<Buffer> {
  let at = media.status === 200 ? 0 : start
  try {
    for await (const chunk of media.body as AsyncIterable<Buffer>) {
      const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at))
      if (wanted.length > 0) yield wanted
      at += chunk.length
      if (at >= end) break
    }
  } catch (error) {
    throw error instanceof BodyError ? new MediaError(translateFailure(error.failure)) : error
  } finally {
    media.body.destroy()
  }
  if (at < end) throw new MediaError('unavailable')
}

/** Reads all pieces into one. */
export async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
