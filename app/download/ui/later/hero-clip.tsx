import type { PostView } from '#app/download/lookup/offers.server.ts'
import { ResultCover } from './result-cover.tsx'
import { useFreshPost } from './use-fresh-post.ts'

/** The found clip in place of the front one that the hero draws. */
export function HeroClip({ post: given }: { post: PostView }) {
  const { post, renew } = useFreshPost(given)
  return (
    <div className="absolute top-[10.8%] left-[5%] h-[84.8%] w-[60%] motion-safe:animate-develop">
      <ResultCover
        post={post}
        isSecond
        className="h-full rounded-[14.2%/8%] [clip-path:polygon(0_0,63.4%_0,100%_20.8%,100%_100%,0_100%)]"
        onBroken={renew}
      />
    </div>
  )
}
