import { createHash } from 'node:crypto'
import type { GuestSession, MediaFile } from '#app/posts/extracted-post.server.ts'
import type { MediaAnswer, MediaRequest, MediaSource } from './media.server.ts'
import { type MediaFailure, refused } from './media-upstream.server.ts'

/** After one of these, another address of the same file may still be good. */
const mayBeElsewhere = new Set<MediaFailure>(['gone', 'not_media', 'blocked', 'unavailable'])

/**
 * Opens a file at the first of its addresses that has it. `gone` when the platform refuses all of
 * them, also when it says so with a page in the place of the file: then a new look-up may help.
 *
 * The ETag names the variant as well, so that a resumed download never continues with the bytes of
 * another file.
 */
export async function openFirst(
  source: MediaSource,
  file: MediaFile,
  session: GuestSession | null,
  request: Omit<MediaRequest, 'way' | 'knownBytes'>,
): Promise<MediaAnswer> {
  const ifRange = ownIfRange(request.ifRange ?? null, file)
  const failures = new Set<MediaFailure>()
  let last: MediaAnswer = refused('gone')
  for (const { url, profile } of file.addresses) {
    const way = { profile, session }
    last = await source.open(url, { ...request, ifRange, way, knownBytes: file.bytes })
    if (last.ok) return withVariant(last, file)
    if (!mayBeElsewhere.has(last.failure)) return last
    failures.add(last.failure)
  }
  const isRefusal = failures.has('gone') || failures.has('not_media')
  return isPlatforms(file) && isRefusal ? refused('gone') : last
}

function withVariant(answer: Extract<MediaAnswer, { ok: true }>, file: MediaFile): MediaAnswer {
  const { etag, 'last-modified': lastModified, ...headers } = answer.media.headers
  // A strong tag becomes ours; a date could be two variants' date.
  if (etag !== undefined) headers.etag = etag.replace('"', `"${variantTag(file)}.`)
  if (lastModified !== undefined && !isPlatforms(file)) headers['last-modified'] = lastModified
  return { ok: true, media: { ...answer.media, headers } }
}

/** An If-Range that can match nothing, so that the whole file is sent. */
const matchesNothing = 'W/"another"'

/** The visitor's If-Range as the upstream knows it. */
function ownIfRange(ifRange: string | null, file: MediaFile): string | null {
  if (ifRange === null) return null
  if (!ifRange.startsWith('"')) return isPlatforms(file) ? matchesNothing : ifRange
  const prefix = `"${variantTag(file)}.`
  return ifRange.startsWith(prefix) ? `"${ifRange.slice(prefix.length)}` : matchesNothing
}

function variantTag({ variantKey }: MediaFile): string {
  return createHash('sha256').update(variantKey).digest('hex').slice(0, 12)
}

function isPlatforms({ addresses }: MediaFile): boolean {
  return addresses.some(({ profile }) => profile !== 'plain')
}
