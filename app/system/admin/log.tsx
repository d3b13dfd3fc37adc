import { href } from 'react-router'
import { z } from 'zod'
import { figure } from '#app/i18n/figure-text.ts'
import { type LogLine, logTail } from '#app/observe/log-tail.server.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { StatusBadge, type Tone } from '#app/ui/admin/status-badge.tsx'
import type { Route } from './+types/log'

const shown = 100

const Query = z.object({
  q: z.string().trim().max(200).catch(''),
  level: z.enum(['all', 'warning', 'error']).catch('all'),
})

export function loader({ url }: Route.LoaderArgs) {
  const { q, level } = Query.parse({
    q: url.searchParams.get('q') ?? '',
    level: url.searchParams.get('level'),
  })
  const lines = logTail({ search: q, level })
  return { q, level, total: lines.length, lines: lines.slice(0, shown) }
}

const levels: Record<LogLine['level'], { label: string; tone: Tone }> = {
  info: { label: 'Info', tone: 'quiet' },
  warning: { label: 'Warning', tone: 'warn' },
  error: { label: 'Error', tone: 'bad' },
}

type Row = LogLine & { key: string }

const columns: Column<Row>[] = [
  {
    key: 'text',
    label: 'Line',
    look: 'wide',
    cell: ({ text, facts }) => (
      <div className="grid gap-0.5">
        <span className="wrap-anywhere">{text}</span>
        {facts !== '' && (
          <code className="text-xs whitespace-pre-wrap wrap-anywhere text-muted">{facts}</code>
        )}
      </div>
    ),
  },
  {
    key: 'level',
    label: 'Level',
    look: 'tight',
    phone: 'end',
    cell: ({ level }) => <StatusBadge {...levels[level]} />,
  },
  {
    key: 'at',
    label: 'When',
    look: 'tight',
    phone: 'under',
    cell: ({ at }) => <DateTime at={at} as="ago" />,
  },
]

export default function Log({ loaderData: { q, level, total, lines } }: Route.ComponentProps) {
  const list = {
    path: href('/admin/system/log'),
    query: { ...(q !== '' && { q }), ...(level !== 'all' && { level }) },
  }
  return (
    <>
      <PageHead
        title="Log"
        tabTitle={null}
        back={{ href: href('/admin/system'), label: 'System' }}
        lead="The server’s last 500 lines, and its last 500 warnings and errors, since it started. The whole log is on the server’s standard output."
      />
      <ListFrame
        title="Log"
        row="line"
        list={list}
        page={{ next: null, order: `Newest first: ${figure(lines.length)} of ${figure(total)}` }}
        shown={lines.length}
        search={{ label: 'Text or request ID', value: q }}
        choices={[
          {
            name: 'level',
            label: 'Level',
            value: level,
            options: [
              { value: 'all', label: 'All' },
              { value: 'warning', label: 'Warnings and errors' },
              { value: 'error', label: 'Errors' },
            ],
          },
        ]}
        empty={
          total === 0 && q === '' && level === 'all' ? (
            <EmptyState
              title="No lines yet"
              text="What the server logs from now on appears here."
            />
          ) : (
            <EmptyState title="No matching lines" text="Try another text or level." />
          )
        }
      >
        <List>
          <DataTable
            caption="Log lines, newest first"
            list={list}
            columns={columns}
            rows={lines.map((line, index) => ({ ...line, key: `${line.at}-${index}` }))}
            rowId={({ key }) => key}
            rowName={({ text }) => text}
          />
        </List>
      </ListFrame>
    </>
  )
}
