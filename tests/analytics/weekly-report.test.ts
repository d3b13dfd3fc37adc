// @module-tag whole
import '#tests/support/own-data-dir.ts'
import { expect, test } from 'vitest'
import { createCounting } from '#app/analytics/counting.server.ts'
import { lastWeek } from '#app/analytics/weekly-report.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { eventsDatabase, openEventConnection } from '#db/sqlite/event-connection.ts'
import { finishJob, startMailWorld } from '#tests/mail/mail-world.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, password } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { pageView } from '#tests/support/visitor-events.ts'

const world = startMailWorld()

const choose = async (weeklyReport: string[]) => {
  const saved = await saveTab(world.browser, 'notifications', { weeklyReport })
  expect(saved.status).toBe(302)
}
const recipients = () => world.db.column('select recipient from outbox order by recipient')

/** The cells of each table, row by row. */
function tablesIn(html: string): string[][][] {
  const tables: string[][][] = []
  for (const { tag, text } of elementsOf(html)) {
    if (tag === 'table') tables.push([])
    else if (tag === 'tr') tables.at(-1)?.push([])
    else if (tag === 'th' || tag === 'td') tables.at(-1)?.at(-1)?.push(text)
  }
  return tables
}

test('last week is Monday to Sunday, whatever day it is now', () => {
  const monday = Date.UTC(2026, 5, 1) / dayMs
  for (let day = 7; day < 14; day += 1) {
    const late = (monday + day) * dayMs + dayMs - 1
    expect(lastWeek(late)).toEqual({ from: monday, to: monday + 6 })
  }
  expect(lastWeek((monday + 14) * dayMs)).toEqual({ from: monday + 7, to: monday + 13 })
})

test('the operators who want it get last week’s figures by email, and no one else', async () => {
  const { app, db, browser, mail } = world
  await addUser(db, { email: 'second@site.example', name: 'Second' })
  const idle = await addUser(db, { email: 'idle@site.example', name: 'Idle' })
  const connection = openEventConnection(`${app.dataDir}/cleanclip.db`)
  connection.pragma('busy_timeout = 5000')
  const { from, to } = lastWeek(Date.now())
  const at = (day: number) => day * dayMs + dayMs / 2
  const post = '7345678901234567890'
  const save = { kind: 'save', path: null, format: 'mp4', post } as const
  await createCounting(eventsDatabase(connection), () => 'UTC').write([
    pageView({ at: at(from - 7), visitor: 'before' }),
    pageView({ at: at(from), visitor: 'a', source: 'google.com', channel: 'Search' }),
    // Named as a code of sources is.
    pageView({ at: at(from), visitor: 'c', channel: 'Campaign', campaign: 'direct' }),
    pageView({ at: at(to + 1), visitor: 'after', channel: 'Campaign', campaign: 'late' }),
    pageView({ at: at(to), visitor: 'b', path: '/help' }),
    pageView({ ...save, at: at(to), visitor: 'b' }),
    pageView({ ...save, at: at(to), visitor: 'b', error: 'media: gone' }),
    pageView({ at: at(to + 1), visitor: 'after' }),
  ])
  connection.close()

  await finishJob(world, 'weekly-report')
  expect(await recipients()).toEqual([])

  await choose(['op@site.example', 'idle@site.example'])
  await db.run(`update users set status = 'inactive' where id = ?`, idle)
  const nextRun = elementsOf(await browser.html('/admin/system')).find(
    ({ tag, text }) => tag === 'tr' && text.includes('Send the weekly report'),
  )
  expect(nextRun?.text).toMatch(/\d/)
  await finishJob(world, 'weekly-report')
  expect(await recipients()).toEqual(['op@site.example'])
  const { text, html, subject } = await mail.mail(({ envelope }) =>
    envelope.to.includes('op@site.example'),
  )
  expect(subject).toContain('Cleanclip')
  for (const line of [
    'Visitors: 3 (up 200%)',
    'Page views: 3 (up 200%)',
    'Downloads: 1, 50.0% completed',
    '- Google: 1',
    '- direct: 1',
    '- /help: 1',
    `- Post ${post}: 1`,
  ]) {
    expect(text).toContain(line)
  }
  expect(tablesIn(html ?? '')).toEqual([
    [
      ['Figure', 'Last week', 'Change', 'Success rate'],
      ['Visitors', '3', 'Up 200%', ''],
      ['Page views', '3', 'Up 200%', ''],
      ['Look-ups', '0', 'No change', ''],
      ['Downloads', '1', '–', '50.0%'],
    ],
    [
      ['Source', 'Visitors'],
      ['Direct', '2'],
      ['Google', '1'],
    ],
    [
      ['Campaign', 'Visitors'],
      ['direct', '1'],
    ],
    [
      ['Page', 'Views'],
      ['/', '2'],
      ['/help', '1'],
    ],
    [
      ['Post', 'Downloads'],
      [`Post ${post}`, '1'],
    ],
  ])
  const link = /http\S+\/admin\/analytics\?\S+/.exec(text)?.[0] ?? ''
  const page = elementsOf(await browser.html(link.replace(/^https?:\/\/[^/]+/, '')))
  expect(select(page, 'input', { name: 'from' })[0]?.attributes.value).toBe(
    new Date(from * dayMs).toISOString().slice(0, 10),
  )
})

test('an operator who changes their email still gets it', async () => {
  await choose(['op@site.example'])
  const target = `/admin/users/${await world.db.value('select id from users')}`
  const form = {
    name: 'Olga Ops',
    email: 'olga@site.example',
    role: 'admin',
    ownPassword: password,
  }
  const saved = await world.browser.post(target, { ...form, intent: 'save' })
  expect(saved.status).toBe(302)
  const stored = `select value from settings where name = 'weeklyReport'`
  expect(await world.db.value(stored)).toBe('["olga@site.example"]')
})
