import { tagsOf } from '#app/download/engine/engine.server.ts'
import type { SoundTags } from '#app/download/engine/engine-job.ts'
import { publicLink } from '#app/download/lookup/lookup.server.ts'
import { postFacts } from '#app/download/lookup/post-facts.server.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'

/** Returns what a file says about its post: title, creator, link, and its date in UTC if known. */
export function fileTags(post: ExtractedPost): SoundTags {
  const { title, author } = postFacts(post)
  return tagsOf({
    title,
    artist: author ?? '',
    link: publicLink(post),
    ...(post.postedAt !== null && { date: post.postedAt.toISOString().slice(0, 10) }),
  })
}
