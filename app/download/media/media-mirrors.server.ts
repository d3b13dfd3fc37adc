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
 * The ETag is the variant and the file's length, so that a download goes on from any of the
 * addresses, and never with another file's bytes. The media host's own tag is only part of ours
 * where the length is unknown.
 */
export async function openFirst(
  source: MediaSource,
  file: MediaFile,
  session: GuestSession | null,
  request: Omit<MediaRequest, 'way' | 'mostBytes'>,
): Promise<MediaAnswer> {
  const condition = ownCondition(request.ifRange ?? null, file)
  const mostBytes = file.hasExactSize === true ? file.bytes : null
  const failures = new Set<MediaFailure>()
  let last: MediaAnswer = refused('gone')
  for (const { url, profile } of file.addresses) {
    const way = { profile, session }
    last = await source.open(url, { ...request, ...condition, way, mostBytes })
    if (last.ok) return withVariant(last, file, condition)
    if (!mayBeElsewhere.has(last.failure)) return last
    failures.add(last.failure)
  }
  // Other addresses can be dead too, but this failure calls for a new look-up.
  if (failures.has('blocked')) return refused('blocked')
  const isRefusal = failures.has('gone') || failures.has('not_media')
  return isPlatforms(file) && isRefusal ? refused('gone') : last
}

const strongTag = /^"(.+)"$/

function withVariant(
  answer: Extract<MediaAnswer, { ok: true }>,
  file: MediaFile,
  { ifRange }: Pick<MediaRequest, 'ifRange'>,
): MediaAnswer {
  const { etag: sent = '', 'last-modified': lastModified, ...headers } = answer.media.headers
  const { status, totalBytes } = answer.media
  const tag = strongTag.exec(sent)?.[1]
  // A client that named the host's tag goes on by that one.
  const isHosts = totalBytes === null || (status === 206 && ifRange?.startsWith('"') === true)
  if (!isHosts) headers.etag = `"${variantTag(file)}-${totalBytes}"`
  else if (tag !== undefined) headers.etag = `"${variantTag(file)}.${tag}"`
  // Two variants can share a date.
  if (lastModified !== undefined && !isPlatforms(file)) headers['last-modified'] = lastModified
  return { ok: true, media: { ...answer.media, headers } }
}

/** Matches nothing, so that the whole file is sent. */
const matchesNothing = 'W/"another"'

/** Converts the visitor's If-Range to the upstream's own, or to the length that we named. */
function ownCondition(ifRange: string | null, file: MediaFile) {
  const only = (condition: string | null) => ({ ifRange: condition, ifTotal: null })
  if (ifRange === null) return only(null)
  if (!ifRange.startsWith('"')) return only(isPlatforms(file) ? matchesNothing : ifRange)
  const [, variant, kind, rest = ''] = /^"([\da-f]{12})([.-])(.+)"$/.exec(ifRange) ?? []
  if (variant !== variantTag(file)) return only(matchesNothing)
  if (kind === '.') return only(`"${rest}"`)
  return /^\d{1,15}$/.test(rest) ? { ifRange: null, ifTotal: Number(rest) } : only(matchesNothing)
}

function variantTag({ variantKey }: MediaFile): string {
  return createHash('sha256').update(variantKey).digest('hex').slice(0, 12)
}

function isPlatforms({ addresses }: MediaFile): boolean {
  return addresses.some(({ profile }) => profile !== 'plain')
}
