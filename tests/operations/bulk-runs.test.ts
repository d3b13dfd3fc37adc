// @module-tag process
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signedIn } from '#tests/accounts/admin-world.ts'
import { addUser, type Browser, openDatabase, password } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { controlsOf, problemOf } from '#tests/support/form-fields.ts'
import type { Sql } from '#tests/support/sql.ts'

let app: AppServer
let db: Sql
let browser: Browser
let operator: string
/** The last line of the audit log before the test. */
let logged: number

beforeAll(async () => {
  app = await startApp()
  db = openDatabase(app)
})
afterAll(async () => {
  await db?.close()
  if (app !== undefined) await discardApp(app)
})
beforeEach(async () => {
  await db.run(`delete from users; delete from sign_in_attempts; delete from bulk_runs;
    delete from posts; delete from backlinks; delete from outbox; delete from contact_messages;
    delete from dmca_report_events; delete from dmca_reports`)
  operator = await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
  browser = await signedIn(app, 'op@site.example')
  logged = Number(await db.value('select max(seq) from audit_log'))
})

async function addMembers(
  count: number,
  status: 'active' | 'inactive' | 'banned' = 'active',
): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const email = `${status}${n}@members.example`
    ids.push(await addUser(db, { email, name: `Member ${n}`, role: 'user', status }))
  }
  return ids
}

async function addReports(count: number): Promise<void> {
  const texts = [
    ...['claimant_name', 'company', 'postal_address', 'phone', 'work_title', 'work_description'],
    ...['work_addresses', 'remarks', 'declarations_version', 'good_faith_text', 'accuracy_text'],
    ...['signature', 'owner_name', 'title_key', 'reporter_key', 'network_hash'],
  ]
  const add = `insert into dmca_reports (${texts}, submitted_at, capacity, language, email, search_text,
       content_hash, status_token_hash)
     values (${texts.map(() => `''`)}, 1, 'owner', 'en', 'ada@aster.example', ?, ?, ?)`
  for (let n = 0; n < count; n += 1) await db.run(add, `film ${n}`, `content ${n}`, `token ${n}`)
}

const statusOf = (id: string | undefined) => db.value('select status from users where id = ?', id)
const countOf = (status: string) => db.value('select count(*) from users where status = ?', status)

type Run = { id: number; state: string; total: number; changed: number; skipped: string }

const runs = () => db.rows<Run>('select * from bulk_runs order by id')

async function ended(state = 'done'): Promise<Run> {
  return vi.waitFor(
    async () => {
      const run = (await runs()).at(-1)
      expect(run?.state).toBe(state)
      if (run === undefined) throw new Error('There is no run')
      return run
    },
    { timeout: 25_000, interval: 20 },
  )
}

/** Resolves once the run has changed some rows, but not all of them. */
async function underWay(): Promise<Run> {
  return vi.waitFor(
    async () => {
      const run = (await runs()).at(-1)
      if (run === undefined || run.changed === 0) throw new Error('Nothing has been changed yet')
      expect(run.state).toBe('running')
      return run
    },
    { timeout: 10_000, interval: 5 },
  )
}

/** Opens the page that asks, and sends its form as it is but for some fields. */
async function confirm(target: string, fields: Record<string, string> = {}) {
  const html = await browser.html(target)
  const hidden = ['matched', 'through', 'back'].map((name) => [name, hiddenIn(html, name)])
  const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields })
  return { html, send: () => browser.send(target, { method: 'POST', body }) }
}

function hiddenIn(html: string, name: string): string {
  const [, value = ''] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? []
  return value.replaceAll('&amp;', '&')
}

const begin = async (target: string, fields?: Record<string, string>) =>
  (await confirm(target, fields)).send()

const audit = () =>
  db.rows('select action, actor_label, after from audit_log where seq > ?', logged)

const press = (run: Run, intent: string) =>
  browser.post(`/admin/bulk/runs/${run.id}`, { intent, back: '/admin/videos' })

describe('all that match', () => {
  test('are those of the role in the filter, and no others', async () => {
    const members = await addMembers(3)
    const admin = await addUser(db, { email: 'member@admins.example', name: 'Member Admin' })
    const target = '/admin/bulk/users/deactivate?q=member&role=user'
    const { html, send } = await confirm(target, { typed: '3' })
    expect(html).toContain('Deactivate 3 users?')
    expect(html).toContain('role user')
    expect((await send()).status).toBe(302)
    expect(await ended()).toMatchObject({ total: 3, changed: 3 })
    expect(new Set(await Promise.all(members.map(statusOf)))).toEqual(new Set(['inactive']))
    expect(await statusOf(admin)).toBe('active')
  })

  test('are changed once the number is typed, with one audit entry for the whole', async () => {
    const members = await addMembers(120)
    const [other] = await addMembers(1, 'inactive')
    const target = '/admin/bulk/users/ban?q=member&status=active&back=%2Fadmin%2Fusers%3Fq%3Dmember'
    const wrong = await confirm(target, { typed: '119' })
    expect(wrong.html).toContain('Ban 120 users?')
    expect(wrong.html).toContain('Filter: search “member”, status active.')
    expect(wrong.html).toContain('You can undo it within a day.')
    const refused = await wrong.send()
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain('Type 120 to confirm.')
    expect(await runs()).toEqual([])

    const done = await begin(target, { typed: '120' })
    expect([done.status, done.headers.get('location')]).toEqual([302, '/admin/users?q=member'])
    expect(await ended()).toMatchObject({ total: 120, changed: 120, skipped: '{}' })
    expect(new Set(await Promise.all(members.map(statusOf)))).toEqual(new Set(['banned']))
    expect([await statusOf(other), await statusOf(operator)]).toEqual(['inactive', 'active'])
    expect(await audit()).toEqual([
      {
        action: 'bulk.changed',
        actor_label: 'op@site.example',
        after: JSON.stringify({
          list: 'users',
          action: 'ban',
          search: 'member',
          status: 'active',
          matched: 120,
          changed: 120,
          skipped: 0,
        }),
      },
    ])
    const log = await browser.html('/admin/audit')
    expect(log).toContain(' banned 120 users found by “member” in ')
  })

  test('whoever comes after the page that asked is not touched', async () => {
    await addMembers(60)
    const asked = await confirm('/admin/bulk/users/deactivate?q=member', { typed: '60' })
    const late = await addUser(db, {
      email: 'late@members.example',
      name: 'Member late',
      role: 'user',
    })
    expect((await asked.send()).status).toBe(302)
    expect(await ended()).toMatchObject({ total: 60, changed: 60 })
    expect(await statusOf(late)).toBe('active')
  })

  test('if more match by now, it asks to confirm the new number', async () => {
    await addMembers(3)
    await addMembers(1, 'inactive')
    const target = '/admin/bulk/users/ban?status=active&q=member'
    const asked = await confirm(target, { typed: '3' })
    await db.run(`update users set status = 'active'`)
    const answer = await asked.send()
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('4 users match now.')
    expect([await runs(), await countOf('banned')]).toEqual([[], 0])
  })

  test('your own account and the last admin stay, and it is said how many were skipped', async () => {
    await addMembers(2)
    const html = await browser.html('/admin/bulk/users/ban')
    expect(html).toContain('No filter: the whole list.')
    await begin('/admin/bulk/users/ban', { typed: '3' })
    expect(await ended()).toMatchObject({ changed: 2, skipped: '{"self":1}' })
    expect(await statusOf(operator)).toBe('active')
    const page = await browser.html('/admin/analytics')
    expect(page).toContain('2 users are banned, and signed out.')
    expect(page).toContain('1 skipped: your own account.')
    await begin('/admin/bulk/users/sign_out?status=active')
    expect(await ended()).toMatchObject({ changed: 0, skipped: '{"self":1}' })
    expect((await browser.get('/admin')).status).toBe(200)
  })

  test('whoever is so already is not counted as changed, nor given back by Undo', async () => {
    await addMembers(3)
    await addMembers(2, 'banned')
    await begin('/admin/bulk/users/ban?q=member', { typed: '5' })
    const run = await ended()
    expect(run).toMatchObject({ changed: 3, skipped: '{"already":2}' })
    const page = await browser.html('/admin/analytics')
    expect(page).toContain('3 users are banned, and signed out.')
    expect(page).toContain('2 skipped: already in that status.')
    await press(run, 'undo')
    expect(await ended()).toMatchObject({ changed: 3, skipped: '{}' })
    expect([await countOf('banned'), await countOf('active')]).toEqual([2, 4])
  })

  test('whoever does not match any more when their turn comes is left alone', async () => {
    const members = await addMembers(1_000)
    await begin('/admin/bulk/users/ban?status=active&q=member', { typed: '1,000' })
    await underWay()
    await db.run(`update users set status = 'inactive' where id = ?`, members.at(-1))
    expect(await ended()).toMatchObject({ changed: 999, skipped: '{"changed":1}' })
    expect(await statusOf(members.at(-1))).toBe('inactive')
  })

  test('deleting asks for the password too', async () => {
    await addMembers(70, 'banned')
    const target = '/admin/bulk/users/delete?status=banned'
    const asked = await confirm(target, { typed: '70', ownPassword: 'not mine' })
    expect(asked.html).toContain('This can’t be undone.')
    const refused = await asked.send()
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('That isn’t your password.')
    expect(await countOf('banned')).toBe(70)
    await begin(target, { typed: '70', ownPassword: password })
    await ended()
    expect(await countOf('banned')).toBe(0)
  })

  test('without an action the page offers those of the list; an unknown one is not there', async () => {
    await addMembers(2)
    const html = await browser.html('/admin/bulk/users?q=member')
    expect(html).toContain('2 users match')
    expect(html).toContain('href="/admin/bulk/users/ban?q=member&amp;back=%2Fadmin%2Fusers"')
    for (const path of ['users/explode', 'users/constructor', 'constructor', 'settings/delete']) {
      expect((await browser.get(`/admin/bulk/${path}`)).status, path).toBe(404)
    }
    const none = await browser.html('/admin/bulk/users/ban?q=zzz')
    expect(none).toContain('There is nothing to change.')
    expect(controlsOf(none, 'ban')).toEqual([])
  })
})

describe('a run', () => {
  test('is seen on every screen without JavaScript, and can be stopped', async () => {
    await addMembers(1_500)
    await begin('/admin/bulk/users/ban?q=member', { typed: '1500' })
    const run = await underWay()
    const screen = await browser.html('/admin/videos')
    expect(screen).toContain('Banning users')
    expect(screen).toContain('Refresh')
    expect(screen).toContain('of 1,500')
    const details = await browser.html(`/admin/bulk/runs/${run.id}`)
    expect(details).toContain('Refresh')
    const stopped = await press(run, 'stop')
    expect(stopped.headers.get('location')).toBe('/admin/videos')
    const { changed } = await ended('cancelled')
    expect(changed).toBeLessThan(1_500)
    expect(await countOf('banned')).toBe(changed)
    expect(await browser.html('/admin/videos')).toContain('Stopped. ')
    expect(JSON.stringify(await audit())).toContain('stopped early')
    await press(run, 'dismiss')
    expect(await browser.html('/admin/videos')).not.toContain('Stopped. ')
  })

  test('goes on after a crash: nothing is missed, counted twice or told twice', async () => {
    await addMembers(1_500)
    await begin('/admin/bulk/users/ban?q=member', { typed: '1500' })
    await underWay()
    await app.stop('SIGKILL')
    // Both at one moment: a database server may still end the step that it was sent.
    const left = await db.row<{ banned: number; counted: number }>(
      `select (select count(*) from users where status = 'banned') as banned, changed as counted
       from bulk_runs`,
    )
    expect(left?.banned).toBe(left?.counted)
    expect(left?.banned).toBeLessThan(1_500)
    app = await startApp({}, app.dataDir)
    expect(await ended()).toMatchObject({ total: 1_500, changed: 1_500, skipped: '{}' })
    expect(await countOf('banned')).toBe(1_500)
    expect(await audit()).toHaveLength(1)
    expect(await db.value('select count(*) from bulk_chunks where was is null')).toBe(0)
  })

  test('ends when its operator is no longer an admin', async () => {
    await addUser(db, { email: 'second@site.example', name: 'Second Admin' })
    await addMembers(1_000)
    await begin('/admin/bulk/users/ban?q=member', { typed: '1000' })
    await underWay()
    await db.run(`update users set role = 'user' where id = ?`, operator)
    const { changed } = await ended('cancelled')
    expect(await countOf('banned')).toBe(changed)
    expect(JSON.stringify(await audit())).toContain('op@site.example is no longer an active admin.')
  })

  test('is told on the page of each user whom it changed, and leads to its own', async () => {
    const [banned, inactive] = [...(await addMembers(1)), ...(await addMembers(1, 'inactive'))]
    const told = async (id: string | undefined) => {
      const page = (await browser.html(`/admin/users/${id}`)).replaceAll(/<!-- -->/g, '')
      const log = (await browser.html(`/admin/audit?object=${id}`)).replaceAll(/<!-- -->/g, '')
      const link = ({ id: run }: Run) =>
        new RegExp(`href="/admin/bulk/runs/${run}"[^>]*>bulk change ${run}<`)
      const links = (await runs()).filter((run) => link(run).test(page))
      const logged = links.every((run) => link(run).test(log))
      return [links.map((run) => run.id), logged]
    }
    await begin('/admin/bulk/users/ban?q=member&status=active', { typed: '1' })
    const ban = await ended()
    expect(await told(banned)).toEqual([[ban.id], true])
    expect(await told(inactive)).toEqual([[], true])
    expect(await browser.html(`/admin/users/${banned}`)).toContain(
      'banned 1 user found by “member”',
    )
    await press(ban, 'undo')
    const undo = await ended()
    await begin('/admin/bulk/users/sign_out?q=member')
    const signOut = await ended()
    expect(await told(banned)).toEqual([[ban.id, undo.id, signOut.id], true])
    expect(await told(inactive)).toEqual([[signOut.id], true])
  })

  test('is undone: everyone is as before, except who was changed since', async () => {
    const active = await addMembers(80)
    const inactive = await addMembers(5, 'inactive')
    await begin('/admin/bulk/users/ban?q=member', { typed: '85' })
    const run = await ended()
    await db.run(`update users set status = 'inactive' where id = ?`, active[0])
    const page = `/admin/bulk/runs/${run.id}`
    expect(await browser.html(page)).not.toContain('This was undone.')
    expect((await press(run, 'undo')).status).toBe(302)
    expect(await ended()).toMatchObject({ changed: 84, skipped: '{"changed":1}' })
    expect(await browser.html(page)).toContain('This was undone.')
    const statuses = await Promise.all(active.map(statusOf))
    expect(statuses.filter((status) => status === 'active')).toHaveLength(79)
    expect(new Set(await Promise.all(inactive.map(statusOf)))).toEqual(new Set(['inactive']))
    expect(await statusOf(active[0])).toBe('inactive')
    await press(run, 'undo')
    expect(await browser.html('/admin/users')).toContain('It can’t be undone anymore.')
    expect(await runs()).toHaveLength(2)
  })
})

describe('other lists', () => {
  test('videos are removed with a reason, and given back', async () => {
    const add = `insert into posts (post_id, link, title, search_text, kind, first_seen_at, last_seen_at)
       values (?, ?, ?, ?, 'video', ${Date.now()}, ${Date.now()})`
    for (let n = 10; n < 90; n += 1) {
      const id = `70000000000000000${n}`
      await db.run(add, id, `https://www.tiktok.com/@a/video/${id}`, `Clip ${n}`, `clip ${n}`)
    }
    const target = '/admin/bulk/videos/remove?q=clip'
    const refused = await begin(target, { typed: '80' })
    expect(problemOf(await refused.text(), '', 'reason') ?? 'Enter a reason.').toBe(
      'Enter a reason.',
    )
    expect(refused.status).toBe(400)
    await begin(target, { typed: '80', reason: 'Spam wave' })
    const run = await ended()
    const removed = `select count(*) from posts where status = 'removed'`
    expect(await db.value(removed)).toBe(80)
    expect(await db.rows('select distinct reason, actor_label from post_status_changes')).toEqual([
      { reason: 'Spam wave', actor_label: 'op@site.example' },
    ])
    await press(run, 'undo')
    await vi.waitFor(async () => expect(await db.value(removed)).toBe(0))
  })

  test('messages that match the search are marked as done, given back, and deleted', async () => {
    const add = `insert into contact_messages
         (received_at, name, email, topic, message, language, content_hash, search_text, status)
       values (${Date.now()}, '', '', 'general', ?, 'en', ?, ?, ?)`
    for (let n = 0; n < 70; n += 1) {
      await db.run(add, `Spam ${n}`, `hash ${n}`, `spam ${n}`, n < 65 ? 'new' : 'done')
    }
    await db.run(add, 'Hello', 'hash', 'hello', 'new')
    const count = (status: string) =>
      db.value('select count(*) from contact_messages where status = ?', status)
    expect(await browser.html('/admin/inbox?q=spam')).toContain('Select all 70 that match')
    const { html, send } = await confirm('/admin/bulk/messages/done?q=spam')
    expect(html).toContain('Mark as done 70 messages?')
    await send()
    const run = await ended()
    expect(run).toMatchObject({ total: 70, changed: 65, skipped: '{"already":5}' })
    expect([await count('new'), await count('done')]).toEqual([1, 70])
    expect(await browser.html('/admin/audit')).toContain(
      ' marked 65 messages found by “spam” as done in ',
    )
    await press(run, 'undo')
    await ended()
    expect([await count('new'), await count('done')]).toEqual([66, 5])
    await begin('/admin/bulk/messages/delete?q=spam&status=new', { typed: '65' })
    await ended()
    expect([await count('new'), await count('done')]).toEqual([1, 5])
    expect(await audit()).toHaveLength(3)
  })

  test('reports are rejected with a reason, and given back; none is approved', async () => {
    await addReports(60)
    await db.run(`update dmca_reports set status = 'resolved' where id % 20 = 0`)
    const count = (status: string) =>
      db.value('select count(*) from dmca_reports where status = ?', status)
    const [resolved, pending] = [await count('resolved'), await count('pending')]
    expect((await browser.get('/admin/bulk/reports/approve')).status).toBe(404)
    expect(await browser.html('/admin/dmca?q=film')).toContain('Select all 60 that match')
    const target = '/admin/bulk/reports/reject?q=film'
    const asked = await begin(target, { typed: '60', reason: '' })
    expect(asked.status).toBe(400)
    expect(await asked.text()).toContain('Sent to every claimant.')
    await begin(target, { typed: '60', reason: 'Not a notice.' })
    const run = await ended()
    expect(run).toMatchObject({ changed: pending, skipped: '{"handled":3}' })
    expect([await count('resolved'), await count('rejected')]).toEqual([resolved, pending])
    const events =
      'select kind, note, actor_label, count(*) as n from dmca_report_events group by kind, note, actor_label'
    const actor_label = 'op@site.example'
    expect(await db.rows(events)).toEqual([
      { kind: 'rejected', note: 'Not a notice.', actor_label, n: pending },
    ])
    // Another operator has decided one otherwise since.
    await db.run(`update dmca_reports set status = 'resolved'
      where id = (select min(id) from dmca_reports where status = 'rejected')`)
    await press(run, 'undo')
    expect(await ended()).toMatchObject({ changed: Number(pending) - 1, skipped: '{"changed":1}' })
    expect([await count('pending'), await count('rejected')]).toEqual([Number(pending) - 1, 0])
    expect(await browser.html('/admin/audit')).toContain(
      ` rejected ${pending} DMCA reports found by “film” in `,
    )
    expect(await audit()).toHaveLength(2)
  })

  test('backlinks and emails are deleted; what is being sent stays', async () => {
    const link = `insert into backlinks (domain, url, url_key, search_text, anchor_text, status, domain_authority,
         date_acquired, contact_email, notes, created_at, updated_at)
       values ('a.example', ?, ?, 'a.example', '', 'lost', 1, 0, '', '', 1, 1)`
    for (let n = 0; n < 60; n += 1) await db.run(link, `https://a.example/${n}`, `a.example/${n}`)
    await begin('/admin/bulk/backlinks/delete?status=lost', { typed: '60' })
    await ended()
    expect(await db.value('select count(*) from backlinks')).toBe(0)

    const mail = `insert into outbox (recipient, subject, message_id, state, created_at, next_try_at)
       values ('a@b.example', 'Hi', 'x', ?, 1, 9e15)`
    for (const state of ['failed', 'failed', 'sending', 'sent']) await db.run(mail, state)
    await begin('/admin/bulk/mails/delete', { typed: '4' })
    expect(await ended()).toMatchObject({ changed: 3, skipped: '{"kept":1}' })
    expect(await db.column('select state from outbox')).toEqual(['sending'])
    const asked = await browser.html('/admin/bulk/mails/retry')
    expect(asked).toContain('Save a mail server first.')
  })
})
