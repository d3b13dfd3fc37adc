import {
  type PlatformStatus,
  platformStatus,
  type StatusBar,
} from '#app/download/extraction/platform-status.server.ts'
import { demoReason } from '#app/download/extraction/sources.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { localeOf } from '#app/i18n/format.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { Seo } from '#app/ui/site/head/seo.tsx'
import { badge, card } from '#app/ui/surface.ts'
import type { Route } from './+types/status'

export async function loader() {
  return { platforms: await platformStatus(), demo: demoReason() }
}

const feedPath = '/status/feed.xml'

const looks = {
  working: 'bg-mint text-ink',
  slow: 'bg-sunken',
  failing: 'bg-ink text-paper',
  untried: 'bg-sunken',
} as const

/** The page that tells visitors if look-ups work on each platform, now and in the last 30 days. */
export default function Status({ loaderData: { platforms, demo } }: Route.ComponentProps) {
  const { t } = useDocumentI18n()
  const { status } = t
  const demoText = demo === 'chosen' ? status.demo : status.unreachable
  return (
    <div className="wrap pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16">
      <Seo title={status.title} description={status.description} />
      <link rel="alternate" type="application/atom+xml" title={status.feed} href={feedPath} />
      <h1 className="display text-4xl">{status.heading}</h1>
      <p className="text-lg text-pretty text-muted mt-4 max-w-2xl">{status.lead}</p>
      <p className="mt-3 max-w-2xl">{demo === null ? status.site : demoText}</p>
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 mt-8">
        {platforms.map((platform) => (
          <li key={platform.platform} className={`${card} flex flex-col items-start gap-3`}>
            <Platform of={platform} />
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-2xl text-sm text-muted">{status.bars}</p>
      <p className="mt-3">
        <a className={link} href={feedPath}>
          {status.feed}
        </a>
      </p>
    </div>
  )
}

function Platform({ of }: { of: PlatformStatus }) {
  const { t, language } = useDocumentI18n()
  const { status } = t
  const { title, state, failingSince, checkedAt, medianMs, hours, days } = of
  const text =
    state === 'failing' && failingSince !== null
      ? fill(status.failingSince, { time: timeText(failingSince, language) })
      : status[state]
  return (
    <>
      <h2 className="text-xl font-bold">{title}</h2>
      <p className={`${badge} ${looks[state]}`}>{text}</p>
      <Bars title={status.day} percent={of.hoursPercent} bars={hours} />
      <Bars title={status.month} percent={of.daysPercent} bars={days} />
      {medianMs !== null && (
        <p className="text-sm text-muted">
          {fill(status.median, { time: secondsText(medianMs, language) })}
        </p>
      )}
      {checkedAt !== null && (
        <p className="text-sm text-muted">
          {fill(status.checked, { time: timeText(checkedAt, language) })}
        </p>
      )}
    </>
  )
}

const barHeight = 36

function Bars({
  title,
  percent,
  bars,
}: {
  title: string
  percent: number | null
  bars: readonly StatusBar[]
}) {
  const { t, language } = useDocumentI18n()
  const text =
    percent === null
      ? t.status.noLookups
      : fill(t.status.success, { percent: percentText(percent, language) })
  return (
    <div className="w-full">
      <p className="text-sm">
        <span className="font-bold">{title}</span>
        {` ${text}`}
      </p>
      <svg
        className="mt-1"
        width="100%"
        height={barHeight}
        viewBox={`0 0 ${bars.length * 4} ${barHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {bars.map((bar, index) => (
          <Bar key={bar.at} x={index * 4} percent={bar.percent} />
        ))}
      </svg>
    </div>
  )
}

/** A time without look-ups is a thin line, and one in which all failed a low bar. */
function Bar({ x, percent }: { x: number; percent: number | null }) {
  const height = percent === null ? 2 : Math.max(6, (barHeight * percent) / 100)
  return <rect className={fillOf(percent)} x={x} y={barHeight - height} width="3" height={height} />
}

function fillOf(percent: number | null): string {
  if (percent === null) return 'fill-line'
  return percent >= 50 ? 'fill-mint' : 'fill-bad'
}

function percentText(percent: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(percent / 100)
}

function secondsText(ms: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: 'second',
    maximumSignificantDigits: 2,
  }).format(ms / 1000)
}

function timeText(at: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
}
