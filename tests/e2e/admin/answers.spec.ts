// @module-tag whole
import type { Locator, Page } from '@playwright/test'
import { plantSession } from '#tests/support/accounts.ts'
import type { Sql } from '#tests/support/sql.ts'
import { addMembers, test as base, expect, holdAnswers, rowOf } from '../admin-fixtures.ts'

type Ids = { anna: string; link: number; message: number; report: number; post: string }

/** Something of everything that operators change. */
const test = base.extend<{ ids: Ids }>({
  ids: async ({ app, db, operator }, use) => {
    const anna = (await addMembers(db)).get('Anna Aster') ?? ''
    for (const user of [anna, operator]) await plantSession(app, db, user)
    await db.run(`delete from bulk_runs; delete from contact_messages; delete from backlinks;
      delete from dmca_report_events; delete from dmca_report_posts; delete from dmca_reports; delete from outreach_opt_outs; delete from list_views;
      delete from posts where post_id = '7100000000000000001';
      insert into bulk_runs (list, action, filter, actor_id, actor_label, state, created_at, finished_at)
        values ('users', 'ban', '', '${operator}', 'op@site.example', 'done', 1, ${Date.now()})`)
    await use({ anna, ...(await insertRows(db)) })
  },
})

async function insertRows(db: Sql): Promise<Omit<Ids, 'anna'>> {
  const now = Date.now()
  const insert = async (table: string, row: Record<string, string | number>): Promise<number> => {
    const names = Object.keys(row)
    const values = names.map((name) => `@${name}`)
    const query = `insert into ${table} (${names}) values (${values}) returning *`
    const stored = await db.row(query, row)
    return Number(stored?.id ?? stored?.seq)
  }
  const texts = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'a']))
  const post = '7100000000000000001'
  await insert('posts', {
    ...{ post_id: post, link: `https://www.tiktok.com/@a/video/${post}`, kind: 'video' },
    ...{ title: 'Cat', search_text: 'cat', first_seen_at: now, last_seen_at: now },
  })
  const message = await insert('contact_messages', {
    ...texts('name email topic message content_hash search_text'),
    ...{ name: 'Vera', topic: 'general', language: 'en', received_at: now },
  })
  const link = await insert('backlinks', {
    ...texts('search_text anchor_text notes'),
    ...{ domain: 'a.example', url: 'https://10.0.0.1/', url_key: '10.0.0.1/', status: 'active' },
    ...{ domain_authority: 1, date_acquired: 0, contact_email: '', created_at: 1, updated_at: 1 },
  })
  const report = await insert('dmca_reports', {
    ...texts('company postal_address phone work_description work_addresses remarks signature'),
    ...texts('declarations_version good_faith_text accuracy_text owner_name content_hash'),
    ...texts('status_token_hash title_key reporter_key search_text'),
    ...{ claimant_name: 'Ada', work_title: 'Film', email: 'ada@a.example', capacity: 'owner' },
    ...{ language: 'en', submitted_at: now },
  })
  const event = { report_id: report, at: now, kind: 'submitted', actor_label: 'reporter', note: '' }
  await insert('dmca_report_events', event)
  return { link, message, report, post }
}

test.use({ ownApp: 'answers' })

type Action = {
  at: string | ((ids: Ids) => string)
  /** Does what comes before the press, and returns what is pressed. */
  press: string | ((page: Page, ids: Ids) => Locator | Promise<Locator>)
  /** What is to be seen before the answer; left out, that what was pressed is busy. */
  shows?: (page: Page, ids: Ids) => Locator
}

const main = (page: Page) => page.getByRole('main')
const named = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).locator('visible=true').first()
const busyRow = (row: Locator) => row.and(row.page().locator('[aria-busy=true]'))
const progress = (page: Page) => page.locator('[data-busy]')

/** Ticks a row, and returns a button of the bar below the list. */
async function ticked(page: Page, row: string, action: string): Promise<Locator> {
  await page.getByLabel(`Select ${row}`).check()
  return page.locator('[data-bulk]').getByRole('button', { name: action })
}

async function inMenu(page: Page, row: string, item: string): Promise<Locator> {
  await rowOf(page, row).locator('summary').last().click()
  return rowOf(page, row).locator('details[open]').getByText(item, { exact: true })
}

async function filled(page: Page, label: string, text: string, action: string): Promise<Locator> {
  await page.getByLabel(label, { exact: true }).locator('visible=true').first().fill(text)
  return named(page, action)
}

const user = ({ anna }: Ids) => `/admin/users/${anna}`
const backlink = ({ link }: Ids) => `/admin/backlinks/${link}`
const report = ({ report: id }: Ids) => `/admin/dmca/${id}`
const rejection = (page: Page) =>
  page.locator('summary', { hasText: 'Reject Claim' }).locator('visible=true').first()

const actions: Record<string, Action> = {
  'ban a user': {
    at: '/admin/users',
    press: (page) => inMenu(page, 'Anna Aster', 'Ban'),
    shows: (page) => busyRow(rowOf(page, 'Anna Aster').filter({ hasText: 'Banned' })),
  },
  'deactivate ticked users': {
    at: '/admin/users',
    press: (page) => ticked(page, 'Anna Aster', 'Deactivate'),
  },
  'dismiss a bulk change': { at: '/admin/users', press: 'Dismiss' },
  'rename a user': { at: user, press: (page) => filled(page, 'Name', 'Annika', 'Save') },
  'deactivate a user': { at: user, press: 'Deactivate' },
  'sign a user out': {
    at: user,
    press: (page) =>
      main(page)
        .getByRole('button', { name: /^Sign out/ })
        .first(),
  },
  'create a user': {
    at: '/admin/users/new',
    press: async (page) => {
      await page.getByLabel('Name').fill('Nora New')
      return filled(page, 'Email', 'nora@users.example', 'Create the user')
    },
  },
  'flag a video': {
    at: ({ post }) => `/admin/videos?show=${post}`,
    press: async (page) => {
      await page.getByRole('dialog').locator('[aria-keyshortcuts=F]').click()
      const form = page.getByRole('dialog').getByRole('form')
      await form.getByLabel('Reason').fill('Spam')
      return form.getByRole('button', { name: 'Flag', exact: true })
    },
    shows: (page) => busyRow(page.locator('[data-row]').filter({ hasText: 'Flagged' })),
  },
  'flag ticked videos': {
    at: ({ post }) => `/admin/videos/change/flag?id=${post}`,
    press: (page) => filled(page, 'Reason', 'Spam', 'Flag this video'),
  },
  'reject a report in the list': {
    at: '/admin/dmca',
    press: async (page) => {
      await page.locator('[data-row-link]').click()
      await rejection(page).click()
      return filled(page, 'Reason', 'No claim', 'Reject Claim')
    },
  },
  'reject a report': {
    at: report,
    press: async (page) => {
      await rejection(page).click()
      return filled(page, 'Reason', 'No claim', 'Reject Claim')
    },
  },
  'reject ticked reports': {
    at: ({ report: id }) => `/admin/dmca/decide/reject?id=${id}.1`,
    press: (page) => filled(page, 'Reason, for every claimant', 'No claim', 'Reject Claim'),
  },
  'check a backlink in the list': {
    at: '/admin/backlinks',
    press: (page) => inMenu(page, 'a.example', 'Check now'),
    shows: (page) => busyRow(rowOf(page, 'a.example')),
  },
  'check ticked backlinks': {
    at: '/admin/backlinks',
    press: (page) => ticked(page, 'a.example', 'Check'),
  },
  'check a backlink': { at: backlink, press: 'Check now' },
  'save a backlink': { at: backlink, press: 'Save' },
  'add an opt-out': {
    at: '/admin/backlinks/opt-outs',
    press: async (page) => {
      await main(page).getByRole('textbox').first().fill('a@b.example')
      return named(page, 'Add to the list')
    },
  },
  'mark ticked messages': {
    at: '/admin/inbox',
    press: (page) => ticked(page, 'message from Vera', 'Mark as done'),
  },
  'mark a message': { at: ({ message }) => `/admin/inbox/${message}`, press: 'Mark as done' },
  'delete a message': {
    at: ({ message }) => `/admin/inbox/delete?id=${message}`,
    press: 'Delete 1 message',
  },
  'save settings': {
    at: '/admin/settings/performance',
    press: (page) => filled(page, 'Cache duration', '44', 'Save settings'),
    shows: (page) => page.getByText('Saving…'),
  },
  'save who gets notifications': {
    at: '/admin/settings/notifications',
    press: async (page) => {
      await main(page).getByRole('checkbox').first().click()
      return named(page, 'Save settings')
    },
    shows: (page) => page.getByText('Saving…'),
  },
  'follow a notification': {
    at: '/admin/notifications',
    press: (page) => main(page).getByRole('listitem').getByRole('link').first(),
    shows: progress,
  },
  'test the extraction': {
    at: '/admin/settings/api',
    press: 'Test the first service',
    shows: (page) => page.getByText('Testing…'),
  },
  'run a job': {
    at: '/admin/system',
    press: async (page) => {
      await page.locator('summary', { hasText: /^Email/ }).click()
      return rowOf(page, 'Delete email older than 30 days').getByRole('button')
    },
  },
  'make a backup': { at: '/admin/settings/database', press: 'Back up now' },
  'save a view': {
    at: '/admin/users?status=active',
    press: async (page) => {
      await page.locator('summary', { hasText: 'Save view' }).click()
      return filled(page, 'View name', 'Active ones', 'Save')
    },
    shows: (page) =>
      busyRow(page.locator('summary', { hasText: 'Save view' })).or(
        page.getByRole('link', { name: 'Active ones' }),
      ),
  },
  'sign another device out': { at: '/admin/settings/account', press: 'Sign out' },
  'save one’s profile': {
    at: '/admin/settings/account',
    press: (page) => filled(page, 'Name', 'Olga O', 'Save'),
  },
}

test.describe('a pressed button shows it before the server has answered', () => {
  for (const [name, { at, press, shows }] of Object.entries(actions)) {
    test(name, async ({ page, ids }) => {
      await page.goto(typeof at === 'string' ? at : at(ids))
      const pressed = typeof press === 'string' ? named(page, press) : await press(page, ids)
      const release = await holdAnswers(page)
      await pressed.click()
      const shown = shows?.(page, ids) ?? page.locator('button[aria-busy=true]')
      await expect(shown.first()).toBeVisible()
      release()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    })
  }
})

test('a message is shown although another load overtakes the one that brings it', async ({
  page,
  ids,
}) => {
  await page.goto(user(ids))
  const answered = Promise.withResolvers<void>()
  await page.route(/\/admin\/users\/.*\.data/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    // The server has given the message, and the browser never gets it.
    await route.fetch()
    answered.resolve()
  })
  await named(page, 'Ban').click()
  await answered.promise
  await page.getByRole('link', { name: 'Audit log', exact: true }).locator('visible=true').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  await expect(
    page.locator('[data-flash]').filter({ hasText: 'Anna Aster is banned, and signed out.' }),
  ).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('link', { name: 'Inbox', exact: true }).locator('visible=true').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox')
  await page.reload()
  await expect(
    page.locator('[data-flash]').filter({ hasText: 'Anna Aster is banned, and signed out.' }),
  ).toHaveCount(0)
})
