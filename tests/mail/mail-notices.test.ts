// @module-tag whole
import '#tests/support/own-data-dir.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { counterNoticeWindow } from '#app/dmca/business-days.ts'
import { dayOf, startOf } from '#app/time/calendar-day.ts'
import { dayText } from '#app/time/time-text.ts'
import { signedIn } from '#tests/accounts/admin-world.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, openDatabase } from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import {
  counterFields,
  noticeFields,
  posterPath,
  sendCounterNotice,
  sendNotice,
} from '#tests/support/dmca.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { addFailedRun } from '#tests/support/recurring-jobs.ts'
import { testEngine } from '#tests/support/sql.ts'
import { finishJob, type MailWorld, settingsFor, startMailWorld } from './mail-world.ts'

const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')
const { isDue } = await import('#app/notices/operator-notice.server.ts')

const world = startMailWorld({ SESSION_SECRET: secret })

type Part = Pick<MailWorld, 'db' | 'browser' | 'mail'> & { app: { origin: string } }

async function bell({ browser }: Part): Promise<string[]> {
  const elements = elementsOf(await browser.html('/admin/notifications'))
  return select(elements, 'h2').map(({ text }) => text)
}

async function choose({ browser }: Part, setting: string, channels: string[]): Promise<void> {
  const saved = await saveTab(browser, 'notifications', { [setting]: channels })
  expect(saved.status).toBe(302)
}

/** Whom the mails about an event went to, those that wait too. */
async function mailedTo({ db }: Part, title: string): Promise<string[]> {
  return db.column<string>(
    'select recipient from outbox where subject = ? order by recipient',
    `Cleanclip: ${title}`,
  )
}

/** An event that lasts, heard in no way, at the bell, and by mail: once, by every active admin. */
async function hearOf(
  part: Part,
  setting: string,
  event: { title: string; href: string; begin?: () => Promise<unknown> },
): Promise<void> {
  const { title, href, begin } = event
  await addUser(part.db, { email: 'second@site.example', name: 'Second' })
  await addUser(part.db, { email: 'idle@site.example', name: 'Idle', status: 'inactive' })
  await addUser(part.db, { email: 'user@site.example', name: 'User', role: 'user' })
  await choose(part, setting, [])
  await begin?.()
  await finishJob(part, 'operator-notices')
  expect(await bell(part)).not.toContain(title)
  expect(await mailedTo(part, title)).toEqual([])

  await choose(part, setting, ['badge'])
  await finishJob(part, 'operator-notices')
  expect(await bell(part)).toContain(title)
  expect(await mailedTo(part, title)).toEqual([])

  await choose(part, setting, ['mail'])
  const mail = await part.mail.mail(({ subject }) => subject === `Cleanclip: ${title}`)
  expect(mail.text).toContain(`${part.app.origin}${href}`)
  expect(await bell(part)).not.toContain(title)
  await choose(part, setting, ['badge', 'mail'])
  await finishJob(part, 'operator-notices')
  expect(await mailedTo(part, title)).toEqual(['op@site.example', 'second@site.example'])
}

let stamps = 60

function newStamp(): string {
  stamps += 1
  return stampForm(Date.now() - stamps * 1000)
}

/** Gives the post that it is about. */
async function fileReport(): Promise<string> {
  const stamp = newStamp()
  const postId = `73456789012345670${stamps}`
  const link = `https://www.tiktok.com/@a/video/${postId}`
  expect((await sendNotice(world.app, noticeFields([link], stamp))).status).toBe(303)
  return postId
}

/** Files and approves a report, and counters it with the creator's link; gives the report. */
async function fileCounterNotice(): Promise<number> {
  const postId = await fileReport()
  const report = await world.db.row('select id, version from dmca_reports order by id desc limit 1')
  const { id, version } = report as { id: number; version: number }
  const decision = { intent: 'approve', version: String(version) }
  expect((await world.browser.post(`/admin/dmca/${id}`, decision)).status).toBe(302)
  const path = await posterPath(world.browser, id)
  const sent = await sendCounterNotice(world.app, path, counterFields(newStamp()), [postId])
  expect(sent.status).toBe(303)
  return id
}

const withMails = () => world.save('email', { mailNotifications: 'on' })

describe('operators are notified as they have chosen', () => {
  test('S50: a new DMCA report, in the bell menu or by email', async () => {
    await withMails()
    await hearOf(world, 'notifyDmcaReport', {
      title: 'A DMCA report is pending',
      href: '/admin/dmca?status=pending&sort=submitted&direction=asc',
      begin: fileReport,
    })
  })

  test('S50: a new counter-notice, in the bell menu or by email, until it’s checked', async () => {
    await withMails()
    const id = await fileCounterNotice()
    const title = `A counter-notice to DMCA-${String(id).padStart(4, '0')} arrived`
    await hearOf(world, 'notifyCounterNotice', { title, href: `/admin/dmca/${id}#counter-notices` })
    const { earliest, latest } = counterNoticeWindow(dayOf(Date.now()))
    const mail = world.mail.received.find(({ subject }) => subject === `Cleanclip: ${title}`)
    for (const day of [earliest, latest]) expect(mail?.text).toContain(dayText(startOf(day)))
    // Operators learn of it, but what the creator wrote stays behind their sign-in.
    expect(mail?.text).not.toContain('Short Street')
    const notice = await world.db.value('select id from dmca_counter_notices')
    await world.browser.post(`/admin/dmca/${id}`, {
      intent: 'counter_checked',
      counterNotice: String(notice),
      checked: 'yes',
    })
    expect(await bell(world)).not.toContain(title)
    // Another one is news of its own, told with the next mail.
    await world.db.run(`update operator_notices set mailed_at = mailed_at - 600000`)
    const next = await fileCounterNotice()
    await finishJob(world, 'operator-notices')
    const another = `A counter-notice to DMCA-${String(next).padStart(4, '0')} arrived`
    expect(await mailedTo(world, another)).toEqual(['op@site.example', 'second@site.example'])
    expect(await mailedTo(world, title)).toHaveLength(2)
  })

  test('S50: a visitor’s message, in the bell menu or by email', async () => {
    await withMails()
    await hearOf(world, 'notifyContactMessage', {
      title: '1 unread message from a visitor',
      href: '/admin/inbox?status=new',
      async begin() {
        const sent = await fetch(`${world.app.origin}/contact/message`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({
            message: 'Hello',
            stamp: stampForm(Date.now() - 60_000),
            website: '',
          }),
        })
        expect(sent.status).toBe(303)
      },
    })
  })

  test.runIf(testEngine === 'sqlite')(
    'S50: a failing backup, in the bell menu or by email',
    async () => {
      await withMails()
      await hearOf(world, 'notifyBackupFailed', {
        title: 'The last backup failed',
        href: '/admin/settings/database',
        async begin() {
          await addFailedRun(world.db, 'backup', 'No space left on device')
        },
      })
      expect(world.mail.received.at(-1)?.text).toContain('No space left on device')
      // A backup by hand settles it.
      await world.browser.post('/admin/settings/database', { intent: 'back-up' })
      await expect.poll(() => bell(world)).not.toContain('The last backup failed')
      await world.db.run("delete from jobs where kind = 'backup' and state = 'failed'")
    },
  )

  test('S50: many failing sign-ins, in the bell menu or by email', async () => {
    await withMails()
    await hearOf(world, 'notifySignInFailures', {
      title: 'Many sign-ins fail',
      href: '/admin/audit?outcome=failure',
      async begin() {
        await world.db.run(
          `insert into sign_in_attempts (key, failures, last_at, blocked_until)
             values ('network:n', 30, ?, ?)`,
          Date.now(),
          Date.now() + 600_000,
        )
      },
    })
  })

  test('S50: a failing extraction service, in the bell menu or by email', async () => {
    await withMails()
    // The posts that are known to work fail as well.
    const canaryLinks = fakePost('status500', 9).url
    await world.save('api', { extractionRequestsPerSecond: '100', canaryLinks })
    await hearOf(world, 'notifyExtractionFailing', {
      title: 'The extraction service isn’t working',
      href: '/admin/settings/api',
      async begin() {
        for (const serial of [1, 2, 3, 4, 5]) {
          // Only what several networks meet counts against a source.
          await fetch(world.app.origin, {
            method: 'POST',
            headers: { 'X-Forwarded-For': `203.0.113.${serial}` },
            body: new URLSearchParams({ url: fakePost('status500', serial).url }),
          })
        }
      },
    })
  })

  const small = smallDisk()
  afterAll(() => small?.discard())
  test.skipIf(small === null || testEngine === 'postgres')(
    'S50: a disk that is nearly full, in the bell menu or by email',
    async () => {
      const app = await startApp({ LOG_LEVEL: 'warn' }, small?.folder ?? '')
      const db = openDatabase(app)
      onTestFinished(async () => {
        await db.close()
        await app.stop('SIGKILL')
      })
      await addUser(db, { email: 'op@site.example', name: 'Olga' })
      const browser = await signedIn(app, 'op@site.example')
      await saveTab(browser, 'notifications', { notifyDiskLow: [] })
      const typed = { ...settingsFor(world.mail), mailNotifications: 'on' }
      expect((await saveTab(browser, 'email', typed)).status).toBe(302)
      const part = { app, db, browser, mail: world.mail }
      await hearOf(part, 'notifyDiskLow', {
        title: 'The disk is almost full',
        href: '/admin/system',
      })
    },
  )
})

describe('emails about events', () => {
  test('S50: aren’t sent at all while they’re turned off', async () => {
    await choose(world, 'notifyDmcaReport', ['mail'])
    await world.db.run(`update dmca_reports set status = 'rejected', decided_at = 1`)
    await finishJob(world, 'operator-notices')
    await fileReport()
    await finishJob(world, 'operator-notices')
    expect(await mailedTo(world, 'A DMCA report is pending')).toEqual([])
    await withMails()
    await world.mail.mail(({ subject }) => subject.includes('A DMCA report is pending'))
  })

  test('report new events, and remind once a day of lasting ones', () => {
    const minute = 60_000
    const hour = 60 * minute
    const last = { mailed_at: 1_000_000, mark: 3, ended_at: null }
    const at = (ms: number) => 1_000_000 + ms
    expect(isDue(undefined, 0, at(0))).toBe(true)
    expect(isDue(last, 3, at(minute))).toBe(false)
    expect(isDue(last, 3, at(23 * hour))).toBe(false)
    expect(isDue(last, 3, at(24 * hour))).toBe(true)
    expect(isDue(last, 4, at(9 * minute))).toBe(false)
    expect(isDue(last, 4, at(10 * minute))).toBe(true)
    const ended = { ...last, ended_at: at(minute) }
    expect(isDue(ended, 3, at(59 * minute))).toBe(false)
    expect(isDue(ended, 3, at(60 * minute))).toBe(true)
  })
})

/** A folder on a file system with next to no room: one that is there, or one made for it by root. */
function smallDisk(): { folder: string; discard(): void } | null {
  for (const folder of ['/dev/shm', '/run/lock']) {
    try {
      const { bavail, bsize } = statfsSync(folder)
      if (bavail * bsize < 2e7 || bavail * bsize > 1.9e8) continue
      const made = mkdtempSync(path.join(folder, 'cleanclip-'))
      return { folder: made, discard: () => rmSync(made, { recursive: true, force: true }) }
    } catch {
      // Not there, or not ours: the next.
    }
  }
  const point = mkdtempSync(path.join(tmpdir(), 'cleanclip-small-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', point])
  const isMounted = mounted.status === 0
  const discard = () => {
    if (isMounted) spawnSync('umount', ['--lazy', point])
    rmSync(point, { recursive: true, force: true })
  }
  if (isMounted) return { folder: point, discard }
  discard()
  return null
}
