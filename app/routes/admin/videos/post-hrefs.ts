import type { PostChange } from '#app/models/post-moderation.server.ts'

export const videosPath = '/admin/videos'

export function postHref(postId: string): string {
  return `${videosPath}/${postId}`
}

/** The kept cover; there is one when the post says so. */
export function coverHref(postId: string): string {
  return `${videosPath}/${postId}/cover`
}

/** The page that asks for the reason of a change; `back` is where it returns to. */
export function changeHref(change: PostChange, postId: string, back: string): string {
  return `${videosPath}/change/${change}?${new URLSearchParams({ id: postId, back })}`
}

/** The same for the author's posts. */
export function authorHref(change: 'block' | 'unblock', author: string, back: string): string {
  return `${videosPath}/authors/${change}?${new URLSearchParams({ author, back })}`
}
