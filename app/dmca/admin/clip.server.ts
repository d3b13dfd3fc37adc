import { offer } from '#app/download/offers.server.ts'
import { postDetails } from '#app/moderation/post-history.server.ts'
import { postUrl } from '#app/posts/post-url.ts'

/** A post as the claim is compared with it. */
export type Clip = {
  postId: string
  /** Empty where there is no caption, or no one has looked the post up here. */
  title: string
  author: string | null
  known: boolean
  /** The post's page on the platform. */
  source: string
  cover: string | null
  /** What can be played or looked at; null for what is blocked. */
  view: { kind: 'video'; src: string } | { kind: 'images'; srcs: string[] } | null
}

/**
 * What a post shows. Its files come through our own origin, by links that are signed now: the
 * operator's browser does not call the platform. A video that was never looked up here can be played
 * too, since pressing play looks it up.
 */
export async function clipOf(postId: string, blocked: boolean): Promise<Clip> {
  const details = await postDetails(postId)
  const source = postUrl({ kind: 'post', postId, user: null, media: 'video' })
  const view = (format: Parameters<typeof offer>[1]) => offer(postId, format).viewHref
  if (details === null) {
    return {
      ...{ postId, title: '', author: null, known: false, source, cover: null },
      view: blocked ? null : { kind: 'video', src: view('mp4') },
    }
  }
  const { post, imageCount } = details
  const images = Array.from({ length: imageCount ?? 1 }, (_, index) => view(`image-${index + 1}`))
  return {
    postId,
    title: post.title,
    author: post.authorHandle === null ? post.authorName : `@${post.authorHandle}`,
    known: true,
    source: post.link,
    cover: post.hasCover ? `/admin/videos/${postId}/cover` : null,
    view: blocked
      ? null
      : post.kind === 'slideshow'
        ? { kind: 'images', srcs: images }
        : { kind: 'video', src: view('mp4') },
  }
}
