import { Download, ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { allKeyed } from '#app/http/all-keyed.ts'
import { found } from '#app/http/refusals.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { formatDuration } from '#app/i18n/format.ts'
import {
  type PostDetails,
  postDays,
  postDetails,
  reportsNaming,
  statusChanges,
} from '#app/moderation/post-history.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { Columns, Panel, panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/post-page'
import { creatorVideosHref, downloadHref, formHref, postHref, videosPath } from './post-hrefs.ts'
import { PostPreview } from './post-preview.tsx'
import { ActivityHistory, LinkedReports, StatusHistory } from './post-records.tsx'
import { longestName, postName, statusTexts } from './post-texts.ts'
import { formLabel, formsFor, formTexts } from './sheet/forms.ts'

const daysShown = 31
const recordsShown = 50

export async function loader({ params: { postId } }: Route.LoaderArgs) {
  return allKeyed({
    details: found(postDetails(postId)),
    days: postDays(postId, daysShown),
    changes: statusChanges(postId, recordsShown),
    reports: reportsNaming(postId, recordsShown),
  })
}

export default function PostPage({ loaderData }: Route.ComponentProps) {
  const { details, days, changes, reports } = loaderData
  const { post } = details
  return (
    <>
      <PageHead title={postName(post)} back={{ href: videosPath, label: 'Videos' }}>
        <PostActions details={details} />
      </PageHead>
      <Facts details={details} />
      <Columns>
        <div className="grid grid-cols-1 gap-5">
          <Panel titleId="preview" title="Preview">
            <PostPreview post={post} imageCount={details.imageCount} />
          </Panel>
          <ActivityHistory days={days} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <StatusHistory changes={changes} postId={post.postId} />
          <LinkedReports reports={reports} />
        </div>
      </Columns>
    </>
  )
}

function PostActions({ details: { post } }: { details: PostDetails }) {
  const { postId, status, authorBlocked, link } = post
  return (
    <>
      <a className={button({ look: 'quiet' })} href={link} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" size={17} />
        Open Source
      </a>
      {status !== 'removed' && !authorBlocked && (
        <a className={button({ look: 'quiet' })} href={downloadHref(postId)}>
          <Download aria-hidden="true" size={17} />
          Download
        </a>
      )}
      {formsFor(post).map((form) => {
        const { Icon, danger } = formTexts[form]
        return (
          <Link
            key={form}
            className={button({ look: danger ? 'danger-quiet' : 'quiet' })}
            to={formHref(form, post, postHref(postId))}
          >
            <Icon aria-hidden="true" size={17} />
            {formLabel(form)}
          </Link>
        )
      })}
    </>
  )
}

function Facts({ details }: { details: PostDetails }) {
  const { post, platform } = details
  const count = (value: number | null) => (value === null ? null : figure(value))
  const creator = post.authorHandle === null ? post.authorName : `@${post.authorHandle}`
  const facts: [label: string, value: React.ReactNode][] = [
    [
      'Status',
      <StatusBadge key="status" tone={statusTexts[post.status].tone}>
        {statusTexts[post.status].label}
      </StatusBadge>,
    ],
    ['Platform', post.site],
    ['Kind', post.kind === 'slideshow' ? 'Photo post' : 'Video'],
    ['Creator', creator && `${creator}${post.authorBlocked ? ' (blocked)' : ''}`],
    [
      'This creator’s posts here',
      post.authorKey !== null && details.creatorPosts > 0 && (
        <Link key="posts" className={link} to={creatorVideosHref(post.authorKey)}>
          {figure(details.creatorPosts)}
        </Link>
      ),
    ],
    ['Post ID', post.postId],
    ['Downloads', count(post.downloads)],
    ['Look-ups', count(post.lookups)],
    ['Date added', <DateTime key="added" at={post.firstSeenAt} as="time" />],
    [
      'Last seen',
      post.lastSeenAt === null ? 'Never' : <DateTime key="seen" at={post.lastSeenAt} as="time" />,
    ],
    ['Posted', details.postedAt !== null && <DateTime key="posted" at={details.postedAt} />],
    ['Length', post.durationSeconds ? formatDuration(post.durationSeconds) : null],
    ['Region', details.region],
    [`Plays on ${post.site}`, count(platform.plays)],
    ['Likes', count(platform.likes)],
    ['Comments', count(platform.comments)],
    ['Shares', count(platform.shares)],
  ]
  return (
    <section className={panel()} aria-label="Facts">
      {[...post.title].length > longestName && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {post.title}
        </p>
      )}
      <FactList>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fact key={label} name={label}>
              {value}
            </Fact>
          ))}
      </FactList>
    </section>
  )
}
