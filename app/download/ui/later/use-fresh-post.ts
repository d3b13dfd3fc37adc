import { useFetcher } from 'react-router'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import type { SaveRefusal } from '#app/download/save/save-refusal.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** A post with new links, or why there is none. Both are null if the server didn't answer. */
export type RenewedPost = { post: PostView | null; problem: SaveRefusal | null }

/** Why a post's links couldn't be renewed. `silent`: the server gave no answer. */
export type RenewalProblem = { state: 'refused'; refusal: SaveRefusal } | { state: 'silent' }

/** Renews a post's links, which work for ten minutes. */
export function useFreshPost(given: PostView) {
  const { localPath } = useI18n()
  const fetcher = useFetcher<RenewedPost>()
  const { data } = fetcher
  const isSame = data?.post?.postId === given.postId && data.post.item === given.item
  const found = isSame ? data.post : null
  return {
    // `given` can be from a later look-up.
    post: found !== null && expiryOf(found) > expiryOf(given) ? found : given,
    problem:
      fetcher.state === 'idle' && data !== undefined && found === null ? toProblem(data) : null,
    renew() {
      const { path, query } = given.choose
      const asked = new URLSearchParams({ ...query, item: String(given.item) })
      const action = `${localPath(path)}?${asked}`
      void fetcher.submit({}, { method: 'post', action })
    },
  }
}

function toProblem({ problem }: RenewedPost): RenewalProblem {
  return problem === null ? { state: 'silent' } : { state: 'refused', refusal: problem }
}

function expiryOf({ choose }: PostView): number {
  return Number(choose.query.e)
}
