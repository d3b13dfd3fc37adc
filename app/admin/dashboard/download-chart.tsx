import { href } from 'react-router'
import { dayMs } from '#app/time/durations.ts'
import { dayText } from '#app/time/time-text.ts'
import { BarSeries } from '#app/ui/admin/charts/bar-series.tsx'
import { dayBars } from '#app/ui/admin/charts/day-bars.ts'
import { PeriodLinks } from '#app/ui/admin/charts/period-links.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { panel } from '#app/ui/admin/panel.tsx'
import type { Route } from './+types/dashboard'
import type { ChartPeriod } from './figures.server.ts'

const periods: { value: ChartPeriod; label: string }[] = [
  { value: '7days', label: '7 days' },
  { value: '30days', label: '30 days' },
  { value: '3months', label: '3 months' },
]

type Props = Pick<Route.ComponentProps['loaderData'], 'days' | 'earlier' | 'period'>

export function DownloadChart({ days, earlier, period }: Props) {
  const { timeZone } = useAdmin()
  const query: Record<string, string> = period === '30days' ? {} : { period }
  const list = { path: href('/admin'), query }
  return (
    <section className={panel()} aria-label="Download activity">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-2xl text-pretty text-muted">
          Days are in {timeZone}
          {earlier !== null && `, before ${dayText(earlier.day * dayMs)} in ${earlier.zone}`}. Today
          is still in progress.
        </p>
        <PeriodLinks list={list} current={period} options={periods} />
      </div>
      <BarSeries
        title="Download activity"
        unit="Downloads"
        bars={dayBars(days, days.at(-1)?.day)}
      />
    </section>
  )
}
