import { ChevronRight, Download, X } from 'lucide-react'
import { href, Link } from 'react-router'
import { countryDatabaseFacts } from '#app/analytics/country.server.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { dayText } from '#app/time/time-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { BarSeries } from '#app/ui/admin/charts/bar-series.tsx'
import { barSpan, dayBars } from '#app/ui/admin/charts/day-bars.ts'
import { PeriodLinks } from '#app/ui/admin/charts/period-links.tsx'
import { StatCard, StatCards } from '#app/ui/admin/charts/stat-card.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/analytics'
import { BreakdownTable } from './breakdown-table.tsx'
import { analyticsPage, parseView, type View } from './view.server.ts'

const periods = [
  { value: '7days', label: '7 days' },
  { value: '30days', label: '30 days' },
  { value: '3months', label: '3 months' },
  { value: 'year', label: 'Year' },
]

export async function loader({ url }: Route.LoaderArgs) {
  const view = parseView(url.searchParams)
  const countries = countryDatabaseFacts(settings().countryDatabase)
  return { ...view, ...(await analyticsPage(view, Date.now())), countries }
}

function addressOf({ period, filter }: View): ListAddress {
  const query: Record<string, string> = {}
  if (period !== '30days') query.period = period
  if (filter !== null) Object.assign(query, { by: filter.dimension, key: filter.key })
  return { path: href('/admin/analytics'), query }
}

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { period, filter, filterName, within, cards, charts, sections, countries, notes } =
    loaderData
  const list = addressOf({ period, filter })
  return (
    <>
      <PageHead
        title="Analytics"
        lead={`Counted here, without cookies: a visitor counts once a day. Days are those of ${notes.timeZone}, and today is not over yet; bots and operators are left out.`}
      >
        <PeriodLinks list={list} current={period} options={periods} usual="30days" />
        <a className={button({ look: 'quiet' })} href={exportHref(list, 'all')} download>
          <Download aria-hidden="true" size={17} />
          Export
        </a>
      </PageHead>
      {filter !== null && (
        <Callout className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span>
            Only {within} <strong>{filterName}</strong>. Rare combinations are among the others.
          </span>
          <Link className={button({ look: 'quiet' })} to={listHref(list, { by: null, key: null })}>
            <X aria-hidden="true" size={17} />
            Show everything
          </Link>
        </Callout>
      )}
      <DayNotes {...notes} />
      <StatCards>
        {cards.map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
      </StatCards>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] items-start gap-5">
        {charts.map(({ label, days }) => {
          const title = `${label} per ${barSpan(days.length)}`
          return (
            <section key={label} className={panel()} aria-label={title}>
              <BarSeries title={title} unit={label} bars={dayBars(days)} />
            </section>
          )
        })}
      </div>
      {sections.map((section) => (
        <FiguresSection key={section.id} section={section} list={list} within={within}>
          {section.id === 'visitors' && <CountryNote {...countries} />}
        </FiguresSection>
      ))}
    </>
  )
}

type Data = Route.ComponentProps['loaderData']

/** What has to be known of the days to read the figures right. */
function DayNotes({ moving, earlierDays, rowsSince }: Data['notes']) {
  const day = (number: number) => dayText(number * dayMs)
  return (
    <>
      {moving && (
        <Callout className="mb-4">
          The time zone was changed: the last 30 days are being counted by it just now.
        </Callout>
      )}
      {earlierDays !== null && (
        <p className="mb-4 text-xs text-muted">
          Days before {day(earlierDays.before)} stay those of {earlierDays.timeZone}, which they
          were counted by.
        </p>
      )}
      {rowsSince !== null && (
        <p className="mb-4 text-xs text-muted">
          Within a filter, names are known since {day(rowsSince)}: what was before is among the
          others.
        </p>
      )}
    </>
  )
}

function CountryNote({ date, isFallback, isBundled }: Data['countries']) {
  return (
    <p className="mt-3 text-xs text-muted">
      {date === null
        ? 'There is no country database: countries are known from a trusted proxy only.'
        : `Countries by a database of ${dayText(date)}, unless a trusted proxy states them.`}
      {isBundled && (
        <>
          {' '}
          Country data by the{' '}
          <a href="https://www.nro.net/" rel="noreferrer">
            Number Resource Organization (nro.net)
          </a>
          , licensed under{' '}
          <a href="https://creativecommons.org/licenses/by/4.0/" rel="noreferrer">
            CC BY 4.0
          </a>
          , as compiled by ip-location-db.
        </>
      )}
      {isFallback && ' The file in the settings cannot be read: this is the one that came along.'}
    </p>
  )
}

function FiguresSection({
  section: { id, title, tables },
  list,
  within,
  children,
}: {
  section: Data['sections'][number]
  list: ListAddress
  within: string | null
  children: React.ReactNode
}) {
  return (
    <details className={panel({ className: 'group' })} id={id} open={id !== 'bots'}>
      <summary className="flex min-h-10 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11 no-marker">
        <ChevronRight
          className="flex-none text-muted group-open:rotate-90 rtl:-scale-x-100"
          aria-hidden="true"
          size={18}
        />
        <Subtitle>{title}</Subtitle>
      </summary>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(21rem,100%),1fr))] items-start gap-6">
        {tables.map((table) => (
          <BreakdownTable key={table.id} table={table} list={list} within={within} />
        ))}
      </div>
      {children}
      <p className="mt-3">
        <a className={link} href={exportHref(list, id)} download>
          Export {title.toLowerCase()}
        </a>
      </p>
    </details>
  )
}

function exportHref({ query }: ListAddress, section: string): string {
  return listHref({ path: href('/admin/analytics/export.csv'), query }, { section })
}
