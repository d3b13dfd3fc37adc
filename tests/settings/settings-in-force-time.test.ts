// @module-tag whole
import { describe, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { startSettingsWorld } from './settings-in-force-world.ts'

// The test signs forms as the app does, so that none has to wait for a person's pace.
const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')

const world = startSettingsWorld({}, { SESSION_SECRET: secret, TRUSTED_PROXIES: '127.0.0.1' })

async function page(path: string) {
  return elementsOf(await world.browser.html(path))
}

describe('the time zone', () => {
  /** 8 March 2026, 07:30 UTC: half past three in New York, where the clocks went on at two. */
  const at = Date.UTC(2026, 2, 8, 7, 30)

  async function putIntoLog(action: string, times: number[]) {
    const insert =
      "insert into audit_log (at, actor_label, action, outcome) values (?, 'test', ?, 'success')"
    for (const time of times) await world.db.run(insert, time, action)
  }

  /** The times in the log's list, the oldest first. */
  async function logged(action: string, query = ''): Promise<string[]> {
    const list = await page(`/admin/audit?action=${action}&${query}`)
    return select(list, 'time')
      .map(({ text }) => text)
      .reverse()
  }

  test('S50: all dates of the back office follow it, with summer time', async () => {
    await putIntoLog('test.shown', [Date.UTC(2026, 2, 8, 4, 59), Date.UTC(2026, 2, 8, 6, 30), at])
    expect(await logged('test.shown')).toEqual([
      '8 Mar 2026, 04:59',
      '8 Mar 2026, 06:30',
      '8 Mar 2026, 07:30',
    ])
    await world.set({ timeZone: 'EST' })
    expect(await logged('test.shown')).toEqual([
      '7 Mar 2026, 23:59',
      '8 Mar 2026, 01:30',
      '8 Mar 2026, 03:30',
    ])
    await world.set({ timeZone: 'PST' })
    expect((await logged('test.shown')).at(-1)).toBe('7 Mar 2026, 23:30')
    expect((await page('/admin/audit')).some(({ text }) => /Los Angeles/.test(text))).toBe(true)
  })

  test('S50: a day of the audit log begins and ends at its midnights', async () => {
    await putIntoLog('test.found', [
      Date.UTC(2026, 2, 8, 4, 59),
      Date.UTC(2026, 2, 8, 5),
      Date.UTC(2026, 2, 9, 3, 59),
      Date.UTC(2026, 2, 9, 4),
    ])
    expect(await logged('test.found', 'from=2026-03-08&to=2026-03-08')).toHaveLength(2)
    await world.set({ timeZone: 'EST' })
    expect(await logged('test.found', 'from=2026-03-08&to=2026-03-08')).toEqual([
      '8 Mar 2026, 00:00',
      '8 Mar 2026, 23:59',
    ])
  })

  test('S50: exports mark their times as UTC, and are named by the day here', async () => {
    const day = (timeZone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.now())
    for (const [timeZone, name] of [
      ['UTC', 'UTC'],
      ['PST', 'America/Los_Angeles'],
    ] as const) {
      await world.set({ timeZone })
      const before = day(name)
      const file = await world.browser.get('/admin/users/export.csv')
      expect([before, day(name)]).toContain(
        /users-([\d-]+)\.csv/.exec(file.headers.get('content-disposition') ?? '')?.[1],
      )
      expect(await file.text()).toContain('joined_utc,last_active_utc')
    }
  })

  test('S50: a copyright report and its printable record show their times in it', async () => {
    const notice = noticeFields([fakePost('video', 7).url], stampForm(Date.now() - 60_000))
    expect((await sendNotice(world.app, notice)).status).toBe(303)
    const id = await world.db.value('select max(id) from dmca_reports')
    await world.db.run('update dmca_reports set submitted_at = ? where id = ?', at, id)
    for (const [timeZone, time, zone] of [
      ['UTC', '8 Mar 2026, 07:30', 'UTC'],
      ['CST', '8 Mar 2026, 01:30', 'Chicago time'],
      ['EST', '8 Mar 2026, 03:30', 'New York time'],
    ] as const) {
      await world.set({ timeZone })
      const times = select(await page(`/admin/dmca/${id}`), 'time').map(({ text }) => text)
      expect(times).toContain(time)
      const record = await world.browser.html(`/admin/dmca/${id}/report.html`)
      expect(record).toContain(`All times in ${zone}.`)
      expect(record).toContain(`<td dir="auto">${time}</td>`)
    }
  })

  test('S50: a day that someone entered stays that day', async () => {
    const fields = {
      domain: 'blog.example',
      url: 'https://blog.example/a',
      anchorText: 'a',
      status: 'active',
      domainAuthority: '10',
      dateAcquired: '2026-05-03',
    }
    expect((await world.browser.post('/admin/backlinks/new', fields)).status).toBe(302)
    for (const timeZone of ['UTC', 'PST'] as const) {
      await world.set({ timeZone })
      const times = select(await page('/admin/backlinks'), 'time').map(({ text }) => text)
      expect(times).toContain('3 May 2026')
      const file = await world.browser.html('/admin/backlinks/export.csv')
      expect(file).toContain('2026-05-03')
    }
  })

  test('S50: look-ups count for the day that it is there', async () => {
    const days = (postId: string) =>
      world.db.column(
        'select day from post_activity join posts on seq = post_seq where post_id = ?',
        postId,
      )
    const dayIn = (timeZone: string) =>
      Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now())) / 86_400_000
    for (const [timeZone, name] of [
      ['UTC', 'UTC'],
      ['PST', 'America/Los_Angeles'],
    ] as const) {
      await world.set({ timeZone })
      const post = fakePost('video', name.length)
      const before = dayIn(name)
      await lookUp(world.app, post.url)
      await expect.poll(() => days(post.postId)).toHaveLength(1)
      expect([before, dayIn(name)]).toContain((await days(post.postId))[0])
    }
  })
})
