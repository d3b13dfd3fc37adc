import { href, Link } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import type { LoadChart, LoadStep } from '#app/operations/load-chart.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge, type Tone } from '#app/ui/admin/status-badge.tsx'
import { LoadLines } from './load-lines.tsx'

/** From how many milliseconds on the 99th percentile is slow, and too slow. */
type Limits = { slow: number; tooSlow: number }

const pageLimits: Limits = { slow: 500, tooSlow: 2000 }
const loopLimits: Limits = { slow: 50, tooSlow: 100 }

/** How quick the server was in the last 24 hours. */
export function LoadPanel({ load: { since, pages, loop } }: { load: LoadChart }) {
  return (
    <Panel titleId="load" title="Last 24 hours">
      <p className="text-muted">
        Measured since <DateTime at={since} as="time" />, kept in memory until a restart. Each point
        shows the slowest minute of its interval.
      </p>
      <div className="grid gap-6 xl:grid-cols-2">
        <div className="grid content-start gap-2">
          <Verdict steps={pages} limits={pageLimits} />
          <LoadLines title="Time to answer a page" steps={pages} limit={pageLimits.slow} />
        </div>
        <div className="grid content-start gap-2">
          <Verdict steps={loop} limits={loopLimits} />
          <LoadLines title="Event loop delay" steps={loop} limit={loopLimits.slow} />
        </div>
      </div>
      <div>
        <Link className={button({ look: 'quiet' })} to={href('/admin/system/log')}>
          Open the log
        </Link>
      </div>
    </Panel>
  )
}

/** The last step against its limits, in words. */
function Verdict({ steps, limits: { slow, tooSlow } }: { steps: LoadStep[]; limits: Limits }) {
  const p99 = steps.findLast((step) => step.p99 !== null)?.p99 ?? null
  const [tone, label]: [Tone, string] =
    p99 === null
      ? ['quiet', 'Nothing measured yet']
      : p99 >= tooSlow
        ? ['bad', 'Too slow']
        : p99 >= slow
          ? ['warn', 'Slow']
          : ['good', 'Quick']
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
      <span className="text-sm text-text">
        <StatusBadge tone={tone} label={label} />
      </span>
      Slow from {figure(slow)} ms, too slow from {figure(tooSlow)} ms (p99)
    </p>
  )
}
