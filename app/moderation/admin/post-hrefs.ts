import { href } from 'react-router'
import type { PostChange } from '#app/moderation/post-moderation.server.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import type { SheetForm } from './sheet/forms.ts'

export const videosPath = href('/admin/videos')
export const blockedCreatorsPath = href('/admin/videos/creators')

export function postHref(postId: string): string {
  return href('/admin/videos/:postId', { postId })
}

/** A creator's videos, by the creator's key. */
export function creatorVideosHref(creator: string): string {
  const query = new URLSearchParams({ q: `@${creator}` })
  return `${videosPath}?${query}`
}

/** The stored cover, for posts that have one. */
export function coverHref(postId: string): string {
  return href('/admin/videos/:postId/cover', { postId })
}

/** The video or a slideshow's image for operators, also a removed post's. */
export function fileHref(postId: string, format: SaveFormat): string {
  return href('/admin/videos/:postId/file/:format', { postId, format })
}

/** The file itself. A link to it must load a document. */
export function downloadHref(postId: string): string {
  return href('/admin/videos/:postId/download', { postId })
}

/** The page that asks for the reason to change posts. */
export function changePath(change: PostChange): string {
  return href('/admin/videos/change/:change', { change })
}

/** The page that asks for the reason to block or unblock a creator. */
export function creatorPath(change: 'block' | 'unblock'): string {
  return href('/admin/videos/creators/:change', { change })
}

export function creatorHref(change: 'block' | 'unblock', creator: string, back: string): string {
  return `${creatorPath(change)}?${new URLSearchParams({ creator, back })}`
}

/** The page that asks for the reason to change a post or its creator. `back`: where it returns. */
export function formHref(
  form: SheetForm,
  { postId, authorKey }: { postId: string; authorKey: string | null },
  back: string,
): string {
  return form === 'block' || form === 'unblock'
    ? creatorHref(form, authorKey ?? '', back)
    : `${changePath(form)}?${new URLSearchParams({ id: postId, back })}`
}
