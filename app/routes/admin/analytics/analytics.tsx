import { Download, X } from 'lucide-react'
import { settings } from '#app/models/settings.server.ts'
import { countryDatabaseDate } from '#app/services/country.server.ts'
import { BarSeries } from '#app/ui/admin/bar-series.tsx'
import { dayBars } from '#app/ui/admin/day-bars.ts'
import { PageHead } from '#app/ui/admin/page-head.tsx'
import { PeriodLinks } from '#app/ui/admin/period-links.tsx'
import { StatCard } from '#app/ui/admin/stat-card.tsx'
import { changeAgainst, figure, share } from '#app/utils/figure-text.ts'
import { type ListAddress, listHref } from '#app/utils/list-address.ts'
import { dayText } from '#app/utils/time-text.ts'
import type { Route } from './+types/analytics'
import { BreakdownTable } from './breakdown-table.tsx'
import { dimensionNames, type Section, sections } from './sections.ts'
import { analyticsView, parseView, type Table, type View } from './view.server.ts'

const periods = [
  { value: '7days', label: '7 days' },
  { value: '30days', label: '30 days' },
  { value: '3months', label: '3 months' },
  { value: 'year', label: 'Year' },
]

export async function loader({ url }: Route.LoaderArgs) {
  const view = parseView(url.searchParams)
  const countryDate = countryDatabaseDate(settings().countryDatabase)
  return { ...view, ...(await analyticsView(view, Date.now())), countryDate }
}

function addressOf({ period, filter }: View): ListAddress {
  const query: Record<string, string> = {}
  if (period !== '30days') query.period = period
  if (filter !== null) Object.assign(query, { by: filter.dimension, key: filter.key })
  return { path: '/admin/analytics', query }
}

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { period, filter, visitors, downloads, tables, countryDate } = loaderData
  const list = addressOf({ period, filter })
  return (
    <>
      <PageHead
        title="Analytics"
        lead="Counted here, without cookies. Days are those of UTC; bots and operators are left out."
      >
        <PeriodLinks list={list} current={period} options={periods} usual="30days" />
        <a className="button-quiet" href={exportHref(list, 'all')}>
          <Download aria-hidden="true" size={17} />
          Export
        </a>
      </PageHead>
      {filter !== null && (
        <p className="note active-filter">
          <span>
            Only {dimensionNames[filter.dimension].toLowerCase()}{' '}
            <strong>{filterName(filter)}</strong>
          </span>
          <a className="button-quiet" href={listHref(list, { by: null, key: null })}>
            <X aria-hidden="true" size={17} />
            Show everything
          </a>
        </p>
      )}
      <Cards {...loaderData} />
      <div className="panels">
        <section className="panel" aria-label="Visitors per day">
          <BarSeries title="Visitors" unit="Visitors" bars={dayBars(visitors)} />
        </section>
        <section className="panel" aria-label="Downloads per day">
          <BarSeries title="Downloads" unit="Downloads" bars={dayBars(downloads)} />
        </section>
      </div>
      {sections.map((section) => (
        <FiguresSection key={section.id} section={section} list={list} tables={tables}>
          {section.id === 'visitors' && (
            <p className="feed-note mt-3">
              {countryDate === null
                ? 'There is no country database: countries are known from a trusted proxy only.'
                : `Countries by a database of ${dayText(countryDate)}, unless a trusted proxy states them.`}
            </p>
          )}
        </FiguresSection>
      ))}
    </>
  )
}

function filterName({ dimension, key }: { dimension: string; key: string }): string {
  const breakdown = sections
    .flatMap(({ breakdowns }) => breakdowns)
    .find((candidate) => candidate.dimension === dimension)
  return breakdown?.name?.(key) ?? key
}

function Cards({ total, before }: Pick<Route.ComponentProps['loaderData'], 'total' | 'before'>) {
  const against = (now: number, then: number) => changeAgainst(now, then, 'in the period before')
  const tried = total.lookups + total.failed_lookups
  const sent = total.saves + total.failed_saves
  return (
    <dl className="stat-cards">
      <StatCard
        label="Visitors"
        value={figure(total.visitors)}
        note={`${against(total.visitors, before.visitors)}; ${figure(total.visits)} visits`}
      />
      <StatCard
        label="Page views"
        value={figure(total.views)}
        note={against(total.views, before.views)}
      />
      <StatCard
        label="Look-ups"
        value={figure(total.lookups)}
        note={`${against(total.lookups, before.lookups)}; ${share(total.lookups, tried)} found`}
      />
      <StatCard
        label="Downloads"
        value={figure(total.saves)}
        note={`${against(total.saves, before.saves)}; ${share(total.saves, sent)} sent whole`}
      />
    </dl>
  )
}

function FiguresSection({
  section: { id, title, breakdowns },
  list,
  tables,
  children,
}: {
  section: Section
  list: ListAddress
  tables: Table[]
  children: React.ReactNode
}) {
  return (
    <details className="panel figures-section" id={id} open={id !== 'bots'}>
      <summary>
        <h2 className="admin-subtitle">{title}</h2>
      </summary>
      <div className="figures-grid">
        {breakdowns.map((breakdown) => (
          <BreakdownTable
            key={breakdown.id}
            breakdown={breakdown}
            table={tables.find((table) => table.id === breakdown.id)}
            list={list}
          />
        ))}
      </div>
      {children}
      <p className="mt-3">
        <a className="link" href={exportHref(list, id)}>
          Export {title.toLowerCase()}
        </a>
      </p>
    </details>
  )
}

function exportHref({ query }: ListAddress, section: string): string {
  return listHref({ path: '/admin/analytics/export.csv', query }, { section })
}
