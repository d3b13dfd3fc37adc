import { href, Link } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import type { LoadChart, LoadStep } from '#app/system/load-chart.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge, type Tone } from '#app/ui/admin/status-badge.tsx'
import { LoadLines } from './load-lines.tsx'

type Limits = { slow: number; tooSlow: number }

const pageLimits: Limits = { slow: 500, tooSlow: 2000 }
const loopLimits: Limits = { slow: 50, tooSlow: 100 }

/** Minimum minutes for a chart; fewer show no trend. */
const leastMinutes = 15

export function LoadPanel({ load: { since, pages, loop } }: { load: LoadChart }) {
  const isCollecting = loop.length < leastMinutes
  return (
    <Panel titleId="load" title="Last 24 hours">
      <p className="text-muted">
        Measured since <DateTime at={since} as="time" />, kept in memory until a restart.
        {isCollecting
          ? ` Collecting: the charts appear after ${leastMinutes} minutes.`
          : ' Each point shows the slowest minute of its interval.'}
      </p>
      <div className="grid gap-6 xl:grid-cols-2">
        <Course
          title="Time to answer a page"
          steps={pages}
          limits={pageLimits}
          isCollecting={isCollecting}
        />
        <Course
          title="Event loop delay"
          steps={loop}
          limits={loopLimits}
          isCollecting={isCollecting}
        />
      </div>
      <div>
        <Link className={button({ look: 'quiet' })} to={href('/admin/system/log')}>
          Open the log
        </Link>
      </div>
    </Panel>
  )
}

function Course({
  title,
  steps,
  limits,
  isCollecting,
}: {
  title: string
  steps: LoadStep[]
  limits: Limits
  isCollecting: boolean
}) {
  return (
    <div className="grid content-start gap-2">
      {isCollecting && <p className="font-semibold">{title}</p>}
      <Verdict steps={steps} limits={limits} />
      {!isCollecting && <LoadLines title={title} steps={steps} limit={limits.slow} />}
    </div>
  )
}

function speedOf(p99: number | null, { slow, tooSlow }: Limits): [Tone, string] {
  if (p99 === null) return ['quiet', 'Nothing measured yet']
  if (p99 >= tooSlow) return ['bad', 'Too slow']
  return p99 >= slow ? ['warn', 'Slow'] : ['good', 'Quick']
}

function Verdict({ steps, limits: { slow, tooSlow } }: { steps: LoadStep[]; limits: Limits }) {
  const p99 = steps.findLast((step) => step.p99 !== null)?.p99 ?? null
  const [tone, label] = speedOf(p99, { slow, tooSlow })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
      <span className="text-sm text-text">
        <StatusBadge tone={tone} label={label} />
      </span>
      Slow from {figure(slow)} ms, too slow from {figure(tooSlow)} ms (p99)
    </p>
  )
}
