import { Form, href } from 'react-router'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import type { FailedJob, KindCount } from '#app/jobs/job-list.server.ts'
import type { RecurringJob } from '#app/jobs/operator.server.ts'
import { durationText } from '#app/time/time-text.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { fieldProblem } from '#app/ui/admin/forms/field-looks.ts'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { useNow } from '#app/ui/admin/live/use-now.ts'
import { Working } from '#app/ui/admin/live/working.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

const columns: Column<RecurringJob>[] = [
  { key: 'title', label: 'Job', look: 'even', cell: ({ title }) => title },
  { key: 'state', label: 'Last run', look: 'wide', cell: (job) => <LastRun job={job} /> },
  { key: 'took', label: 'Took', look: 'end', cell: ({ lastRun }) => took(lastRun) },
  { key: 'next', label: 'Next run', look: 'tight', cell: (job) => <NextRun job={job} /> },
  { key: 'run', label: 'Run', look: 'tight', cell: (job) => <RunNow job={job} /> },
]

type Titled<Row> = Row & { title: string }
type FailedRow = Titled<FailedJob>
type Queue = { counts: Titled<KindCount>[]; failed: FailedRow[] }

const failedColumns: Column<FailedRow>[] = [
  { key: 'title', label: 'Failed job', look: 'even', cell: ({ title }) => title },
  {
    key: 'error',
    label: 'Why',
    look: 'wide',
    cell: ({ error }) => <p className={fieldProblem}>{error}</p>,
  },
  {
    key: 'finished',
    label: 'Failed',
    look: 'tight',
    cell: ({ finishedAt }) => finishedAt !== null && <DateTime at={finishedAt} as="ago" />,
  },
  { key: 'attempts', label: 'Tries', look: 'end', cell: ({ attempts }) => attempts },
  { key: 'settle', label: 'Action', look: 'tight', cell: (job) => <Settle job={job} /> },
]

export function JobsPanel({ jobs, queue }: { jobs: RecurringJob[]; queue: Queue }) {
  const list = { path: href('/admin/system'), query: {} }
  const groups = [...new Set(jobs.map(({ group }) => group))]
    .sort()
    .map((group) => ({ group, rows: jobs.filter((job) => job.group === group) }))
  return (
    <Panel titleId="jobs" title="Jobs">
      <p className="text-sm">{queueText(queue)}</p>
      {queue.failed.length > 0 && (
        <List>
          <DataTable
            caption="Failed jobs"
            list={list}
            columns={failedColumns}
            rows={queue.failed}
            rowId={({ id }) => String(id)}
            rowName={({ title }) => title}
          />
        </List>
      )}
      <div>
        {groups.map(({ group, rows }) => (
          <details key={group} className="border-line border-t" open={rows.some(needsLook)}>
            <summary className="cursor-pointer py-2.5">
              <span className="font-semibold">{group}</span>{' '}
              <span className="text-muted text-sm">{groupText(rows)}</span>
            </summary>
            <div className="pb-4">
              <List>
                <DataTable
                  caption={`Jobs: ${group}`}
                  list={list}
                  columns={columns}
                  rows={rows}
                  rowId={({ kind }) => kind}
                  rowName={({ title }) => title}
                />
              </List>
            </div>
          </details>
        ))}
      </div>
    </Panel>
  )
}

/** Returns `2 waiting: Send an email. 1 running: Send an email.` */
function queueText({ counts, failed }: Queue): string {
  const texts = (['running', 'waiting'] as const).map((state) => {
    const kinds = counts.filter((count) => count[state] > 0)
    if (kinds.length === 0) return `None ${state}.`
    return `${kinds.map((count) => `${count.title}: ${figure(count[state])} ${state}`).join(', ')}.`
  })
  const ended = failed.length === 0 ? 'None failed.' : `${countText(failed.length, 'job')} failed.`
  return [...texts, ended].join(' ')
}

const needsLook = ({ running, lastRun }: RecurringJob) =>
  running || (lastRun?.error ?? null) !== null

function groupText(rows: RecurringJob[]): string {
  const failed = rows.filter(({ lastRun }) => (lastRun?.error ?? null) !== null).length
  const running = rows.filter((row) => row.running).length
  return [
    countText(rows.length, 'job'),
    ...(running > 0 ? [`${figure(running)} running`] : []),
    ...(failed > 0 ? [`${figure(failed)} failed`] : []),
  ].join(', ')
}

function Settle({ job: { id, title } }: { job: FailedRow }) {
  const ways = [
    ['retry-job', 'Try again'],
    ['dismiss-job', 'Dismiss'],
  ] as const
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={id} />
      {ways.map(([intent, label]) => (
        <SubmitButton key={intent} look="quiet" intent={intent}>
          {label}
          <span className="sr-only">: {title}</span>
        </SubmitButton>
      ))}
    </Form>
  )
}

function RunNow({ job: { kind, title, running } }: { job: RecurringJob }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="run-job" />
      <input type="hidden" name="job" value={kind} />
      <SubmitButton look="quiet" resting={running}>
        Run now
        <span className="sr-only">: {title}</span>
      </SubmitButton>
    </Form>
  )
}

function LastRun({ job: { running, lastRun } }: { job: RecurringJob }) {
  if (running) return <Working>Running</Working>
  if (lastRun === null) return <StatusBadge tone="quiet">Not yet</StatusBadge>
  const { startedAt, error } = lastRun
  return (
    <>
      <StatusBadge tone={error === null ? 'good' : 'bad'}>
        {error === null ? 'Done' : 'Failed'}
      </StatusBadge>{' '}
      <DateTime at={startedAt} as="ago" />
      {error !== null && <p className={fieldProblem}>{error}</p>}
    </>
  )
}

function NextRun({ job: { running, nextAt } }: { job: RecurringJob }) {
  const now = useNow()
  if (running || nextAt === null) return '–'
  return nextAt <= now ? 'Now' : <>in {durationText(nextAt - now)}</>
}

function took(lastRun: RecurringJob['lastRun']): string {
  if (lastRun === null || lastRun.finishedAt === null) return '–'
  return durationText(lastRun.finishedAt - lastRun.startedAt)
}
