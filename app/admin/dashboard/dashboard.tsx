import { cx } from 'class-variance-authority'
import { ChartColumn, ExternalLink, type LucideIcon, ScrollText, UserPlus } from 'lucide-react'
import { href, Link } from 'react-router'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { countedFrom } from '#app/analytics/rollups/site-days.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { backOrStay, undoForm } from '#app/http/back-or-stay.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { change, changeOf, figure, share } from '#app/i18n/figure-text.ts'
import { changeSettings, siteTimeZone } from '#app/settings/settings.server.ts'
import { systemStatus } from '#app/system/system-status.server.ts'
import { StatCard, StatCards } from '#app/ui/admin/charts/stat-card.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Feed, FeedItem } from '#app/ui/admin/feed.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/dashboard'
import { type Activity, recentActivity } from './activity.server.ts'
import { setupChecklist } from './checklist.server.ts'
import { DownloadChart } from './download-chart.tsx'
import { dailyDownloads, dashboardFigures, isChartPeriod } from './figures.server.ts'
import { dashboardPath, SetupChecklist } from './setup-checklist.tsx'
import { StatusStrip } from './status-strip.tsx'

export const handle: LiveHandle = { live: ['dashboard', 'downloads', 'jobs', 'backups', 'outbox'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get('period')
  const period = isChartPeriod(asked) ? asked : '30days'
  const now = Date.now()
  const { earlier, ...read } = await allKeyed({
    days: dailyDownloads(period, now),
    earlier: countedFrom(),
    figures: dashboardFigures(now, siteTimeZone()),
    activity: recentActivity(),
    system: systemStatus(now),
    checklist: setupChecklist(context.get(adminContext).user.id),
  })
  const { day, earlierZone: zone } = earlier
  const isShown = (read.days[0]?.day ?? day) < day
  /** `earlier`: set if shown days, those before `day`, were counted in an earlier time zone. */
  return { period, ...read, earlier: zone !== null && isShown ? { day, zone } : null }
}

type Context = Route.ActionArgs['context']

const act = intents({
  'hide-checklist': async (form: FormData, context: Context) => {
    await changeSettings({ setupChecklist: false }, actorOf(context))
    const undo = undoForm(form, dashboardPath, [['intent', 'show-checklist']])
    await context.get(sessionContext).flash('success', 'Checklist hidden.', undo)
    return backOrStay(form, href('/admin'), null)
  },
  'show-checklist': async (form: FormData, context: Context) => {
    await changeSettings({ setupChecklist: true }, actorOf(context))
    return backOrStay(form, href('/admin'), null)
  },
})

export async function action({ request, context }: Route.ActionArgs) {
  return act(await request.formData(), context)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

const lastDays = `${href('/admin/analytics')}?period=30days`

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { period, days, figures, activity, system, earlier, checklist } = loaderData
  return (
    <>
      <PageHead title="Dashboard" />
      <div className="@container">
        <div
          className={cx(
            'grid grid-cols-1 items-start gap-5',
            checklist !== null && '@[60rem]:grid-cols-[minmax(0,1fr)_18rem]',
          )}
        >
          <div className="grid min-w-0 grid-cols-1 gap-5">
            <Cards figures={figures} />
            <DownloadChart days={days} earlier={earlier} period={period} />
            <StatusStrip parts={system} />
          </div>
          {checklist !== null && <SetupChecklist steps={checklist} />}
        </div>
      </div>
      <Highlights figures={figures} />
      <RecentActivity activity={activity} />
      <QuickActions />
    </>
  )
}

type Figures = Route.ComponentProps['loaderData']['figures']

function Cards({ figures: { users, downloads, daily, reports } }: { figures: Figures }) {
  return (
    <StatCards>
      <StatCard
        label="Total users"
        value={figure(users.all)}
        change={changeOf(users.all, users.all - users.joined)}
        welcome="up"
        note={`+${figure(users.joined)} in the last 30 days`}
        series={{ values: users.series, unit: 'Users, 30 days' }}
        href={href('/admin/users')}
      />
      <StatCard
        label="Videos downloaded"
        value={figure(downloads.all)}
        change={changeOf(downloads.all, downloads.all - downloads.month)}
        welcome="up"
        note={`+${figure(downloads.month)} in the last 30 days`}
        series={{ values: downloads.series, unit: 'In all, 30 days' }}
        href={`${lastDays}&metric=saves`}
      />
      <StatCard
        label="Daily downloads"
        value={(daily.month / daily.days).toLocaleString('en', { maximumFractionDigits: 1 })}
        change={changeOf(daily.current, daily.before)}
        welcome="up"
        note={averageOf(daily.days)}
        series={{ values: daily.series, unit: 'Downloads a day' }}
        href={`${lastDays}&metric=saves`}
      />
      <StatCard
        label="DMCA reports"
        value={figure(reports.month)}
        change={changeOf(reports.current, reports.before)}
        welcome="down"
        note={`in the last 30 days. ${figure(reports.pending)} pending now`}
        series={{ values: reports.series, unit: 'Reports a day' }}
        href={href('/admin/dmca')}
      />
    </StatCards>
  )
}

/** Labels an average with its number of days: fewer than 30 on a young site. */
function averageOf(days: number): string {
  if (days === 30) return 'on average, last 30 days'
  return days === 1 ? 'so far, counted since today' : `on average, ${days} days so far`
}

function Highlights({ figures: { topCountry, peak, platforms, growth } }: { figures: Figures }) {
  const { timeZone } = useAdmin()
  const [first, ...others] = platforms
  const ofPlatforms = platforms.reduce((sum, { saves }) => sum + saves, 0)
  const hour = (value: number) => `${String(value % 24).padStart(2, '0')}:00`
  const shares = others.map(({ name, saves }) => `${name} ${share(saves, ofPlatforms)}`).join(', ')
  const earlier =
    growth.before === null
      ? 'Not enough earlier data to compare.'
      : `${figure(growth.before)} in the 30 days before, up to the same hour.`
  return (
    <StatCards>
      <StatCard
        label="Top country"
        value={topCountry === null ? '–' : topCountry.name}
        note={
          topCountry === null
            ? 'No visitor’s country is known yet'
            : `${share(topCountry.visitors, topCountry.of)} of visitors in the last 30 days`
        }
        href={`${lastDays}#by-visitors`}
      />
      <StatCard
        label="Peak time"
        value={peak === null ? '–' : `${hour(peak.hour)}–${hour(peak.hour + 1)}`}
        note={
          peak === null
            ? 'Nothing has been looked up yet'
            : `${figure(peak.count)} look-ups and downloads in the last 30 days, ${timeZone}`
        }
        href={lastDays}
      />
      {first !== undefined && others.length > 0 && (
        <StatCard
          label="Top platform"
          value={first.name}
          note={`${share(first.saves, ofPlatforms)} of downloads in the last 30 days. ${shares}`}
          href={`${lastDays}&downloads=platform#by-downloads`}
        />
      )}
      <StatCard
        label="Growth"
        value={change(growth.current, growth.before)}
        note={`${countText(growth.month, 'visitor')} in the last 30 days. ${earlier}`}
        href={lastDays}
      />
    </StatCards>
  )
}

function RecentActivity({ activity }: { activity: Activity[] }) {
  return (
    <Panel titleId="activity" title="Recent activity">
      {activity.length === 0 && (
        <p className="max-w-2xl text-pretty text-muted">Nothing has happened yet.</p>
      )}
      <Feed>
        {activity.map(({ key, at, text, note, href }) => (
          <FeedItem key={key}>
            <span>
              {href === null ? (
                text
              ) : (
                <Link className={link} to={href}>
                  {text}
                </Link>
              )}
            </span>
            <span className="text-xs text-muted">
              <DateTime at={at} as="ago" />
            </span>
            <span className="line-clamp-2 w-full text-xs wrap-anywhere text-muted">{note}</span>
          </FeedItem>
        ))}
      </Feed>
    </Panel>
  )
}

const actions = [
  { to: href('/admin/users/new'), icon: UserPlus, title: 'Add a user', text: 'Invite an operator' },
  {
    to: href('/admin/analytics'),
    icon: ChartColumn,
    title: 'Open the analytics',
    text: 'Sources, visitors, downloads, content',
  },
  {
    to: href('/admin/audit'),
    icon: ScrollText,
    title: 'Read the audit log',
    text: 'Who changed what, and when',
  },
]

const tile = 'grid gap-0.5 rounded-lg border border-line bg-surface px-4 py-2.5 hover:border-text'

function QuickActions() {
  return (
    <nav
      className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 sm:grid-cols-2 lg:grid-cols-4"
      aria-label="Quick actions"
    >
      {actions.map(({ to, ...text }) => (
        <Link key={to} className={tile} to={to}>
          <TileText {...text} />
        </Link>
      ))}
      <a className={tile} href={href('/:lang?')}>
        <TileText icon={ExternalLink} title="Visit the site" text="As your visitors see it" />
      </a>
    </nav>
  )
}

function TileText({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <>
      <strong className="flex items-center gap-2">
        <Icon aria-hidden="true" size={18} />
        {title}
      </strong>
      <span className="text-xs text-muted max-sm:hidden">{text}</span>
    </>
  )
}
