import { Link } from 'react-router'
import { countText } from '#app/i18n/count-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { creatorVideosHref, videosPath } from './post-hrefs.ts'

/** `creators` are those whose names begin with what was searched for. */
export function NoPosts({
  isFirst,
  creators,
}: {
  isFirst: boolean
  creators: { creator: string; name: string; posts: number }[]
}) {
  return isFirst ? (
    <EmptyState
      title="Nothing has been looked up yet"
      text="Posts appear here as visitors look them up."
    />
  ) : (
    <EmptyState
      title="No videos match"
      text={
        creators.length === 0
          ? 'Try fewer letters, or remove a filter.'
          : 'These creators have videos here:'
      }
    >
      {creators.map(({ creator, name, posts }) => (
        <Link key={creator} className={button({ look: 'quiet' })} to={creatorVideosHref(creator)}>
          {`${name} · ${countText(posts, 'video')}`}
        </Link>
      ))}
      <Link className={button({ look: 'quiet' })} to={videosPath}>
        Show all videos
      </Link>
    </EmptyState>
  )
}
