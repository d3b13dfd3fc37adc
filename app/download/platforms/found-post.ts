import { plainText, textLimits } from '#app/download/extraction/extraction-answer.ts'
import type { OtherPlatform } from '#app/environment/platform-names.ts'
import type {
  ExtractedPost,
  FileKind,
  LookupResult,
  MediaFile,
  PostVideo,
} from '#app/posts/extracted-post.server.ts'
import { platformKey } from './platform-key.ts'

/** A post as an adapter found it; the rest is unknown or empty. */
export type PostFound = Pick<ExtractedPost, 'title' | 'author'> &
  Partial<Omit<ExtractedPost, 'source' | 'platform' | 'postId' | 'fetchedAt' | 'session'>> & {
    /** The platform's own id. */
    id: string
  }

/** Makes the post of what a platform's answer has; texts are cut to what is stored. */
export function foundPost(platform: OtherPlatform, found: PostFound): LookupResult {
  const { id, title, author, ...known } = found
  return {
    ok: true,
    post: {
      source: 'native',
      platform,
      fetchedAt: new Date(),
      postId: platformKey(platform, id),
      title: plainText(title, textLimits.title) ?? '',
      author: { handle: author.handle, name: plainText(author.name, textLimits.name) || null },
      cover: null,
      video: null,
      hd: null,
      sound: null,
      images: [],
      captions: [],
      durationSeconds: null,
      isSilent: false,
      moreVideos: [],
      isSensitive: false,
      region: null,
      postedAt: null,
      counts: { plays: null, likes: null, comments: null, shares: null },
      expiresAt: null,
      ...known,
      session: null,
    },
  }
}

/** Makes a file with one address of the platform. `variantKey` names it after a new look-up too. */
export function fileAt(
  platform: OtherPlatform,
  url: string,
  variantKey: string,
  known: Partial<Pick<MediaFile, 'bytes' | 'codec' | 'width' | 'height'>> = {},
): MediaFile {
  const unknown = { bytes: null, codec: null, width: null, height: null }
  return { ...unknown, ...known, addresses: [{ url, profile: platform }], variantKey }
}

/** A video or an image of a post. */
export type FoundFile = { kind: 'video'; file: PostVideo } | { kind: 'image'; file: MediaFile }

/** Divides a post's files by kind, and keeps their order if its videos don't all come first. */
export function byKind(found: readonly FoundFile[]): {
  videos: PostVideo[]
  images: MediaFile[]
  order: { order?: FileKind[] }
} {
  const order = found.map(({ kind }) => kind)
  const isMixed = order.includes('image') && order.lastIndexOf('video') > order.indexOf('image')
  return {
    videos: found.flatMap((one) => (one.kind === 'video' ? [one.file] : [])),
    images: found.flatMap((one) => (one.kind === 'image' ? [one.file] : [])),
    order: isMixed ? { order } : {},
  }
}
