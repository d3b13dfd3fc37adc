import { waitingCounterNotices } from '#app/dmca/counter-notice.server.ts'
import { reportNumber } from '#app/dmca/report.ts'
import { putBackDue } from '#app/dmca/report-due.ts'
import { countText } from '#app/i18n/count-text.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayOf, startOf } from '#app/time/calendar-day.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { CalendarDay } from '#app/ui/admin/date-time.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { type Column, DataTable, List, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { DueText } from '../due-badge.tsx'
import { reportHref, reportsPath, waitingPath } from '../report-hrefs.ts'
import type { Route } from './+types/waiting-counter-notices'

const mostShown = 100

export async function loader() {
  return { notices: await waitingCounterNotices(dayOf(Date.now(), siteTimeZone()), mostShown) }
}

type Notice = Route.ComponentProps['loaderData']['notices'][number]

const columns: Column<Notice>[] = [
  {
    key: 'report',
    label: 'Report',
    cell: ({ reportId, workTitle }) => (
      <RowLink to={`${reportHref(reportId)}#counter-notices`}>
        {reportNumber(reportId)}: <bdi>{workTitle}</bdi>
      </RowLink>
    ),
  },
  { key: 'due', label: 'Due', look: 'line', cell: (notice) => <DueCell notice={notice} /> },
  {
    key: 'received',
    label: 'Received',
    look: 'tight',
    cell: ({ receivedOn }) => <CalendarDay at={startOf(receivedOn)} />,
  },
  { key: 'from', label: 'From', cell: ({ senderName }) => <bdi>{senderName}</bdi> },
  { key: 'posts', label: 'About', look: 'tight', cell: ({ posts }) => countText(posts, 'post') },
  {
    key: 'source',
    label: 'Source',
    look: 'tight',
    cell: ({ source, isNew }) => (
      <span className="inline-flex items-center gap-1.5">
        {source === 'form' ? 'Form' : 'Operator'}
        {isNew && <Badge>To check</Badge>}
      </span>
    ),
  },
]

function DueCell({ notice }: { notice: Notice }) {
  const { now, timeZone } = useAdmin()
  return <DueText due={putBackDue(notice, dayOf(now, timeZone))} />
}

export default function WaitingCounterNotices({ loaderData: { notices } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Counter-notices"
        lead="Their posts are put back 10 to 14 business days after they arrive, unless the claimant goes to court."
        back={{ href: reportsPath, label: 'DMCA' }}
      />
      {notices.length === 0 ? (
        <EmptyState
          title="No counter-notices are waiting"
          text="Counter-notices sent with the creator’s form or recorded by operators appear here until they’re settled."
        />
      ) : (
        <List>
          <DataTable
            caption="Waiting counter-notices"
            list={{ path: waitingPath, query: {} }}
            columns={columns}
            rows={notices}
            rowId={({ id }) => String(id)}
            rowName={({ reportId }) => reportNumber(reportId)}
          />
        </List>
      )}
    </>
  )
}
