import { countMessages, newestUnread } from '#app/contact/contact.server.ts'
import { countReports, oldestPendingAt } from '#app/dmca/report.server.ts'
import { failingTest } from '#app/download/extraction/source-canary.server.ts'
import { sourceTitles } from '#app/download/extraction/source-health.server.ts'
import { extractor, sourcesInForce } from '#app/download/extraction/sources.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { databaseDamage } from '#app/observe/database-damage.server.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'
import { logBytes, logState } from '#app/observe/write-ahead-log.server.ts'
import { newestGoodBackup } from '#app/operations/backups/backup.server.ts'
import { worstSources } from '#app/operations/instance-facts.server.ts'
import { freeDisk, logAdvice } from '#app/operations/system-status.server.ts'
import type { LiveSourceName } from '#app/posts/extracted-post.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Settings } from '#app/settings/settings-schema.ts'
import { dayMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { agoText } from '#app/time/time-text.ts'
import { db, files } from '#db/engine.ts'
import { newCounterNotices } from './counter-notices.server.ts'

/** What operators hear of: in the ways that a setting says, or always where it says `always`. */
export type OperatorEvent = {
  /** Unique; its last mail is remembered by it. */
  setting:
    | 'always: database damaged'
    | 'notifyDmcaReport'
    | 'notifyCounterNotice'
    | 'notifyContactMessage'
    | 'notifyExtractionFailing'
    | 'notifyBackupFailed'
    | 'notifyDiskLow'
    | 'notifySignInFailures'
  /** The event while it lasts, else null. A greater `mark` than before is news of its own. */
  current: () => Promise<{ item: AdminNotification; mark: number } | null>
}

/** Every such event; a new one is a new line. */
export const operatorEvents: readonly OperatorEvent[] = [
  { setting: 'always: database damaged', current: databaseDamaged },
  { setting: 'notifyDmcaReport', current: dmcaReports },
  { setting: 'notifyCounterNotice', current: newCounterNotices },
  { setting: 'notifyContactMessage', current: contactMessages },
  { setting: 'notifyExtractionFailing', current: extractionFailing },
  { setting: 'notifyBackupFailed', current: backupFailed },
  { setting: 'notifyDiskLow', current: diskLow },
  { setting: 'notifySignInFailures', current: heldBackSignIns },
]

type ChosenEvent = Extract<OperatorEvent['setting'], `notify${string}`>

/** Whether operators want to hear of an event in this way; of mails there is a switch for all. */
export function isHeard(
  setting: OperatorEvent['setting'],
  channel: Settings[ChosenEvent][number],
): boolean {
  if (setting === 'always: database damaged') return true
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
  const { pending } = await countReports()
  const oldest = await oldestPendingAt()
  if (pending === 0 || oldest === null) return null
  const newest = await db
    .selectFrom('dmca_reports')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('status', '=', 'pending')
    .executeTakeFirst()
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
  const newest = await newestUnread()
  if (newest === null) return null
  const { new: unread } = await countMessages()
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
  if (state !== 'failing') return testsFailing(configured.map(({ name }) => name))
  const names = configured.map(({ name }) => sourceTitles[name])
  const failed = `${new Intl.ListFormat('en').format(names)} failed`
  return {
    // Worse than test look-ups that fail at one of several sources.
    mark: 1,
    item: {
      id: 'extraction-failing',
      urgent: true,
      title: usedUp
        ? 'The extraction service’s quota is used up'
        : names.length === 1
          ? `${names[0]} ${configured[0]?.name === 'native' ? 'aren’t' : 'isn’t'} working`
          : 'No source of posts is working',
      text: usedUp
        ? 'New links can be looked up again once the service resets its quota. Posts looked up before can still be downloaded.'
        : isStopped
          ? `${failed}, so new links are tried only now and then until a look-up succeeds. For now, visitors are told that look-ups don’t work.`
          : `${failed} in the last test look-ups, so visitors’ links probably fail too. Press Test beside a source to see why.`,
      href: '/admin/settings/api',
      linkText: 'API settings',
    },
  }
}

/** Test look-ups fail at some sources while others work; null when they don't. */
function testsFailing(names: readonly LiveSourceName[]) {
  const failing = names.flatMap((name) => {
    const reason = failingTest(name)
    return reason === null ? [] : [{ title: sourceTitles[name], reason }]
  })
  if (failing.length === 0) return null
  return {
    mark: 0,
    item: {
      id: 'extraction-tests-failing',
      urgent: false,
      title: `Test look-ups fail: ${new Intl.ListFormat('en').format(failing.map(({ title }) => title))}`,
      text: `${failing.map(({ title, reason }) => `${title}: ${reason}.`).join(' ')} Visitors’ links are looked up at the other sources meanwhile.`,
      href: '/admin/settings/api',
      linkText: 'API settings',
    },
  }
}

/**
 * The last backup failed, or none was made for too long. Null while all is well, and where backups are
 * the database server's own.
 */
export async function backupFailed(): ReturnType<OperatorEvent['current']> {
  if (files === null) return null
  const run = await db
    .selectFrom('job_runs')
    .selectAll()
    .where('name', '=', 'backup')
    .executeTakeFirst()
  const lastAt = run?.started_at ?? Date.now() - process.uptime() * 1000
  const late = settings().automaticBackup && Date.now() - lastAt > 2 * dayMs
  const error = run?.error ?? null
  if (error === null && !late) return null
  // One that an operator has made meanwhile is as good as the daily one.
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
    // When there is next to nothing left, that is news.
    mark: state === 'full' ? 1 : 0,
    item: {
      id: 'disk-low',
      urgent: true,
      title: state === 'full' ? 'The disk is almost full' : 'The disk is getting full',
      text: `${formatBytes(bytes, 'en')} of ${formatBytes(of, 'en')} are free where the data is. When the disk is full, nothing can be saved: no reports, no figures, no backups.`,
      href: '/admin/system',
      linkText: 'System',
    },
  }
}

/** The write-ahead log is what fills a disk while a program keeps the database open. */
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

/** No lock lasts longer, so older attempts need not be looked at. */
const longestLockMs = 3_600_000

/** How many networks or accounts may not try to sign in now. */
export async function lockedKeys(kind: 'account' | 'network'): Promise<number> {
  const now = steadyNow()
  const row = await db
    .selectFrom('sign_in_attempts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('last_at', '>=', now - longestLockMs)
    .where('blocked_until', '>', now)
    .where('key', 'like', `${kind}:%`)
    .executeTakeFirstOrThrow()
  return row.n
}

/** With fewer, someone has forgotten a password; the bell says whose account that is anyway. */
const manyAccounts = 3

async function heldBackSignIns() {
  const networks = await lockedKeys('network')
  const accounts = await lockedKeys('account')
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
