import { href } from 'react-router'
import { offer } from '#app/download/lookup/offers.server.ts'
import { postUrl, refOfKey } from '#app/download/platforms/links.ts'
import { postDetails } from '#app/moderation/post-history.server.ts'
import { creatorName } from '#app/posts/creator-name.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'

export type Clip = {
  postId: string
  /** Empty if the post has no caption or was never looked up here. */
  title: string
  author: string | null
  known: boolean
  source: string
  cover: string | null
  /** Media to play or view, even if visitors no longer can. */
  view: { kind: 'video'; src: string } | { kind: 'images'; srcs: string[] }
  blocked: boolean
}

/**
 * Returns what a post shows. Its files come through our own origin, so that the operator's browser
 * doesn't call the platform. Videos never looked up here can be played too, since pressing play
 * looks them up, and so can blocked ones, as on the post's page.
 */
export async function clipOf(postId: string, blocked: boolean): Promise<Clip> {
  const details = await postDetails(postId)
  const source = postUrl(refOfKey(postId))
  const srcOf = (format: SaveFormat) =>
    blocked
      ? href('/admin/videos/:postId/file/:format', { postId, format })
      : offer(postId, format).viewHref
  const view = { kind: 'video', src: srcOf('mp4') } as const
  if (details === null) {
    return { postId, title: '', author: null, known: false, source, cover: null, view, blocked }
  }
  const { post, imageCount } = details
  const images = Array.from({ length: imageCount ?? 1 }, (_, index) => srcOf(`image-${index + 1}`))
  return {
    postId,
    title: post.title,
    author:
      post.authorKey === null ? post.authorName : creatorName(post.authorKey, post.authorHandle),
    known: true,
    source: post.link,
    cover: post.hasCover ? `/admin/videos/${postId}/cover` : null,
    view: post.kind === 'slideshow' ? { kind: 'images', srcs: images } : view,
    blocked,
  }
}
