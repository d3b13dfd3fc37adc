import { href, Link, redirect } from 'react-router'
import { findUser } from '#app/accounts/user.server.ts'
import { type AuditLine, listAudit } from '#app/audit/audit.server.ts'
import { loggedActions } from '#app/audit/audit-filters.server.ts'
import { AuditFacts } from '#app/audit/ui/audit-facts.tsx'
import { listHref } from '#app/lists/list-address.ts'
import { zoneText } from '#app/time/time-text.ts'
import { actionText } from '#app/ui/admin/action-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { StatusBadge, type Tone } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/audit'
import { auditAddress, auditFilter, parseAuditQuery } from './audit-query.server.ts'

export async function loader({ url }: Route.LoaderArgs) {
  const query = parseAuditQuery(url.searchParams)
  const list = auditAddress(query)
  const filter = await auditFilter(query)
  const { lines, next } =
    filter === null
      ? { lines: [], next: null }
      : await listAudit(filter, { ...(query.cursor !== null && { olderThan: query.cursor }) })
  if (lines.length === 0 && query.cursor !== null) throw redirect(listHref(list))
  return { query, list, lines: await named(lines), next, actions: await loggedActions() }
}

type NamedLine = AuditLine & {
  /** What the object is called today; null when it is gone or has no name. */
  objectName: string | null
}

async function named(lines: AuditLine[]): Promise<NamedLine[]> {
  const ids = new Set(lines.filter(isAboutUser).map(({ objectId }) => objectId ?? ''))
  const users = await Promise.all([...ids].map(findUser))
  const names = new Map(users.filter((user) => user !== null).map(({ id, email }) => [id, email]))
  return lines.map((line) => ({
    ...line,
    objectName: isAboutUser(line) ? (names.get(line.objectId ?? '') ?? null) : null,
  }))
}

function isAboutUser({ objectType, objectId }: AuditLine): boolean {
  return objectType === 'user' && objectId !== null
}

const outcomes: Record<AuditLine['outcome'], { label: string; tone: Tone }> = {
  success: { label: 'Done', tone: 'good' },
  failure: { label: 'Failed', tone: 'warn' },
  denied: { label: 'Denied', tone: 'bad' },
}

const columns: Column<NamedLine>[] = [
  {
    key: 'action',
    label: 'Action',
    cell: ({ action }) => <span className="font-semibold">{actionText(action)}</span>,
  },
  { key: 'at', label: 'When', look: 'line', cell: ({ at }) => <DateTime at={at} as="time" /> },
  {
    key: 'actor',
    label: 'By',
    look: 'line',
    cell: ({ actorLabel }) => <EmailText email={actorLabel} />,
  },
  {
    key: 'object',
    label: 'About',
    look: 'line',
    cell: (line) => (line.objectType === null ? null : <ObjectCell line={line} />),
  },
  {
    key: 'change',
    label: 'Change',
    look: 'line',
    cell: ({ before, after }) =>
      before === null && after === null ? null : <AuditFacts before={before} after={after} />,
  },
  {
    key: 'outcome',
    label: 'Outcome',
    cell: ({ outcome }) => <StatusBadge {...outcomes[outcome]} />,
  },
]

function ObjectCell({ line: { objectType, objectId, objectName } }: { line: NamedLine }) {
  if (objectName !== null && objectId !== null) {
    return (
      <Link className={link} to={href('/admin/users/:id', { id: objectId })}>
        <EmailText email={objectName} />
      </Link>
    )
  }
  return objectId === null ? objectType : `${objectType} ${objectId}`
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { query, list, lines, next, actions } = loaderData
  const { timeZone } = useAdmin()
  return (
    <>
      <PageHead
        title="Audit log"
        lead={`Who did what, and when (${zoneText(timeZone)}). Nothing here can be changed or deleted.`}
      >
        <ExportLink list={list} />
      </PageHead>
      {query.object !== '' && (
        <p>
          Only what is about <code>{query.object}</code>.{' '}
          <Link className={link} to={listHref(list, { object: null })}>
            Show the rest too
          </Link>
        </p>
      )}
      <ListFrame
        list={list}
        page={{ next, order: 'Newest first' }}
        shown={lines.length}
        search={{ name: 'actor', label: 'By (email address)', value: query.actor }}
        choices={[
          {
            name: 'action',
            label: 'Action',
            value: query.action,
            options: [
              { value: '', label: 'All' },
              ...actions.map((action) => ({ value: action, label: actionText(action) })),
            ],
          },
          {
            name: 'outcome',
            label: 'Outcome',
            value: query.outcome,
            options: [
              { value: '', label: 'All' },
              ...Object.entries(outcomes).map(([value, { label }]) => ({ value, label })),
            ],
          },
        ]}
        dates={[
          { name: 'from', label: 'From', value: query.from },
          { name: 'to', label: 'To', value: query.to },
        ]}
        keep={['object']}
        empty={
          <EmptyState
            title="No entry fits"
            text="Nothing like this is on record. Try a longer time, or fewer filters."
          >
            <Link className={button({ look: 'quiet' })} to={href('/admin/audit')}>
              Show the whole log
            </Link>
          </EmptyState>
        }
      >
        <List>
          <DataTable
            caption="Audit log, newest first"
            list={list}
            columns={columns}
            rows={lines}
            rowId={({ seq }) => String(seq)}
            rowName={({ action }) => action}
          />
        </List>
      </ListFrame>
    </>
  )
}
