import { useFetchers } from 'react-router'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { useSentStatus } from '#app/ui/admin/lists/sent-rows.ts'
import { videosPath } from './post-hrefs.ts'

const statuses = ['active', 'flagged', 'removed'] as const
const statusAfter = { flag: 'flagged', remove: 'removed', restore: 'active' } as const

type State = Pick<ListedPost, 'status' | 'authorBlocked'>

/** Returns a post's status and if its creator is blocked: the new state while a change is sent. */
export function usePostState({
  postId,
  status,
  authorKey,
  authorBlocked,
}: Pick<ListedPost, 'postId' | 'authorKey'> & State): State {
  const sent = useSentStatus(videosPath, postId, statuses, statusAfter)
  const blocks = useFetchers().flatMap(({ formAction, formData }) => {
    const intent = formData?.get('intent')
    const isSame = formData?.get('creator') === authorKey
    if (formAction !== videosPath || authorKey === null || !isSame) return []
    if (intent === 'block') return [true]
    return intent === 'unblock' ? [false] : []
  })
  return { status: sent ?? status, authorBlocked: blocks[0] ?? authorBlocked }
}
