import { Readable } from 'node:stream'
import { readWebvtt, writeCaptions } from '#app/download/captions/captions.ts'
import { mediaSource } from '#app/download/extraction/sources.server.ts'
import { openFirst } from '#app/download/media/media-mirrors.server.ts'
import { outboundClient } from '#app/outbound/client.server.ts'
import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import type { CaptionType } from '#app/posts/save-format.ts'
import { madeFile, mediaProblem, type SaveRequest, type SaveResult } from './save-result.server.ts'

/** Ten minutes of speech are about 100 kB. */
const maxBytes = 1_000_000
const fetchMs = 10_000

const contentTypes = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
} as const satisfies Record<CaptionType, string>

/**
 * Fetches captions whole and writes them anew, so that none of the media host's own bytes reach the
 * visitor. A HEAD does the same, since only the content shows that there are any.
 */
export async function openCaptions(
  { session }: ExtractedPost,
  file: MediaFile | null,
  { type, stem }: { type: CaptionType; stem: string },
  request: Pick<SaveRequest, 'method' | 'signal'>,
): Promise<SaveResult> {
  if (file === null) return { ok: false, problem: { kind: 'no_such_file' } }
  const timeout = AbortSignal.timeout(fetchMs)
  const signal = AbortSignal.any([request.signal, timeout])
  const opened = await openFirst(mediaSource, file, session, {
    method: 'GET',
    accept: 'captions',
    signal,
  })
  if (!opened.ok) return mediaProblem(timeout.aborted ? 'timeout' : opened.failure)
  const { media } = opened
  if ((media.totalBytes ?? 0) > maxBytes) {
    media.body.destroy()
    return mediaProblem('too_large')
  }
  const read = await outboundClient.readBounded(media.body, maxBytes)
  if (!read.ok) {
    if (timeout.aborted) return mediaProblem('timeout')
    return mediaProblem(read.reason === 'cut' ? 'unavailable' : read.reason)
  }
  const cues = readWebvtt(read.bytes.toString())
  // Looking the post up again wouldn't help.
  if (cues === null || cues.length === 0) return { ok: false, problem: { kind: 'no_such_file' } }
  const bytes = Buffer.from(writeCaptions(cues, type))
  const made = madeFile(`${stem}.${type}`, contentTypes[type])
  return {
    ok: true,
    delivery: {
      ...made,
      headers: { ...made.headers, 'content-length': String(bytes.length) },
      body: request.method === 'HEAD' ? null : Readable.from([bytes], { objectMode: false }),
    },
  }
}
