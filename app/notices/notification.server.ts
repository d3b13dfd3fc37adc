import { secondsBlocked } from '#app/accounts/credentials/sign-in-limit.server.ts'
import { activeAdmins } from '#app/accounts/user.server.ts'
import { countryDatabaseFacts } from '#app/analytics/country.server.ts'
import { dueFollowUps, lostLinks } from '#app/backlinks/notice.server.ts'
import { mp3Check } from '#app/download/engine/engines.server.ts'
import { demoReason, sourcesInForce } from '#app/download/extraction/sources.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { lastRun } from '#app/jobs/job-list.server.ts'
import { overdueSince, overdueText } from '#app/jobs/overdue.server.ts'
import { mailHealth } from '#app/mail/mail-health.server.ts'
import { mailIsSetUp, outboxCounts } from '#app/mail/outbox.server.ts'
import { countPosts } from '#app/moderation/post-list.server.ts'
import { log } from '#app/observe/log.server.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { olderDatabase } from '#app/system/older-database.server.ts'
import { clockText } from '#app/time/time-text.ts'
import { reads } from '#db/reads.ts'
import { dueCounterNotices } from './counter-notices.server.ts'
import { backupFailed, isHeard, lockedKeys, operatorEvents } from './operator-events.server.ts'

type Source = () => Promise<AdminNotification | AdminNotification[] | null>

/** Sources of notifications. Add new kinds here. */
const sources: Source[] = [
  failedMails,
  chosenEvents,
  dueCounterNotices,
  wrongFigures,
  lostChanges,
  overdueJobs,
  mp3Engine,
  unknownCountries,
  lockedAdmins,
  flaggedPosts,
  lostLinks,
  dueFollowUps,
  maintenanceMode,
  demoMode,
  undecidedPlatforms,
  mailNotSetUp,
]

/**
 * Returns the notifications behind the badge, and the banners at the top of every back-office page.
 * Includes a failed backup there even if it is turned off for the badge, since such a site must
 * not look fine.
 */
export async function operatorNotices(): Promise<{
  waiting: AdminNotification[]
  banners: AdminNotification[]
}> {
  const [waiting, hushed] = await Promise.all([
    waitingItems(),
    isHeard('notifyBackupFailed', 'badge') ? null : backupFailed().catch(noItem),
  ])
  const all = hushed === null ? waiting : [...waiting, hushed.item]
  return { waiting, banners: all.filter(({ banner }) => banner !== undefined) }
}

function noItem(error: unknown): null {
  log.error({ err: error, source: 'backupFailed' }, 'notifications not read')
  return null
}

async function waitingItems(): Promise<AdminNotification[]> {
  let failed = false
  const found = await Promise.all(
    sources.map((source) =>
      source().catch((error: unknown) => {
        // They are on every page, so one unreadable source must not take them all down.
        log.error({ err: error, source: source.name }, 'notifications not read')
        failed = true
        return []
      }),
    ),
  )
  const items = found.flatMap((item) => item ?? [])
  // Urgent ones first: the bell shows only a few.
  items.sort((a, b) => Number(b.urgent) - Number(a.urgent))
  return failed ? [unreadItem, ...items] : items
}

const unreadItem: AdminNotification = {
  id: 'unread',
  urgent: true,
  title: 'Some notifications couldn’t be read',
  text: 'There may be more than this list shows. See the server’s log for the cause.',
  href: '/admin/notifications#unread',
  linkText: 'Details',
}

async function failedMails(): Promise<AdminNotification | null> {
  const { failed } = await outboxCounts()
  if (failed === 0) return null
  const [last, { tone, text }] = await Promise.all([
    reads
      .selectFrom('outbox')
      .select('error')
      .where('error', 'is not', null)
      .where((eb) => eb.or([eb('fault', 'is', null), eb('fault', '!=', 'stale')]))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    mailHealth(),
  ])
  // Without a mail that waits for the server or a setting, it's about recipients' addresses.
  const isDown = tone === 'bad'
  return {
    id: 'mail-failures',
    urgent: true,
    ...(isDown && { banner: 'bad' as const }),
    title: failed === 1 ? 'An email couldn’t be sent' : `${figure(failed)} emails couldn’t be sent`,
    text: isDown
      ? text
      : `The outbox shows what will be tried again, and when. Last error: ${last?.error ?? 'unknown'}`,
    href: '/admin/settings/email/outbox',
    linkText: 'Open the outbox',
  }
}

async function chosenEvents(): Promise<AdminNotification[]> {
  const heard = operatorEvents.filter(({ setting }) => isHeard(setting, 'badge'))
  const found = await Promise.all(heard.map(({ current }) => current()))
  return found.flatMap((event) => (event === null ? [] : [event.item]))
}

/** The nightly check's alarm: see `nightlyAnalytics`. */
async function wrongFigures(): Promise<AdminNotification | null> {
  const error = (await lastRun('analytics'))?.error ?? null
  if (error === null) return null
  return {
    id: 'wrong-figures',
    urgent: true,
    title: 'The nightly check of the figures failed',
    text: `Dashboard and analytics may be wrong. ${error}`,
    href: '/admin/system#jobs',
    linkText: 'Open the jobs',
  }
}

/** After a failover. */
async function lostChanges(): Promise<AdminNotification | null> {
  const older = await olderDatabase()
  if (older === null) return null
  return {
    id: 'lost-changes',
    urgent: true,
    ...older,
    href: '/admin/audit',
    linkText: 'Audit log',
  }
}

async function overdueJobs(): Promise<AdminNotification | null> {
  const since = await overdueSince()
  if (since === null) return null
  return {
    id: 'overdue-jobs',
    urgent: true,
    title: `Jobs aren’t run since ${clockText(since, siteTimeZone())}`,
    text: overdueText,
    href: '/admin/system#jobs',
    linkText: 'Open the jobs',
  }
}

/** Warns of an engine that can't load, in this process. */
async function mp3Engine(): Promise<AdminNotification | null> {
  const fault = mp3Check.fault()
  if (fault === null) return null
  return {
    id: 'mp3-engine',
    urgent: true,
    title: 'MP3 can’t load',
    text: `MP3 isn’t offered. ${fault}`,
    href: '/admin/system',
    linkText: 'System',
  }
}

/** Warns of a damaged country database, as far as this process has noticed. */
async function unknownCountries(): Promise<AdminNotification | null> {
  const { countryDatabase } = settings()
  const { date, isFallback } = countryDatabaseFacts(countryDatabase)
  if (date !== null && !isFallback) return null
  return {
    id: 'country-database',
    urgent: false,
    title: 'The country database can’t be read',
    text: isFallback
      ? `${countryDatabase} is missing or damaged. Countries come from the bundled database until you replace the file and restart the server.`
      : 'Visitors’ countries are counted as unknown. Replace the file and restart the server, or run npm ci for the bundled one.',
    href: '/admin/settings#field-countryDatabase',
    linkText: 'General settings',
  }
}

async function lockedAdmins(): Promise<AdminNotification[]> {
  if ((await lockedKeys('account')) === 0) return []
  const admins = await activeAdmins()
  const waits = await secondsBlocked(admins.map(({ email }) => email))
  return admins.flatMap((admin, index): AdminNotification[] => {
    const seconds = waits[index] ?? 0
    if (seconds === 0) return []
    const minutes = Math.ceil(seconds / 60)
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
    return [
      {
        id: `locked-${admin.id}`,
        urgent: true,
        title: `${admin.name} is locked out`,
        text: `Too many wrong passwords: sign-in is blocked for ${wait}. You can unlock the account.`,
        href: `/admin/users/${admin.id}`,
        linkText: 'Open the account',
      },
    ]
  })
}

async function flaggedPosts(): Promise<AdminNotification | null> {
  const { flagged } = await countPosts()
  if (flagged === 0) return null
  return {
    id: 'flagged-videos',
    urgent: false,
    title:
      flagged === 1 ? '1 flagged video to review' : `${figure(flagged)} flagged videos to review`,
    text: 'Visitors can still download them. Remove them, or restore the ones that are fine.',
    href: '/admin/videos?status=flagged',
    linkText: 'Open the videos',
  }
}

async function maintenanceMode(): Promise<AdminNotification | null> {
  if (!settings().maintenanceMode) return null
  return {
    id: 'maintenance-mode',
    urgent: true,
    banner: 'warn',
    title: 'Maintenance mode is on',
    text: 'Visitors see the maintenance page, except where they opt out or file a DMCA notice. Downloads in progress continue, and new ones are refused.',
    href: '/admin/settings',
    linkText: 'General settings',
  }
}

const noSource: AdminNotification = {
  id: 'no-source',
  urgent: true,
  banner: 'bad',
  title: 'No source of posts is set up',
  text: 'None of the sources that are on has what it needs, so look-ups don’t work. Turn on TikTok’s own pages, or enter an extraction service’s address.',
  href: '/admin/settings/api',
  linkText: 'API settings',
}

async function demoMode(): Promise<AdminNotification | null> {
  const reason = demoReason()
  if (reason === null)
    return sourcesInForce().some(({ isConfigured }) => isConfigured) ? null : noSource
  return {
    id: 'demo-mode',
    urgent: false,
    banner: 'warn',
    title: reason === 'chosen' ? 'The site is in demo mode' : 'This server can’t reach TikTok',
    text:
      reason === 'chosen'
        ? 'EXTRACTION_SOURCES is set to demo, so every link returns the sample clip. Remove it to download real clips.'
        : 'So every TikTok link returns the sample clip. Check this server’s internet connection, or enter an extraction service’s address.',
    href: '/admin/settings/api',
    linkText: 'API settings',
  }
}

/** After an update from a version that knew TikTok only. */
async function undecidedPlatforms(): Promise<AdminNotification | null> {
  if (!settings().platformsUndecided) return null
  return {
    id: 'undecided-platforms',
    urgent: false,
    banner: 'warn',
    title: 'The site can save posts of more platforms',
    text: 'X, Bluesky and Pinterest are off until you turn them on. Others are there too.',
    href: '/admin/settings/api#platforms',
    linkText: 'Choose the platforms',
  }
}

async function mailNotSetUp(): Promise<AdminNotification | null> {
  if (mailIsSetUp()) return null
  return {
    id: 'mail-not-set-up',
    urgent: false,
    title: 'Email isn’t set up',
    text: 'Password resets, invitations and newsletter confirmations can’t be sent. Copy invitation links from a user’s page, and reset passwords with npm run admin.',
    href: '/admin/settings/email',
    linkText: 'Email settings',
  }
}
