import { useFetcher } from 'react-router'
import type { PostView } from '#app/download/offers.server.ts'
import type { SaveRefusal } from '#app/download/save-refusal.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** A post with new links, or why there is none. Neither if the server didn't answer. */
export type RenewedPost = { post: PostView | null; problem: SaveRefusal | null }

/** Why a post's links could not be renewed; `silent` for a server that gave no answer. */
export type RenewalProblem = { state: 'refused'; refusal: SaveRefusal } | { state: 'silent' }

/** A post whose links can be renewed, since they work for ten minutes. */
export function useFreshPost(given: PostView) {
  const { localPath } = useI18n()
  const fetcher = useFetcher<RenewedPost>()
  const { data } = fetcher
  const found = data?.post?.postId === given.postId ? data.post : null
  return {
    // One that was looked up later still is the newer one.
    post: found !== null && expiryOf(found) > expiryOf(given) ? found : given,
    problem:
      fetcher.state === 'idle' && data !== undefined && found === null ? toProblem(data) : null,
    renew() {
      const { path, query } = given.choose
      const action = `${localPath(path)}?${new URLSearchParams(query)}`
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
