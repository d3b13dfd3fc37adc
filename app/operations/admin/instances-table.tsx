import { href } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import type { InstanceFacts } from '#app/operations/instance-facts.server.ts'
import { durationText } from '#app/time/time-text.ts'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'

const columns: Column<InstanceFacts>[] = [
  { key: 'name', label: 'Process', look: 'even', cell: (one) => <Name of={one} /> },
  { key: 'state', label: 'State', look: 'tight', cell: (one) => <State of={one} /> },
  { key: 'version', label: 'Build', look: 'tight', cell: ({ version }) => version.slice(0, 8) },
  { key: 'age', label: 'Running for', look: 'tight', cell: ({ ageMs }) => durationText(ageMs) },
  { key: 'streams', label: 'Downloads', look: 'end', cell: ({ downloads }) => figure(downloads) },
  { key: 'queues', label: 'Waiting', look: 'tight', cell: queues },
  { key: 'sources', label: 'Look-ups', look: 'tight', cell: (one) => <Sources of={one} /> },
  {
    key: 'loop',
    label: 'Event loop',
    look: 'end',
    cell: ({ loopP99 }) => `p99 ${Math.round(loopP99)} ms`,
  },
  {
    key: 'memory',
    label: 'Memory',
    look: 'end',
    cell: ({ memoryBytes }) => formatBytes(memoryBytes, 'en'),
  },
]

/** The processes that share the database, with what each said last about itself. */
export function InstancesTable({ instances }: { instances: InstanceFacts[] }) {
  return (
    <section aria-labelledby="processes">
      <Subtitle id="processes" className="mb-3">
        Processes
      </Subtitle>
      <List>
        <DataTable
          caption="Processes"
          list={{ path: href('/admin/system'), query: {} }}
          columns={columns}
          rows={instances}
          rowId={({ id }) => id}
          rowName={nameOf}
        />
      </List>
    </section>
  )
}

/** Unique as far as a person can tell: several processes can run on one machine. */
function nameOf({ host, id }: InstanceFacts): string {
  return `${host} ${id.slice(0, 4)}`
}

function Name({ of }: { of: InstanceFacts }) {
  return (
    <>
      {nameOf(of)}
      {of.isThis && <span className="text-xs text-muted"> (sent this page)</span>}
    </>
  )
}

function State({ of: { isAlive, quietMs, leads } }: { of: InstanceFacts }) {
  if (!isAlive) return <StatusBadge tone="bad">Silent for {durationText(quietMs)}</StatusBadge>
  return <StatusBadge tone="good">{leads ? 'Works, runs the jobs' : 'Works'}</StatusBadge>
}

function queues({ lookupsQueued, mp3sQueued, eventsQueued }: InstanceFacts): string {
  const waiting = [
    { what: 'look-ups', n: lookupsQueued },
    { what: 'MP3s', n: mp3sQueued },
    { what: 'events', n: eventsQueued },
  ].filter(({ n }) => n > 0)
  return waiting.length === 0
    ? '–'
    : waiting.map(({ what, n }) => `${figure(n)} ${what}`).join(', ')
}

const sourceStates = {
  working: { tone: 'good', text: 'Work' },
  degraded: { tone: 'warn', text: 'First source fails' },
  failing: { tone: 'bad', text: 'Fail' },
} as const

function Sources({ of: { sources } }: { of: InstanceFacts }) {
  if (sources.usedUp && sources.state === 'failing') {
    return <StatusBadge tone="bad">Quota used up</StatusBadge>
  }
  const { tone, text } = sourceStates[sources.state]
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}
