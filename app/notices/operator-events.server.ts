import { newestGoodBackup } from '#app/backups/backup.server.ts'
import { countMessages, newestUnread } from '#app/contact/contact.server.ts'
import { countReports, oldestPendingAt } from '#app/dmca/report.server.ts'
import { failingTest } from '#app/download/extraction/source-canary.server.ts'
import { sourceTitles } from '#app/download/extraction/source-titles.ts'
import {
  extractor,
  platformsInForce,
  sourcesInForce,
} from '#app/download/extraction/sources.server.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { isOther, type SourceId } from '#app/download/platforms/source-id.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { lastRun } from '#app/jobs/job-list.server.ts'
import { databaseDamage } from '#app/observe/database-damage.server.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'
import { logBytes, logState } from '#app/observe/write-ahead-log.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Settings } from '#app/settings/settings-schema.ts'
import { worstSources } from '#app/system/instance-facts.server.ts'
import { freeDisk, logAdvice } from '#app/system/system-status.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { agoText } from '#app/time/time-text.ts'
import { files } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import { newCounterNotices } from './counter-notices.server.ts'
import { webhookOff } from './webhook-off.server.ts'

type ChosenEvent = Extract<keyof Settings, `notify${string}`>

/** An event that operators are notified of: as its setting lists or, if `always`, in all ways. */
export type OperatorEvent = {
  /** Unique: the key of its last mail. */
  setting: `always: ${'database damaged' | 'webhook off'}` | ChosenEvent
  /** Returns the event while it lasts, else null. A greater `mark` than before counts as news. */
  current: () => Promise<{ item: AdminNotification; mark: number } | null>
}

export const operatorEvents: readonly OperatorEvent[] = [
  { setting: 'always: database damaged', current: databaseDamaged },
  { setting: 'always: webhook off', current: webhookOff },
  { setting: 'notifyDmcaReport', current: dmcaReports },
  { setting: 'notifyCounterNotice', current: newCounterNotices },
  { setting: 'notifyContactMessage', current: contactMessages },
  { setting: 'notifyExtractionFailing', current: extractionFailing },
  { setting: 'notifyBackupFailed', current: backupFailed },
  { setting: 'notifyDiskLow', current: diskLow },
  { setting: 'notifySignInFailures', current: heldBackSignIns },
]

/** Returns true if operators chose this channel. Mails also have a switch for all events. */
export function isHeard(
  setting: OperatorEvent['setting'],
  channel: Settings[ChosenEvent][number],
): boolean {
  if (setting === 'always: database damaged' || setting === 'always: webhook off') return true
  const { [setting]: channels, mailNotifications } = settings()
  return channels.includes(channel) && (channel !== 'mail' || mailNotifications)
}

async function databaseDamaged() {
  const damage = databaseDamage()
  if (damage === null) return null
  return {
    mark: 0,
    item: {
      id: 'database-damaged',
      urgent: true,
      banner: 'bad' as const,
      title: 'The database is damaged',
      text: `Look-ups and forms are refused until it’s repaired, and /health reports down. Restore a backup. Anything added since then is lost. SQLite says: ${damage.text}`,
      href: '/admin/settings/database',
      linkText: 'Backups',
    },
  }
}

async function dmcaReports() {
  const [{ pending }, oldest, newest] = await Promise.all([
    countReports(),
    oldestPendingAt(),
    reads
      .selectFrom('dmca_reports')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  ])
  if (pending === 0 || oldest === null) return null
  return {
    mark: newest?.id ?? 0,
    item: {
      id: 'dmca-reports',
      urgent: true,
      title:
        pending === 1 ? 'A DMCA report is pending' : `${figure(pending)} DMCA reports are pending`,
      text: `The oldest arrived ${agoText(oldest, Date.now())}. Approve the takedown, reject the claim, or ask for what’s missing.`,
      href: '/admin/dmca?status=pending&sort=submitted&direction=asc',
      linkText: 'Open the reports',
    },
  }
}

async function contactMessages() {
  const [newest, { new: unread }] = await Promise.all([newestUnread(), countMessages()])
  if (newest === null) return null
  return {
    mark: newest,
    item: {
      id: 'contact-messages',
      urgent: false,
      title:
        unread === 1
          ? '1 unread message from a visitor'
          : `${figure(unread)} unread messages from visitors`,
      text:
        unread === 1
          ? 'Someone used the form on the contact page. Answer the message, or mark it as done.'
          : 'They came through the form on the contact page. Answer them, or mark them as done.',
      href: '/admin/inbox?status=new',
      linkText: 'Open the inbox',
    },
  }
}

async function extractionFailing() {
  if (extractor().mode === 'demo') return null
  const configured = sourcesInForce().filter(({ isConfigured }) => isConfigured)
  const { state, usedUp, isStopped } = await worstSources()
  if (state !== 'failing') {
    const platforms = platformsInForce().map(({ name }) => name)
    return testsFailing([...configured.map(({ name }) => name), ...platforms])
  }
  const names = configured.map(({ name }) => sourceTitles[name])
  const verb = configured[0]?.name === 'native' ? 'aren’t' : 'isn’t'
  const title = names.length === 1 ? `${names[0]} ${verb} working` : 'No source of posts is working'
  const failed = `${new Intl.ListFormat('en').format(names)} failed`
  const text = isStopped
    ? `${failed}, so new links are tried only now and then until a look-up succeeds. For now, visitors are told that look-ups don’t work.`
    : `${failed} in the last test look-ups, so visitors’ links probably fail too. Press Test beside a source to see why.`
  return {
    // Worse than failed test look-ups, which only affect some sources.
    mark: 1,
    item: {
      id: 'extraction-failing',
      urgent: true,
      title: usedUp ? 'The extraction service’s quota is used up' : title,
      text: usedUp
        ? 'New links can be looked up again once the service resets its quota. Posts looked up before can still be downloaded.'
        : text,
      href: '/admin/settings/api',
      linkText: 'API settings',
    },
  }
}

/** Returns an event if test look-ups fail at sources or platforms while TikTok works; else null. */
function testsFailing(names: readonly SourceId[]) {
  const failing = names.flatMap((name) => {
    const reason = failingTest(name)
    const title = isOther(name) ? platformTitles[name] : sourceTitles[name]
    return reason === null ? [] : [{ name, title, reason }]
  })
  if (failing.length === 0) return null
  return {
    mark: 0,
    item: {
      id: 'extraction-tests-failing',
      urgent: false,
      title: `Test look-ups fail: ${new Intl.ListFormat('en').format(failing.map(({ title }) => title))}`,
      text: `${failing.map(({ title, reason }) => `${title}: ${reason}.`).join(' ')} ${consequence(failing.map(({ name }) => name))}`,
      href: '/admin/settings/api',
      linkText: 'API settings',
    },
  }
}

/** Only TikTok's posts have other sources. */
function consequence(names: readonly SourceId[]): string {
  const others = names.filter(isOther).map((name) => platformTitles[name])
  return [
    ...(others.length < names.length
      ? ['Visitors’ links to TikTok are looked up at the other sources meanwhile.']
      : []),
    ...(others.length > 0
      ? [`Visitors’ links to ${new Intl.ListFormat('en').format(others)} probably fail too.`]
      : []),
  ].join(' ')
}

/**
 * Returns an event if the last backup failed or is overdue. Returns null if neither, and for a
 * database server, which has its own backups.
 */
export async function backupFailed(): ReturnType<OperatorEvent['current']> {
  if (files === null) return null
  const run = await lastRun('backup')
  const lastAt = run?.startedAt ?? Date.now() - process.uptime() * 1000
  const late = settings().automaticBackup && Date.now() - lastAt > 2 * dayMs
  const error = run?.error ?? null
  if (error === null && !late) return null
  // An operator's newer backup counts as well as the daily one.
  const since = error === null ? Date.now() - 2 * dayMs : lastAt
  if (((await newestGoodBackup())?.at ?? 0) >= since) return null
  return {
    mark: 0,
    item: {
      id: 'backup-failed',
      urgent: true,
      banner: 'bad',
      title: error === null ? 'The backup is overdue' : 'The last backup failed',
      text:
        error === null
          ? `The last one started ${agoText(lastAt, Date.now())}, though one is due every day.`
          : `What went wrong: ${error}`,
      href: '/admin/settings/database',
      linkText: 'Backups',
    },
  }
}

async function diskLow() {
  const disk = await freeDisk()
  if (disk === null) return null
  const { bytes, of, state } = disk
  if (state === 'fine') return logLarge()
  return {
    // An almost full disk is news of its own.
    mark: state === 'full' ? 1 : 0,
    item: {
      id: 'disk-low',
      urgent: true,
      ...(state === 'full' && { banner: 'bad' as const }),
      title: state === 'full' ? 'The disk is almost full' : 'The disk is getting full',
      text: `${formatBytes(bytes, 'en')} of ${formatBytes(of, 'en')} are free where the data is. When the disk is full, nothing can be saved: no reports, no figures, no backups.`,
      href: '/admin/system',
      linkText: 'System',
    },
  }
}

/** A large write-ahead log fills the disk while another program keeps the database open. */
function logLarge() {
  const state = logState()
  if (state === 'fine') return null
  return {
    mark: state === 'full' ? 1 : 0,
    item: {
      id: 'log-large',
      urgent: true,
      title: `The database’s write-ahead log is ${state === 'full' ? 'full' : 'large'}`,
      text: `It has grown to ${formatBytes(logBytes(), 'en')}. ${logAdvice(state)}`,
      href: '/admin/system',
      linkText: 'System',
    },
  }
}

/** No lock lasts longer, so older attempts don't matter. */
const longestLockMs = 3_600_000

export async function lockedKeys(kind: 'account' | 'network'): Promise<number> {
  const now = steadyNow()
  const row = await reads
    .selectFrom('sign_in_attempts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('last_at', '>=', now - longestLockMs)
    .where('blocked_until', '>', now)
    .where('key', 'like', `${kind}:%`)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Fewer locked accounts mean forgotten passwords; the bell shows whose they are anyway. */
const manyAccounts = 3

async function heldBackSignIns() {
  const [networks, accounts] = await Promise.all([lockedKeys('network'), lockedKeys('account')])
  if (networks === 0 && accounts < manyAccounts) return null
  const what = [
    ...(networks > 0
      ? [networks === 1 ? 'from a network' : `from ${figure(networks)} networks`]
      : []),
    ...(accounts > 0 ? [accounts === 1 ? 'to an account' : `to ${figure(accounts)} accounts`] : []),
  ]
  return {
    mark: 0,
    item: {
      id: 'sign-in-attacks',
      urgent: true,
      title: 'Many sign-ins fail',
      text: `Someone is guessing passwords: sign-ins ${what.join(' and ')} are refused for up to an hour. The audit log shows the attempts.`,
      href: '/admin/audit?outcome=failure',
      linkText: 'Audit log',
    },
  }
}
