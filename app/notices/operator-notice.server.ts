import { activeAdmins } from '#app/accounts/user.server.ts'
import { env } from '#app/env.server.ts'
import { runSoon } from '#app/jobs/recurring.server.ts'
import { inBackground } from '#app/live/in-background.server.ts'
import { enqueueMail, type Mail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { log } from '#app/observe/log.server.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'
import { onSettingsChange, settings } from '#app/settings/settings.server.ts'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { onDamage } from '#db/damage.ts'
import { db, transact } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import { isHeard, type OperatorEvent, operatorEvents } from './operator-events.server.ts'

/** Operators get a mail once when an event begins, and daily while it lasts. */

/** News of a known event waits this long and is mailed together. */
const newsGapMs = 10 * minuteMs
/** An event that recurs within this time counts as the same one. */
const beganAgainMs = 60 * minuteMs

/** Mails events that are due. Returns how many. Called by a job. */
export async function mailOperatorNotices(now = Date.now()): Promise<number> {
  let mailed = 0
  const [notices, events] = await Promise.all([
    reads.selectFrom('operator_notices').selectAll().execute(),
    Promise.allSettled(operatorEvents.map(({ current }) => current())),
  ])
  for (const [index, { setting }] of operatorEvents.entries()) {
    const last = notices.find(({ kind }) => kind === setting)
    const event = events[index]
    try {
      if (event?.status === 'rejected') throw event.reason
      if (await noticeEvent(setting, event?.value ?? null, { last, now })) mailed += 1
    } catch (error) {
      // One unreadable event must not hold back the others.
      log.error({ err: error, event: setting }, 'operators not told')
    }
  }
  return mailed
}

/** Mails database damage and changed notification settings right away. Called at server start. */
export function startNotices(): void {
  onDamage(() => void mailOperatorNotices())
  onSettingsChange((changed) => {
    const concerns = [...changed].some((name) => /^(notify|mailNotifications|smtpHost)/.test(name))
    if (concerns) inBackground('badge', () => runSoon('operator-notices'))
  })
}

export function noticeMail(
  to: string,
  { title, text, linkText, href }: Pick<AdminNotification, 'title' | 'text' | 'linkText' | 'href'>,
): Mail {
  return {
    to,
    subject: `${settings().siteName}: ${title}`,
    body: {
      title,
      parts: [text, { button: linkText, href: env.APP_URL + href }],
      footer: `You’re receiving this as an operator of ${env.APP_URL}.`,
      footerLink: {
        text: 'Manage notifications',
        href: `${env.APP_URL}/admin/settings/notifications`,
      },
    },
  }
}

async function noticeEvent(
  setting: OperatorEvent['setting'],
  event: Awaited<ReturnType<OperatorEvent['current']>>,
  { last: known, now }: { last: LastNotice | undefined; now: number },
): Promise<boolean> {
  if (event === null) {
    if (known === undefined || known.ended_at !== null) return false
    await db
      .updateTable('operator_notices')
      .set({ ended_at: now })
      .where('kind', '=', setting)
      .execute()
    return false
  }
  const { item, mark } = event
  if (!isHeard(setting, 'mail') || !mailIsSetUp() || !isDue(known, mark, now)) return false
  const admins = await activeAdmins()
  return transact(async (trx) => {
    // Another run can have mailed it meanwhile.
    const last = await trx
      .selectFrom('operator_notices')
      .selectAll()
      .where('kind', '=', setting)
      .executeTakeFirst()
    if (!isDue(last, mark, now)) return false
    for (const { email } of admins) await enqueueMail(noticeMail(email, item), trx)
    const row = { mailed_at: now, mark, ended_at: null }
    await trx
      .insertInto('operator_notices')
      .values({ kind: setting, ...row })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
      .execute()
    return true
  })
}

type LastNotice = { mailed_at: number; mark: number; ended_at: number | null }

export function isDue(last: LastNotice | undefined, mark: number, now: number): boolean {
  if (last === undefined) return true
  const since = now - last.mailed_at
  // After the clock was set back, no one waits for years.
  if (since < 0 || since >= dayMs) return true
  if (mark > last.mark) return since >= newsGapMs
  return last.ended_at !== null && since >= beganAgainMs
}
