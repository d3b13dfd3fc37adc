import { Form, href } from 'react-router'
import type { JobFacts } from '#app/operations/jobs/schedule.server.ts'
import { durationText } from '#app/time/time-text.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { fieldProblem } from '#app/ui/admin/forms/field-looks.ts'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { useNow } from '#app/ui/admin/live/use-now.ts'
import { Working } from '#app/ui/admin/live/working.tsx'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

const columns: Column<JobFacts>[] = [
  { key: 'title', label: 'Job', look: 'even', cell: ({ title }) => title },
  { key: 'state', label: 'Last run', look: 'wide', cell: (job) => <LastRun job={job} /> },
  { key: 'took', label: 'Took', look: 'end', cell: ({ lastRun }) => took(lastRun) },
  { key: 'next', label: 'Next run', look: 'tight', cell: (job) => <NextRun job={job} /> },
  { key: 'run', label: 'Run', look: 'tight', cell: (job) => <RunNow job={job} /> },
]

/** What the server does by itself. Each job can be started right away. */
export function JobsTable({ jobs }: { jobs: JobFacts[] }) {
  return (
    <section aria-labelledby="jobs">
      <Subtitle id="jobs" className="mb-3">
        Jobs
      </Subtitle>
      <List>
        <DataTable
          caption="Jobs"
          list={{ path: href('/admin/system'), query: {} }}
          columns={columns}
          rows={jobs}
          rowId={({ name }) => name}
          rowName={({ title }) => title}
        />
      </List>
    </section>
  )
}

function RunNow({ job: { name, title, running } }: { job: JobFacts }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="run-job" />
      <input type="hidden" name="job" value={name} />
      <SubmitButton look="quiet" resting={running}>
        Run now
        <span className="sr-only">: {title}</span>
      </SubmitButton>
    </Form>
  )
}

function LastRun({ job: { running, lastRun } }: { job: JobFacts }) {
  if (running) return <Working>Running</Working>
  if (lastRun === null) return <StatusBadge tone="quiet">Not yet</StatusBadge>
  const { startedAt, finishedAt, error } = lastRun
  return (
    <>
      <StatusBadge tone={error !== null ? 'bad' : finishedAt === null ? 'warn' : 'good'}>
        {error !== null ? 'Failed' : finishedAt === null ? 'Interrupted' : 'Done'}
      </StatusBadge>{' '}
      <DateTime at={startedAt} as="ago" />
      {error !== null && <p className={fieldProblem}>{error}</p>}
    </>
  )
}

function NextRun({ job: { running, nextAt } }: { job: JobFacts }) {
  const now = useNow()
  if (running || nextAt === null) return '–'
  return nextAt <= now ? 'Now' : <>in {durationText(nextAt - now)}</>
}

function took(lastRun: JobFacts['lastRun']): string {
  if (lastRun === null || lastRun.finishedAt === null) return '–'
  return durationText(lastRun.finishedAt - lastRun.startedAt)
}
