import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { useSentStatus } from '#app/ui/admin/lists/sent-rows.ts'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { videosPath } from './post-hrefs.ts'
import { statusTexts } from './post-texts.ts'

const statuses = ['active', 'flagged', 'removed'] as const

/** A post's status, at once the one that an action under way will give. */
export function PostStatusBadge({ post: { postId, status } }: { post: ListedPost }) {
  const sent = useSentStatus(videosPath, postId, statuses)
  return <StatusBadge {...statusTexts[sent ?? status]} />
}
