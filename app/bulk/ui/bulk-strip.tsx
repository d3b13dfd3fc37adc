import { CircleAlert, CircleCheck } from 'lucide-react'
import { href, Link, useFetcher, useLocation } from 'react-router'
import type { BulkProgress } from '#app/bulk/bulk-list.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useTopic } from '#app/ui/admin/live/use-live.ts'
import { RefreshLink, Working } from '#app/ui/admin/live/working.tsx'
import { link } from '#app/ui/link.ts'
import { ProgressBar } from './progress-bar.tsx'
import { RunButtons, runForm } from './run-buttons.tsx'

const look =
  'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-sm px-2 font-semibold hover:bg-sunken aria-busy:cursor-progress aria-busy:opacity-60 pointer-coarse:min-h-11'

const tones = { running: 'good', done: 'good', cancelled: 'warn', failed: 'bad' } as const

/**
 * Hides a run's result after 30 seconds. Its page, linked from the audit log, keeps the result and
 * Undo. Results with skipped or failed rows stay until dismissed.
 */
const leaves =
  'motion-safe:animate-[leave_0.2s_ease-in_30s_forwards] motion-reduce:animate-[leave_1ms_linear_30s_forwards] hover:animate-none! focus-within:animate-none! noscript:animate-none!'

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
  const { id, state, text, skipped, passed, total, isOwn } = run
  const isRunning = state === 'running'
  const isPlain = state === 'done' && isOwn && skipped.length === 0
  const { submit } = useStayForm(runForm(id))
  return (
    <Callout
      tone={tones[state]}
      className={isPlain ? `shadow-raised ${leaves}` : 'shadow-raised'}
      onAnimationEnd={({ animationName }) => {
        if (animationName !== 'leave') return
        const action = href('/admin/bulk/runs/:id', { id: String(id) })
        void submit({ intent: 'dismiss', stay: 'on' }, { method: 'post', action })
      }}
      {...(!isRunning && { icon: state === 'done' ? CircleCheck : CircleAlert })}
      data-bulk-run={state}
    >
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <div className="flex-[1_1_12rem] wrap-anywhere">
            {isRunning && (
              <div className="tabular-nums">
                <Working>{`${text}: ${figure(passed)} of ${figure(total)}`}</Working>
              </div>
            )}
            {/* Screen readers announce only the end, not each step. */}
            <p role="status">{isRunning ? null : text}</p>
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
