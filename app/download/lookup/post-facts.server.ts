import { canMakeMp3 } from '#app/download/engine/engines.server.ts'
import type {
  ExtractedPost,
  MediaAddress,
  MediaFile,
  PostVideo,
} from '#app/posts/extracted-post.server.ts'
import { isLost } from '#app/posts/lost-files.ts'

/** A post's data for visitors, without file addresses, which expire. */
export type PostFacts = VideoFacts & {
  postId: string
  title: string
  author: string | null
  /** The number of its images, those out of reach included. */
  images: number
  /** Its lost files: the images' numbers, the sound, a higher quality. Unset without any. */
  lost?: { images: number[]; sound: boolean; quality: boolean }
  /** True for a slideshow whose sound is an M4A. Other sounds are MP3s, which are copied as MP3. */
  hasM4aSound: boolean
  /** The videos after the first. */
  more: VideoFacts[]
  order?: ExtractedPost['order']
  isSensitive: boolean
  mayHaveMark?: true
  /** The languages of its captions. */
  captions: string[]
}

/** `hasSound`: it can be saved as an MP3. `isSilent`: it's known to have no sound at all. */
export type VideoFacts = {
  /** Null for a slideshow. */
  video: FileFacts | null
  hd: FileFacts | null
  durationSeconds: number | null
  hasCover: boolean
  hasSound: boolean
  isSilent: boolean
}

export type FileFacts = Pick<MediaFile, 'bytes' | 'codec' | 'width' | 'height'>

export function postFacts(post: ExtractedPost): PostFacts {
  return {
    postId: post.postId,
    title: post.title,
    author: post.author.name ?? post.author.handle,
    ...videoFacts(post),
    hasSound: canMakeMp3() && (post.sound !== null || (post.video !== null && !post.isSilent)),
    images: post.images.length,
    ...lostFacts(post),
    hasM4aSound: post.sound?.addresses.some(leadsToM4a) ?? false,
    more: post.moreVideos.map(videoFacts),
    ...(post.order && { order: post.order }),
    isSensitive: post.isSensitive,
    ...(post.mayHaveMark && { mayHaveMark: true }),
    captions: post.captions.map(({ language }) => language),
  }
}

function lostFacts({ images, lost }: ExtractedPost): Pick<PostFacts, 'lost'> {
  const numbers = images.flatMap((image, index) => (isLost(image) ? [index + 1] : []))
  if (numbers.length === 0 && lost === undefined) return {}
  const [sound, quality] = [lost?.sound !== undefined, lost?.quality !== undefined]
  return { lost: { images: numbers, sound, quality } }
}

/** Returns the numbers of a post's images that aren't out of reach. */
export function imageNumbers({ images, lost }: Pick<PostFacts, 'images' | 'lost'>): number[] {
  const all = Array.from({ length: images }, (_, index) => index + 1)
  return all.filter((number) => lost?.images.includes(number) !== true)
}

/** Returns whether an address says so: TikTok's does in its query, other sources' in the path. */
function leadsToM4a({ url }: MediaAddress): boolean {
  const { pathname, searchParams } = new URL(url)
  return pathname.endsWith('.m4a') || /^audio_(?!mpeg)/.test(searchParams.get('mime_type') ?? '')
}

function videoFacts(
  post: Omit<PostVideo, 'video' | 'captions'> & Pick<ExtractedPost, 'video'>,
): VideoFacts {
  return {
    video: fileFacts(post.video),
    hd: fileFacts(post.hd),
    durationSeconds: post.durationSeconds,
    hasCover: post.cover !== null,
    hasSound: canMakeMp3() && !post.isSilent,
    isSilent: post.isSilent,
  }
}

/** Returns a picture's lines, such as `1080p`. Null if unknown. */
export function pictureQuality(file: Pick<FileFacts, 'width' | 'height'> | null): string | null {
  if (file === null || file.width === null || file.height === null) return null
  return `${Math.min(file.width, file.height)}p`
}

function fileFacts(file: MediaFile | null): FileFacts | null {
  if (file === null) return null
  const { bytes, codec, width, height } = file
  return { bytes, codec, width, height }
}
