import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { statusTexts } from './post-texts.ts'
import { usePostState } from './use-post-state.ts'

/** A post's status. While a change is being sent, the new one. */
export function PostStatusBadge({ post }: { post: ListedPost }) {
  return <StatusBadge {...statusTexts[usePostState(post).status]} />
}
