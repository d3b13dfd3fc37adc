import { createHash } from 'node:crypto'
import type { GuestSession, MediaFile } from '#app/posts/extracted-post.server.ts'
import type { MediaAnswer, MediaRequest, MediaSource } from './media.server.ts'
import { type MediaFailure, refused } from './media-upstream.server.ts'

/** After these, another address of the same file can still work. */
const mayBeElsewhere = new Set<MediaFailure>(['gone', 'not_media', 'blocked', 'unavailable'])

/**
 * Opens a file at its first working address. `gone` if the platform refuses all of them, or sends a
 * page instead of the file; `blocked` if one leads to a host that isn't allowed. A new look-up may
 * then help.
 *
 * The ETag includes the variant, so that a resumed download never continues with another file's
 * bytes.
 */
export async function openFirst(
  source: MediaSource,
  file: MediaFile,
  session: GuestSession | null,
  request: Omit<MediaRequest, 'way' | 'mostBytes'>,
): Promise<MediaAnswer> {
  const ifRange = ownIfRange(request.ifRange ?? null, file)
  const mostBytes = file.hasExactSize === true ? file.bytes : null
  const failures = new Set<MediaFailure>()
  let last: MediaAnswer = refused('gone')
  for (const { url, profile } of file.addresses) {
    const way = { profile, session }
    last = await source.open(url, { ...request, ifRange, way, mostBytes })
    if (last.ok) return withVariant(last, file)
    if (!mayBeElsewhere.has(last.failure)) return last
    failures.add(last.failure)
  }
  // Other addresses can be dead too, but this failure calls for a new look-up.
  if (failures.has('blocked')) return refused('blocked')
  const isRefusal = failures.has('gone') || failures.has('not_media')
  return isPlatforms(file) && isRefusal ? refused('gone') : last
}

function withVariant(answer: Extract<MediaAnswer, { ok: true }>, file: MediaFile): MediaAnswer {
  const { etag, 'last-modified': lastModified, ...headers } = answer.media.headers
  // A strong tag becomes ours; two variants can share a date.
  if (etag !== undefined) headers.etag = etag.replace('"', `"${variantTag(file)}.`)
  if (lastModified !== undefined && !isPlatforms(file)) headers['last-modified'] = lastModified
  return { ok: true, media: { ...answer.media, headers } }
}

/** Matches nothing, so that the whole file is sent. */
const matchesNothing = 'W/"another"'

/** Converts the visitor's If-Range to the upstream's own. */
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
