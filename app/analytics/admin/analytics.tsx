import { ChevronRight, Download } from 'lucide-react'
import { href } from 'react-router'
import { countryDatabaseFacts } from '#app/analytics/country.server.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { dayText } from '#app/time/time-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { BarSeries } from '#app/ui/admin/charts/bar-series.tsx'
import { barSpan, dayBars, hourBars } from '#app/ui/admin/charts/day-bars.ts'
import { PeriodLinks } from '#app/ui/admin/charts/period-links.tsx'
import { StatCard, StatCards } from '#app/ui/admin/charts/stat-card.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { Segments } from '#app/ui/admin/segments.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/analytics'
import { BreakdownTable } from './breakdown-table.tsx'
import { parseView } from './parse-view.server.ts'
import { analyticsPage } from './view.server.ts'
import { FilterChips, LiveVisitors, RangeForm, withoutRange } from './view-controls.tsx'

const periods = [
  { value: 'today', label: 'Today' },
  { value: '7days', label: '7 days' },
  { value: '30days', label: '30 days' },
  { value: '3months', label: '3 months' },
  { value: 'year', label: 'Year' },
]

export async function loader({ url }: Route.LoaderArgs) {
  const now = Date.now()
  const view = parseView(url.searchParams, now)
  const countries = countryDatabaseFacts(settings().countryDatabase)
  const { period, typed } = view
  return { period, typed, ...(await analyticsPage(view, now)), countries }
}

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { period, query, presets, typed, chips, cards, chart, sections, countries, notes, live } =
    loaderData
  const list = { path: href('/admin/analytics'), query }
  const periodText =
    periods.find(({ value }) => value === period)?.label ?? `${typed.from} to ${typed.to}`
  const compares = cards.some(({ change }) => (change?.direction ?? null) !== null)
  return (
    <>
      <PageHead
        title="Analytics"
        tabTitle={`Analytics: ${[periodText, ...chips.map(({ name }) => name)].join(', ')}`}
        lead="Counted on this server, without cookies. Bots and operators are excluded."
      >
        <LiveVisitors count={live} />
        <PeriodLinks
          list={{ ...list, query: withoutRange(query) }}
          current={period}
          options={periods}
        />
        <RangeForm query={query} presets={presets} typed={typed} isCurrent={period === 'custom'} />
        <a className={button({ look: 'quiet' })} href={exportHref(list, 'all')} download>
          <Download aria-hidden="true" size={17} />
          Export
        </a>
      </PageHead>
      {typed.problem !== null && (
        <Callout tone="bad" role="alert">
          {typed.problem}
        </Callout>
      )}
      {chips.length > 0 && <FilterChips chips={chips} list={list} combines={notes.combines} />}
      {notes.isTooLong && (
        <Callout>
          Two filters can only be combined within the last 100 days, so one was left out.
        </Callout>
      )}
      <StatCards>
        {cards.map(({ metric, label, value, note, change, current }) => (
          <StatCard
            key={label}
            label={label}
            value={
              current ? (
                <>
                  {`${value} `}
                  <span className="text-sm">{label.toLowerCase()}</span>
                </>
              ) : (
                value
              )
            }
            note={note ?? undefined}
            change={change ?? undefined}
            welcome={metric.startsWith('failed') ? 'down' : 'up'}
            href={change === null ? undefined : listHref(list, { metric })}
            current={current}
          />
        ))}
      </StatCards>
      {chart !== null && <Chart chart={chart} />}
      <DayNotes {...notes} compares={compares} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        {columns.map((ids) => (
          <div key={ids.join()} className="grid min-w-0 grid-cols-1 gap-5">
            <Sections of={ids} sections={sections} list={list}>
              <CountryNote {...countries} />
            </Sections>
          </div>
        ))}
      </div>
      <Sections of={['bots']} sections={sections} list={list} />
    </>
  )
}

type Data = Route.ComponentProps['loaderData']

/** A long and a short section share a column, so that all columns are about as high. */
const columns = [
  ['traffic', 'content'],
  ['visitors', 'downloads'],
]

function Sections({
  of,
  sections,
  list,
  children,
}: {
  of: readonly string[]
  sections: Data['sections']
  list: ListAddress
  /** Shown below the visitors' countries. */
  children?: React.ReactNode
}) {
  return sections
    .filter(({ id }) => of.includes(id))
    .map((section) => (
      <FiguresSection key={section.id} section={section} list={list}>
        {section.id === 'visitors' && children}
      </FiguresSection>
    ))
}

function Chart({ chart: { label, days, hours, running } }: { chart: NonNullable<Data['chart']> }) {
  const title = `${label} per ${hours === null ? barSpan(days.length) : 'hour'}`
  return (
    <section className={panel()} aria-label={title}>
      <BarSeries
        title={title}
        unit={label}
        bars={
          hours === null
            ? dayBars(days, running?.day ?? null)
            : hourBars(hours, running?.hour ?? null)
        }
      />
    </section>
  )
}

/** Notes that the reader needs to understand the figures of these days. */
function DayNotes({
  timeZone,
  endsToday,
  comparedWith,
  compares,
  moving,
  earlierDays,
  sourcesSince,
  rowsSince,
}: Data['notes'] & { compares: boolean }) {
  const day = (number: number) => dayText(number * dayMs)
  return (
    <>
      {moving && (
        <Callout>
          The time zone was changed. The last 30 days are being recounted, which takes a few
          minutes.
        </Callout>
      )}
      <p className="text-xs text-muted">
        Days are in {timeZone}. {endsToday && 'Today is still in progress. '}
        {compares && `Changes compare with ${comparedWith}. `}
        {earlierDays !== null &&
          `Days before ${day(earlierDays.before)} were counted in ${earlierDays.timeZone}. `}
        {sourcesSince !== null &&
          `Sources, campaigns, browsers and devices are told apart in more detail since ${day(sourcesSince)}. Earlier figures stay as they were counted. `}
        {rowsSince !== null &&
          `Filtered rows go back to ${day(rowsSince)}. Earlier ones are under “Others”. `}
      </p>
    </>
  )
}

function CountryNote({ date, isFallback, isBundled }: Data['countries']) {
  return (
    <p className="mt-3 text-xs text-muted">
      {date === null
        ? 'There is no country database. Countries are only known if a trusted proxy sends them.'
        : `Countries come from a database of ${dayText(date)}, unless a trusted proxy sends them.`}
      {isBundled && (
        <>
          {' Country data by the '}
          <a href="https://www.nro.net/" rel="noreferrer">
            Number Resource Organization (nro.net)
          </a>
          {', licensed under '}
          <a href="https://creativecommons.org/licenses/by/4.0/" rel="noreferrer">
            CC BY 4.0
          </a>
          , as compiled by ip-location-db.
        </>
      )}
      {isFallback && ' The file in the settings can’t be read, so the bundled one is used.'}
    </p>
  )
}

function FiguresSection({
  section: { id, title, tabs, table },
  list,
  children,
}: {
  section: Data['sections'][number]
  list: ListAddress
  children: React.ReactNode
}) {
  return (
    <details
      className={panel({ className: 'group not-open:gap-0' })}
      id={`by-${id}`}
      open={id !== 'bots'}
    >
      <summary className="flex min-h-10 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11 no-marker">
        <ChevronRight
          className="flex-none text-muted group-open:rotate-90 rtl:-scale-x-100"
          aria-hidden="true"
          size={18}
        />
        <Subtitle>{title}</Subtitle>
      </summary>
      <div className="mt-3 grid grid-cols-1 gap-4">
        {tabs.length > 1 && (
          <Segments
            label={title}
            current={table?.id ?? ''}
            options={tabs.map((tab, index) => ({
              value: tab.id,
              label: tab.title,
              to: listHref(list, { [id]: index === 0 ? null : tab.id }),
            }))}
          />
        )}
        {table !== null && <BreakdownTable table={table} list={list} />}
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
