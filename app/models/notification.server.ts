import { log } from '#app/services/log.server.ts'
import { steadyNow } from '#app/services/steady-clock.ts'
import { dayOf, startOf } from '#app/utils/business-days.ts'
import { reportNumber } from '#app/utils/dmca-report.ts'
import { agoText, dayText } from '#app/utils/time-text.ts'
import { db } from '#db/client.ts'
import { dueFollowUps, lostLinks } from './backlink-notice.server.ts'
import { countReports, dueCounterNotices, oldestPendingAt } from './dmca.server.ts'
import { mailIsSetUp } from './outbox.server.ts'
import { countPosts } from './post-list.server.ts'
import { secondsBlocked } from './sign-in-limit.server.ts'
import { extractor } from './upstream.server.ts'
import { listAdmins } from './user.server.ts'

/** Something that waits for an operator until it is dealt with. */
export type WaitingItem = {
  /** Unique among the items; the anchor of its place on the notifications page. */
  id: string
  /** Whether it hurts somebody while it waits; else it is something to know. */
  urgent: boolean
  title: string
  /** What it means, and what to do. */
  text: string
  /** The page where it is dealt with. */
  href: string
  /** What that page is. */
  linkText: string
}

type Source = () => Promise<WaitingItem[]>

/** What may wait, the urgent first; a new kind of item is a new line. */
const sources: Source[] = [
  failedMails,
  dmcaReports,
  dueCounters,
  lockedAdmins,
  heldBackSignIns,
  flaggedPosts,
  lostLinks,
  dueFollowUps,
  demoMode,
  mailNotSetUp,
]

/** All that waits for the operator now: what the badge counts, and the list behind it. */
export async function waitingItems(): Promise<WaitingItem[]> {
  const items: WaitingItem[] = []
  let failed = false
  for (const source of sources) {
    try {
      items.push(...(await source()))
    } catch (error) {
      // They stand on every page: one that cannot be read must not take all of them down.
      log.error({ err: error, source: source.name }, 'notifications not read')
      failed = true
    }
  }
  return failed ? [unreadItem, ...items] : items
}

const unreadItem: WaitingItem = {
  id: 'unread',
  urgent: true,
  title: 'Some notifications could not be read',
  text: 'What waits may be more than this list says. The log of the server says why.',
  href: '/admin/notifications#unread',
  linkText: 'Details',
}

async function failedMails(): Promise<WaitingItem[]> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max('error').as('error')])
    .where('sent_at', 'is', null)
    .where('error', 'is not', null)
    .executeTakeFirstOrThrow()
  if (row.n === 0) return []
  return [
    {
      id: 'mail-failures',
      urgent: true,
      title: row.n === 1 ? 'A mail could not be sent' : `${row.n} mails could not be sent`,
      text: `They are tried again by themselves. The mail server said: ${row.error}`,
      href: '/admin/notifications#mail-failures',
      linkText: 'Details',
    },
  ]
}

async function dmcaReports(): Promise<WaitingItem[]> {
  const { pending } = await countReports()
  const oldest = await oldestPendingAt()
  if (pending === 0 || oldest === null) return []
  return [
    {
      id: 'dmca-reports',
      urgent: true,
      title: pending === 1 ? 'A DMCA report is pending' : `${pending} DMCA reports are pending`,
      text: `The oldest came ${agoText(oldest, Date.now())}. Approve the takedown, reject the claim, or ask for what is missing.`,
      href: '/admin/dmca?status=pending&sort=submitted&direction=asc',
      linkText: 'Open the reports',
    },
  ]
}

async function dueCounters(): Promise<WaitingItem[]> {
  const due = await dueCounterNotices(dayOf(Date.now()))
  return due.map(({ reportId, latestOn }) => ({
    id: `counter-notice-${reportId}`,
    urgent: true,
    title: `The counter-notice to ${reportNumber(reportId)} is due`,
    text: `Unless the reporter has gone to court, its posts have to be put back by ${dayText(startOf(latestOn))}.`,
    href: `/admin/dmca/${reportId}#counter-notices`,
    linkText: 'Open the report',
  }))
}

/** No lock lasts longer, so older attempts need not be looked at. */
const longestLockMs = 3_600_000

async function lockedKeys(kinds: readonly string[]): Promise<number> {
  const now = steadyNow()
  const row = await db
    .selectFrom('sign_in_attempts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('last_at', '>=', now - longestLockMs)
    .where('blocked_until', '>', now)
    .where((eb) => eb.or(kinds.map((kind) => eb('key', 'like', `${kind}:%`))))
    .executeTakeFirstOrThrow()
  return row.n
}

async function lockedAdmins(): Promise<WaitingItem[]> {
  if ((await lockedKeys(['account'])) === 0) return []
  const items: WaitingItem[] = []
  for (const admin of await listAdmins()) {
    const seconds = await secondsBlocked(admin.email)
    if (seconds === 0) continue
    const minutes = Math.ceil(seconds / 60)
    items.push({
      id: `locked-${admin.id}`,
      urgent: true,
      title: `${admin.name} is locked out`,
      text: `Too many wrong passwords: signing in is refused for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. You can unlock the account.`,
      href: `/admin/users/${admin.id}`,
      linkText: 'Open the account',
    })
  }
  return items
}

async function heldBackSignIns(): Promise<WaitingItem[]> {
  const networks = await lockedKeys(['network'])
  if (networks === 0) return []
  return [
    {
      id: 'sign-in-attacks',
      urgent: true,
      title: `${networks === 1 ? 'A network is' : `${networks} networks are`} guessing passwords`,
      text: 'Sign-ins from there are refused for up to an hour. The audit log shows the attempts.',
      href: '/admin/audit?outcome=failure',
      linkText: 'Audit log',
    },
  ]
}

async function flaggedPosts(): Promise<WaitingItem[]> {
  const { flagged } = await countPosts()
  if (flagged === 0) return []
  return [
    {
      id: 'flagged-videos',
      urgent: false,
      title: flagged === 1 ? '1 flagged video to review' : `${flagged} flagged videos to review`,
      text: 'They can still be saved. Remove them, or restore those that are in order.',
      href: '/admin/videos?status=flagged',
      linkText: 'Open the videos',
    },
  ]
}

async function demoMode(): Promise<WaitingItem[]> {
  if (extractor().mode !== 'demo') return []
  return [
    {
      id: 'demo-mode',
      urgent: false,
      title: 'The site is in demo mode',
      text: 'No extraction service is set up, so every link gives the sample clip. Set EXTRACTION_API_URL in the environment and start the server again.',
      href: '/admin/notifications#demo-mode',
      linkText: 'Details',
    },
  ]
}

async function mailNotSetUp(): Promise<WaitingItem[]> {
  if (mailIsSetUp()) return []
  return [
    {
      id: 'mail-not-set-up',
      urgent: false,
      title: 'Mail is not set up',
      text: 'Forgotten passwords, invitations and newsletter confirmations are not mailed. Invitation links can be copied from the page of a user, and passwords reset with npm run admin.',
      href: '/admin/notifications#mail-not-set-up',
      linkText: 'Details',
    },
  ]
}
