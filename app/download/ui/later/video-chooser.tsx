import { Link, useLocation } from 'react-router'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { resultAddress } from '#app/download/lookup/result-address.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { chip } from '#app/ui/chip.ts'

/** Links to the results of each video of a post that has several. */
export function VideoChooser({ post: { postId, videos, item } }: { post: PostView }) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  if (videos < 2) return null
  return (
    <nav aria-label={t.result.videos} className="flex flex-wrap gap-2">
      {Array.from({ length: videos }, (_, index) => index + 1).map((number) => (
        <Link
          key={number}
          className={chip}
          to={`${resultAddress(pathname, postId, number)}#downloader`}
          preventScrollReset
          aria-current={number === item ? 'true' : undefined}
        >
          {fill(t.result.video, { number })}
        </Link>
      ))}
    </nav>
  )
}
