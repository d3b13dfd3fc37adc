import { useFetcher } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { LookupView } from './look-up.server.ts'
import type { PostView } from './post-view.server.ts'

/**
 * A post whose links can be renewed, since they work for ten minutes: it is looked up again. The
 * result is what came of that when there is no post any more, else null.
 */
export function useFreshPost(given: PostView) {
  const { localPath } = useI18n()
  const fetcher = useFetcher<{ lookup: LookupView }>({ key: `renew-${given.postId}` })
  const result = fetcher.data?.lookup.result ?? null
  const found = result?.ok === true && result.post.postId === given.postId ? result.post : null
  return {
    // One that was looked up later still is the newer one.
    post: found !== null && expiryOf(found) > expiryOf(given) ? found : given,
    problem: result === null || result.ok || fetcher.state !== 'idle' ? null : result,
    renew() {
      void fetcher.submit({ url: given.postId }, { method: 'post', action: localPath('/') })
    },
  }
}

function expiryOf({ choose }: PostView): number {
  return Number(choose.query.e)
}
