import { href } from 'react-router'
import type { PostChange } from '#app/moderation/post-moderation.server.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'

export const videosPath = href('/admin/videos')
export const blockedCreatorsPath = href('/admin/videos/creators')

export function postHref(postId: string): string {
  return href('/admin/videos/:postId', { postId })
}

/** The kept cover; there is one when the post says so. */
export function coverHref(postId: string): string {
  return href('/admin/videos/:postId/cover', { postId })
}

/** The video, or an image of a slideshow, to be looked at by operators; also of a removed post. */
export function fileHref(postId: string, format: SaveFormat): string {
  return href('/admin/videos/:postId/file/:format', { postId, format })
}

/** The file itself: a link to it loads a document. */
export function downloadHref(postId: string): string {
  return href('/admin/videos/:postId/download', { postId })
}

/** The page that asks for the reason to change posts. */
export function changePath(change: PostChange): string {
  return href('/admin/videos/change/:change', { change })
}

/** The same for one post; `back` is where it returns to. */
export function changeHref(change: PostChange, postId: string, back: string): string {
  return `${changePath(change)}?${new URLSearchParams({ id: postId, back })}`
}

/** The page that asks for the reason to block or unblock a creator. */
export function creatorPath(change: 'block' | 'unblock'): string {
  return href('/admin/videos/creators/:change', { change })
}

export function creatorHref(change: 'block' | 'unblock', creator: string, back: string): string {
  return `${creatorPath(change)}?${new URLSearchParams({ creator, back })}`
}
