import { redirect } from 'react-router'
import { notFound } from '#app/http/refusals.ts'
import { findPosts } from '#app/moderation/post-list.server.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { signLink } from '#app/secrets/signed-link.server.ts'
import type { Route } from './+types/download'

/** Redirects to the post's file with a fresh link, since one in an open list can be hours old. */
export async function loader({ params }: Route.LoaderArgs) {
  const [post] = await findPosts([params.postId])
  if (post === undefined) throw notFound()
  const format: SaveFormat = post.kind === 'slideshow' ? 'zip' : 'mp4'
  return redirect(`/save/${post.postId}/${format}?${signLink('save', post.postId, format)}`)
}
