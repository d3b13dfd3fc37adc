import { CircleAlert, CircleCheck } from 'lucide-react'
import { href, Link, useFetcher, useLocation } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import type { BulkProgress } from '#app/operations/bulk/bulk-list.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { useTopic } from '#app/ui/admin/live/use-live.ts'
import { RefreshLink, Working } from '#app/ui/admin/live/working.tsx'
import { link } from '#app/ui/link.ts'
import { ProgressBar } from './progress-bar.tsx'
import { RunButtons } from './run-buttons.tsx'

const look =
  'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-sm px-2 font-semibold hover:bg-sunken aria-busy:cursor-progress aria-busy:opacity-60 pointer-coarse:min-h-11'

const tones = { running: 'good', done: 'good', cancelled: 'warn', failed: 'bad' } as const

/** The changes of whole lists that are at work, and the operator's own that have ended. */
export function BulkStrip({ runs: loaded }: { runs: BulkProgress[] }) {
  const { load, data } = useFetcher<BulkProgress[]>({ key: 'bulk runs' })
  useTopic('bulk', () => load(href('/admin/bulk/runs')))
  const runs = data ?? loaded
  return (
    <section className="grid gap-2" aria-label="Bulk changes">
      {runs.map((run) => (
        <Strip key={run.id} run={run} />
      ))}
    </section>
  )
}

function Strip({ run }: { run: BulkProgress }) {
  const { pathname, search } = useLocation()
  const { id, state, text, skipped, passed, total } = run
  const isRunning = state === 'running'
  return (
    <Callout
      tone={tones[state]}
      className="shadow-raised"
      {...(!isRunning && { icon: state === 'done' ? CircleCheck : CircleAlert })}
      data-bulk-run={state}
    >
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <div className="flex-[1_1_12rem] wrap-anywhere">
            {isRunning ? (
              // Screen readers are told when it has ended, not each step.
              <div className="tabular-nums" aria-live="off">
                <Working>{`${text}: ${figure(passed)} of ${figure(total)}`}</Working>
              </div>
            ) : (
              <p role="status">{text}</p>
            )}
          </div>
          <Link className={link} to={href('/admin/bulk/runs/:id', { id: String(id) })}>
            Details
          </Link>
          <RunButtons run={run} back={`${pathname}${search}`} look={look} canDismiss />
        </div>
        {isRunning ? (
          <ProgressBar run={run} />
        ) : (
          skipped.map((sentence) => (
            <p key={sentence} className="text-muted text-xs">
              {sentence}
            </p>
          ))
        )}
        {isRunning && <RefreshLink href={`${pathname}${search}`} />}
      </div>
    </Callout>
  )
}
