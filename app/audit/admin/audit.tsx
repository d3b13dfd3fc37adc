import { href, Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { type AuditLine, listAudit } from '#app/audit/audit.server.ts'
import { auditActionName } from '#app/audit/audit-actions.ts'
import { loggedActions, loggedActors } from '#app/audit/audit-filters.server.ts'
import { AuditFacts, AuditSentence } from '#app/audit/ui/entry-parts.tsx'
import { type EntryText, entryText } from '#app/audit/ui/entry-text.server.ts'
import { listHref } from '#app/lists/list-address.ts'
import { zoneText } from '#app/time/time-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { StatusBadge, type Tone } from '#app/ui/admin/status-badge.tsx'
import { useDetails } from '#app/ui/admin/use-details.ts'
import { ownList } from '#app/views/own-list.server.ts'
import { rowsPerPage } from '#app/views/own-list.ts'
import type { Route } from './+types/audit'
import { auditAddress, auditFilter, noAccount, parseAuditQuery } from './audit-query.server.ts'

/** Operators in the filter's list; further ones are found by `?actor=` with their email. */
const mostActors = 200

export async function loader({ url, context }: Route.LoaderArgs) {
  const { query, typed } = parseAuditQuery(url.searchParams)
  const list = auditAddress(query)
  const [filter, own, actions, actors] = await Promise.all([
    auditFilter(query),
    ownList(context.get(adminContext).user.id, 'audit'),
    loggedActions(),
    loggedActors(mostActors),
  ])
  const { lines, next } =
    filter === null
      ? { lines: [], next: null }
      : await listAudit(filter, {
          limit: rowsPerPage(own),
          ...(query.cursor !== null && { olderThan: query.cursor }),
        })
  if (lines.length === 0 && query.cursor !== null) throw redirect(listHref(list))
  return {
    query,
    typed,
    list,
    own,
    lines: lines.map((line) => entryText(line)),
    next,
    actions: sorted(actions.map((value) => ({ value, label: auditActionName(value) }))),
    actors: [
      { value: noAccount, label: 'No account (server, command line)' },
      ...sorted(
        actorOptions(
          actors.map(({ label }) => label),
          query.actor,
        ),
      ),
    ],
  }
}

type Option = { value: string; label: string }

/** The operators to choose from, with the one in the URL, who may not be among them. */
function actorOptions(emails: string[], chosen: string): Option[] {
  const isListed = emails.some((email) => email.toLowerCase() === chosen.toLowerCase())
  const others = chosen === '' || chosen === noAccount || isListed ? [] : [chosen]
  return [...new Set([...emails, ...others])].map((email) => ({
    value: email.toLowerCase() === chosen.toLowerCase() ? chosen : email,
    label: email,
  }))
}

function sorted(options: Option[]): Option[] {
  return options.sort((a, b) => a.label.localeCompare(b.label, 'en'))
}

const outcomes: Record<AuditLine['outcome'], { label: string; tone: Tone }> = {
  success: { label: 'Done', tone: 'good' },
  failure: { label: 'Failed', tone: 'warn' },
  denied: { label: 'Denied', tone: 'bad' },
}

const columns: Column<EntryText>[] = [
  { key: 'what', label: 'What happened', look: 'even', cell: (line) => <What line={line} /> },
  {
    key: 'at',
    label: 'When',
    look: 'tight',
    phone: 'under',
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        <DateTime at={at} as="time" />
      </span>
    ),
  },
]

/** An entry's sentence, which opens to what changed; a badge only on what wasn't done. */
function What({ line: { sentence, outcome, facts } }: { line: EntryText }) {
  const { details } = useDetails()
  return (
    <div className="grid gap-1">
      <p>
        <AuditSentence parts={sentence} />
      </p>
      {outcome !== 'success' && (
        <p className="text-xs">
          <StatusBadge {...outcomes[outcome]} />
        </p>
      )}
      {facts.length > 0 && (
        <details {...details} className="text-xs">
          <summary className="w-fit cursor-pointer text-muted pointer-coarse:min-h-11">
            Details
          </summary>
          <div className="mt-1 border-s-2 border-line ps-3">
            <AuditFacts facts={facts} />
          </div>
        </details>
      )}
    </div>
  )
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { query, typed, list, own, lines, next, actions, actors } = loaderData
  const { timeZone } = useAdmin()
  return (
    <>
      <PageHead
        title="Audit log"
        tabTitle={null}
        lead={`Who did what, and when (${zoneText(timeZone)}). Nothing here can be changed or deleted.`}
      >
        <ExportLink list={list} />
      </PageHead>
      {typed.problem !== null && (
        <Callout tone="bad" role="alert">
          {typed.problem}
        </Callout>
      )}
      <ListFrame
        title="Audit log"
        row="event"
        list={list}
        own={own}
        page={{ next, order: 'Newest first' }}
        shown={lines.length}
        choices={[
          {
            name: 'actor',
            label: 'By',
            value: query.actor,
            options: [{ value: '', label: 'Anyone' }, ...actors],
          },
          {
            name: 'action',
            label: 'Action',
            value: query.action,
            options: [{ value: '', label: 'All' }, ...actions],
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
          { name: 'from', label: 'From', value: typed.from },
          { name: 'to', label: 'To', value: typed.to },
        ]}
        about={[{ name: 'object', label: 'About', text: query.object }]}
        columns={columns}
        empty={
          <EmptyState title="No matching entries" text="Try a longer period or fewer filters.">
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
