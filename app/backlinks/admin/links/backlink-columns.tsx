import type { Backlink } from '#app/backlinks/backlink.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { CalendarDay, DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { type Column, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { Working } from '#app/ui/admin/live/working.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
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
        {/* As wide as its column, and never the reason for its width. */}
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
    key: 'authority',
    label: 'Authority',
    sort: 'desc',
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
    look: 'line',
    roomy: true,
    cell: ({ contactEmail, notes }) => (
      <div className="min-w-36 max-w-72">
        {contactEmail !== '' && (
          <a
            className={link}
            href={`mailto:${encodeURIComponent(contactEmail).replace('%40', '@')}`}
          >
            <EmailText email={contactEmail} />
          </a>
        )}
        {notes !== '' && <span className="line-clamp-2 text-xs text-muted">{notes}</span>}
        {contactEmail === '' && notes === '' && <Nothing />}
      </div>
    ),
  },
]

function Nothing() {
  return <span className="text-muted">—</span>
}

/** A backlink's status, whether it is being checked, and what kept the last check from judging. */
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
