import {
  imageNumbers,
  type PostFacts,
  pictureQuality,
  type VideoFacts,
} from '#app/download/lookup/post-facts.server.ts'
import { itemsOf } from '#app/download/lookup/post-item.ts'
import { entryName, filePaths, soundPath } from '#app/download/save/file-stem.server.ts'
import type { FileNameStyle } from '#app/posts/file-name-style.ts'
import { type SaveFormat, videoFormat } from '#app/posts/save-format.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { BatchFormat } from './format.ts'

/** Returns a post's format for a choice; null if it has no such file. */
export function formatFor(
  post: PostFacts,
  choice: BatchFormat,
): 'mp4' | 'hd' | 'mp3' | 'zip' | null {
  if (choice === 'mp3') return post.hasSound ? 'mp3' : null
  if (imageNumbers(post).length > 0 || post.more.length > 0) return 'zip'
  return choice === 'hd' && post.hd !== null ? 'hd' : 'mp4'
}

/** A file in a batch's ZIP; `path` is without the extension. */
type BatchFile = { path: string; format: SaveFormat }

/**
 * Returns a post's files in its batch's ZIP, in the post's order. The number in front makes names
 * unique on every file system and keeps the links' order.
 */
export function filesOf(post: PostFacts, choice: BatchFormat, place: Place): BatchFile[] {
  const stem = fileName(post, choice, place)
  const videos = post.video === null ? [] : [post, ...post.more]
  if (choice === 'mp3' && videos.length > 1) return soundsOf(videos, stem)
  const format = formatFor(post, choice)
  if (format === null) return []
  if (format !== 'zip') return [{ path: stem, format }]
  const items = itemsOf({ video: videos.length, image: post.images }, post.order)
  const paths = filePaths(stem, items.length)
  const files = items.flatMap(({ kind, number }, index): BatchFile[] => {
    const path = paths[index] ?? stem
    if (kind === 'image') {
      return post.lost?.images.includes(number) ? [] : [{ path, format: `image-${number}` }]
    }
    const isHd = choice === 'hd' && videos[number - 1]?.hd != null
    return [{ path, format: videoFormat(isHd ? 'hd' : 'mp4', number) }]
  })
  if (videos.length === 0 && post.hasSound) files.push({ path: soundPath(stem), format: 'mp3' })
  return files
}

/** Returns the sounds of a post's videos, those without any left out. */
function soundsOf(videos: readonly VideoFacts[], stem: string): BatchFile[] {
  const formats = videos.flatMap(({ hasSound }, index) =>
    hasSound ? [videoFormat('mp3', index + 1)] : [],
  )
  const [only] = formats
  if (formats.length === 1 && only !== undefined) return [{ path: stem, format: only }]
  const paths = filePaths(stem, formats.length)
  return formats.map((format, index) => ({ path: paths[index] ?? stem, format }))
}

type Place = { number: number; of: number; fileNames: FileNameStyle }

export function fileName(post: PostFacts, choice: BatchFormat, place: Place): string {
  const { number, of, fileNames } = place
  const digits = Math.max(2, String(of).length)
  const format = formatFor(post, choice)
  return entryName(post, fileNames, {
    front: `${String(number).padStart(digits, '0')} `,
    quality: format === null || format === 'zip' ? '' : qualityOf(post, format),
  })
}

function qualityOf(post: PostFacts, format: 'mp4' | 'hd' | 'mp3'): string {
  if (format === 'mp3') return `${settings().mp3Rate}kbps`
  return pictureQuality(format === 'hd' ? post.hd : post.video) ?? ''
}
