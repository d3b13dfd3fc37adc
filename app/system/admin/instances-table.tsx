import { href } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import type { InstanceFacts } from '#app/system/instance-facts.server.ts'
import { durationText } from '#app/time/time-text.ts'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'

/** Hides a silent process's last figures, which are out of date. */
const whileAlive = (cell: (one: InstanceFacts) => React.ReactNode) => (one: InstanceFacts) =>
  one.isAlive ? cell(one) : '–'

const columns: Column<InstanceFacts>[] = [
  { key: 'name', label: 'Process', look: 'even', cell: (one) => <Name of={one} /> },
  { key: 'state', label: 'State', look: 'tight', cell: (one) => <State of={one} /> },
  { key: 'version', label: 'Build', look: 'tight', cell: ({ version }) => version.slice(0, 8) },
  {
    key: 'age',
    label: 'Running for',
    look: 'tight',
    cell: whileAlive(({ ageMs }) => durationText(ageMs)),
  },
  {
    key: 'streams',
    label: 'Downloads',
    look: 'end',
    cell: whileAlive(({ downloads }) => figure(downloads)),
  },
  { key: 'queues', label: 'Waiting', look: 'tight', cell: whileAlive(queues) },
  {
    key: 'sources',
    label: 'Look-ups',
    look: 'tight',
    cell: whileAlive((one) => <Sources of={one} />),
  },
  {
    key: 'loop',
    label: 'Event loop',
    look: 'end',
    cell: whileAlive(({ loopP99 }) => `p99 ${Math.round(loopP99)} ms`),
  },
  {
    key: 'memory',
    label: 'Memory',
    look: 'end',
    cell: whileAlive(({ memoryBytes }) => formatBytes(memoryBytes, 'en')),
  },
]

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
          rowName={({ host }) => host}
        />
      </List>
    </section>
  )
}

function Name({ of }: { of: InstanceFacts }) {
  return (
    <>
      {of.host}
      {of.isThis && <span className="text-xs text-muted"> (sent this page)</span>}
    </>
  )
}

function State({ of: { isAlive, quietMs, clockAheadMs } }: { of: InstanceFacts }) {
  if (!isAlive) return <StatusBadge tone="bad">Silent for {durationText(quietMs)}</StatusBadge>
  if (clockAheadMs !== 0) {
    const side = clockAheadMs > 0 ? 'ahead' : 'behind'
    return (
      <StatusBadge tone="bad">
        {`Clock ${durationText(Math.abs(clockAheadMs))} ${side}`}
      </StatusBadge>
    )
  }
  return <StatusBadge tone="good">Works</StatusBadge>
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
