import type { Backlink } from '#app/backlinks/backlink.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { CalendarDay, DateTime } from '#app/ui/admin/date-time.tsx'
import { type Column, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { Working } from '#app/ui/admin/live/working.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { Authority } from './authority.tsx'
import { backlinkHref } from './backlink-hrefs.ts'
import { issueTexts, statusTexts } from './backlink-texts.ts'

const small = 'block text-xs text-muted'

export const columns: Column<Backlink>[] = [
  {
    key: 'domain',
    label: 'Domain',
    sort: 'asc',
    cell: ({ id, domain, url, alert }) => (
      <>
        <RowLink to={backlinkHref(id)}>{domain}</RowLink>
        {alert && <Badge>New</Badge>}
        {/* As wide as its column, without widening it. */}
        <span className={`${small} w-0 min-w-full truncate`} title={url}>
          {url.replace(/^https?:\/\//, '')}
        </span>
      </>
    ),
  },
  {
    key: 'anchor',
    label: 'Anchor text',
    cell: ({ anchorText }) => anchorText || <Nothing />,
  },
  {
    key: 'status',
    label: 'Status',
    sort: 'asc',
    phone: 'end',
    cell: (backlink) => <Status of={backlink} />,
  },
  {
    key: 'rel',
    label: 'Follow',
    look: 'tight',
    cell: ({ rel }) => <Follow rel={rel} />,
  },
  {
    key: 'authority',
    label: 'Authority',
    sort: 'desc',
    phone: 'under',
    cell: ({ domainAuthority }) => <Authority value={domainAuthority} />,
  },
  {
    key: 'acquired',
    label: 'Acquired',
    sort: 'desc',
    look: 'tight',
    roomy: true,
    cell: ({ dateAcquired }) =>
      dateAcquired === null ? <Nothing /> : <CalendarDay at={dateAcquired} />,
  },
  {
    key: 'checked',
    label: 'Checked',
    sort: 'desc',
    look: 'tight',
    cell: ({ lastCheckedAt }) =>
      lastCheckedAt === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <DateTime at={lastCheckedAt} as="ago" />
      ),
  },
  {
    key: 'contact',
    label: 'Contact and notes',
    roomy: 'more',
    // As wide as its column, which leaves the room to the domain.
    cell: ({ contactEmail, notes }) => (
      <div className="w-28 min-w-full @6xl:w-44">
        {contactEmail !== '' && (
          <a
            className="block truncate text-text text-xs underline underline-offset-4"
            href={`mailto:${encodeURIComponent(contactEmail).replace('%40', '@')}`}
            title={contactEmail}
          >
            {contactEmail}
          </a>
        )}
        {notes !== '' && <span className="line-clamp-2 text-xs text-muted">{notes}</span>}
        {contactEmail === '' && notes === '' && <Nothing />}
      </div>
    ),
  },
]

/** Shows `rel` values that search engines don't count. Empty until a check found the link. */
function Follow({ rel }: { rel: string | null }) {
  if (rel === null) return <Nothing />
  const kept = rel.split(/\s+/).filter((word) => /^(nofollow|sponsored|ugc)$/i.test(word))
  if (kept.length === 0) return 'Follow'
  return (
    <span className="flex flex-wrap gap-1">
      {kept.map((word) => (
        <Badge key={word}>{word.toLowerCase()}</Badge>
      ))}
    </span>
  )
}

function Nothing() {
  return <span className="text-muted">—</span>
}

export function Status({ of }: { of: Backlink }) {
  const { label, tone } = statusTexts[of.status]
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {of.checking ? (
        <span className={small}>
          <Working>Checking</Working>
        </span>
      ) : of.crawlIssue !== null ? (
        <span className={small} title={issueTexts[of.crawlIssue]}>
          Crawl issue
        </span>
      ) : (
        of.misses > 0 && of.status !== 'lost' && <span className={small}>Not found last time</span>
      )}
    </>
  )
}
