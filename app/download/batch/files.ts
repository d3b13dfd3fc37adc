import type { PostFacts } from '#app/download/post-facts.server.ts'
import { safeFileName } from '#app/http/content-disposition.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import type { BatchFormat } from './format.ts'

/** How much of a title a name has, in characters. */
const mostOfTitle = 60

/** The format that a post is saved in for a choice; null when it has nothing of the kind. */
export function formatFor(
  post: PostFacts,
  choice: BatchFormat,
): 'mp4' | 'hd' | 'mp3' | 'zip' | null {
  if (choice === 'mp3') return post.hasSound ? 'mp3' : null
  if (post.images > 0) return 'zip'
  return choice === 'hd' && post.hd !== null ? 'hd' : 'mp4'
}

/** A file of a batch's zip, with its path in it, without the ending. */
type BatchFile = { path: string; format: SaveFormat }

/**
 * A post's files in the zip of its batch. The number in front makes names unique on every file
 * system, and keeps the order of the links.
 */
export function filesOf(
  post: PostFacts,
  choice: BatchFormat,
  place: { number: number; of: number },
) {
  const stem = fileName(post, place)
  const format = formatFor(post, choice)
  if (format === null) return []
  if (format !== 'zip') return [{ path: stem, format }]
  const digits = String(post.images).length
  const files: BatchFile[] = Array.from({ length: post.images }, (_, index) => ({
    path: `${stem}/${String(index + 1).padStart(digits, '0')}`,
    format: `image-${index + 1}`,
  }))
  if (post.hasSound) files.push({ path: `${stem}/sound`, format: 'mp3' })
  return files
}

/** A post's name in its batch: number, creator and title, as far as there are any. */
export function fileName(post: PostFacts, { number, of }: { number: number; of: number }): string {
  const digits = Math.max(2, String(of).length)
  const title = [...post.title.toWellFormed()].slice(0, mostOfTitle).join('')
  const words = [post.author ?? '', title].filter((text) => text.trim() !== '').join(' - ')
  return safeFileName(
    `${String(number).padStart(digits, '0')} ${words === '' ? post.postId : words}`,
  )
}
