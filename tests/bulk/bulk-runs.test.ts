// @module-tag whole
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { signedIn, startAccountsWorld } from '#tests/accounts/admin-world.ts'
import { addUser, type Browser, password } from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { controlsOf, problemOf } from '#tests/support/form-fields.ts'
import { addRows } from '#tests/support/rows.ts'
import { testEngine } from '#tests/support/sql.ts'
import { until } from '#tests/support/until.ts'

let browser: Browser
let operator: string
/** The last line of the audit log before the test. */
let logged: number

const world = startAccountsWorld()
beforeEach(async () => {
  await world.db.run(`delete from bulk_runs; delete from posts; delete from backlinks;
    delete from contact_messages; delete from dmca_report_events; delete from dmca_reports`)
  operator = await addUser(world.db, { email: 'op@site.example', name: 'Olga Operator' })
  browser = await signedIn(world.app, 'op@site.example')
  logged = Number(await world.db.value('select max(seq) from audit_log'))
})

async function addMembers(
  count: number,
  status: 'active' | 'inactive' | 'banned' = 'active',
): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const email = `${status}${n}@members.example`
    ids.push(await addUser(world.db, { email, name: `Member ${n}`, role: 'user', status }))
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
  for (let n = 0; n < count; n += 1)
    await world.db.run(add, `film ${n}`, `content ${n}`, `token ${n}`)
}

const statusOf = (id: string | undefined) =>
  world.db.value('select status from users where id = ?', id)
const countOf = (status: string) =>
  world.db.value('select count(*) from users where status = ?', status)

type Run = { id: number; state: string; total: number; changed: number; skipped: string }

const runs = () => world.db.rows<Run>('select * from bulk_runs order by id')

async function ended(state = 'done'): Promise<Run> {
  return until(async () => {
    const run = (await runs()).at(-1)
    expect(run?.state).toBe(state)
    if (run === undefined) throw new Error('There is no run')
    return run
  }, 20)
}

/** Resolves once the run has changed some rows, but not all of them. */
async function underWay(): Promise<Run> {
  return until(async () => {
    const run = (await runs()).at(-1)
    if (run === undefined || run.changed === 0) throw new Error('Nothing has been changed yet')
    expect(run.state).toBe('running')
    return run
  }, 5)
}

let renewal: NodeJS.Timeout | undefined
const release = async () => {
  clearInterval(renewal)
  await world.db.run("update jobs set claimed_until = 0 where claim_token = 'dead'")
}

/** Begins a run that a process without life holds from its first slice on, until it is released. */
async function held(target: string, fields?: Record<string, string>): Promise<Run> {
  const now =
    testEngine === 'postgres'
      ? '(extract(epoch from clock_timestamp()) * 1000)::bigint'
      : "cast(unixepoch('subsec') * 1000 as integer)"
  const claim = `claimed_until = ${now} + 11000 where kind = 'bulk'`
  renewal = setInterval(() => {
    void world.db.run(`update jobs set ${claim} and claim_token = 'dead'`)
  }, 1_000)
  onTestFinished(release)
  const hold = `update jobs set claim_token = 'dead', ${claim}`
  return world.db.withTrigger('after update of changed on bulk_runs', hold, async () => {
    await begin(target, fields)
    return underWay()
  })
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
  world.db.rows('select action, actor_label, after from audit_log where seq > ?', logged)

const press = (run: Run, intent: string) =>
  browser.post(`/admin/bulk/runs/${run.id}`, { intent, back: '/admin/videos' })

describe('all that match', () => {
  test('are those of the role in the filter, and no others', async () => {
    const members = await addMembers(3)
    const admin = await addUser(world.db, { email: 'member@admins.example', name: 'Member Admin' })
    const target = '/admin/bulk/users/deactivate?q=member&role=user'
    const { html, send } = await confirm(target, { typed: '3' })
    expect(html).toContain('Deactivate 3 users?')
    expect(html).toContain('role user')
    expect((await send()).status).toBe(302)
    expect(await ended()).toMatchObject({ total: 3, changed: 3 })
    expect(new Set(await Promise.all(members.map(statusOf)))).toEqual(new Set(['inactive']))
    expect(await statusOf(admin)).toBe('active')
  })

  test('are changed once the number is typed, with one audit entry for the whole', {
    tags: 'gate',
  }, async () => {
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
    expect(log).not.toContain('A bulk change failed')
  })

  test('users added after the confirming page was opened are not touched', async () => {
    await addMembers(60)
    const asked = await confirm('/admin/bulk/users/deactivate?q=member', { typed: '60' })
    const late = await addUser(world.db, {
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
    await world.db.run(`update users set status = 'active'`)
    const answer = await asked.send()
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('4 users match now.')
    expect([await runs(), await countOf('banned')]).toEqual([[], 0])
  })

  test('your own account and the last admin stay, and the page shows how many were skipped', async () => {
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

  test('users who are so already are not counted as changed, nor changed by Undo', async () => {
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

  test('users who no longer match when their turn comes are left alone', async () => {
    const members = await addMembers(120)
    await held('/admin/bulk/users/ban?status=active&q=member', { typed: '120' })
    await world.db.run(`update users set status = 'inactive' where id = ?`, members.at(-1))
    await release()
    expect(await ended()).toMatchObject({ changed: 119, skipped: '{"changed":1}' })
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
    await addMembers(1_050)
    const run = await held('/admin/bulk/users/ban?q=member', { typed: '1050' })
    const screen = await browser.html('/admin/videos')
    expect(screen).toContain('Banning users')
    expect(screen).toContain('Refresh')
    expect(screen).toContain('of 1,050')
    const details = await browser.html(`/admin/bulk/runs/${run.id}`)
    expect(details).toContain('Refresh')
    const stopped = await press(run, 'stop')
    expect(stopped.headers.get('location')).toBe('/admin/videos')
    const { changed } = await ended('cancelled')
    expect(changed).toBeLessThan(1_050)
    expect(await countOf('banned')).toBe(changed)
    expect(await browser.html('/admin/videos')).toContain('Stopped. ')
    expect(JSON.stringify(await audit())).toContain('stopped early')
    await press(run, 'dismiss')
    expect(await browser.html('/admin/videos')).not.toContain('Stopped. ')
  })

  test('goes on after a crash: nothing is missed, counted twice or reported twice', async () => {
    await addMembers(1_500)
    await begin('/admin/bulk/users/ban?q=member', { typed: '1500' })
    await underWay()
    await world.app.stop('SIGKILL')
    // Both at one moment: a database server may still end the step that it was sent.
    const left = await world.db.row<{ banned: number; counted: number }>(
      `select (select count(*) from users where status = 'banned') as banned, changed as counted
       from bulk_runs`,
    )
    expect(left?.banned).toBe(left?.counted)
    expect(left?.banned).toBeLessThan(1_500)
    world.app = await startApp({}, world.app.dataDir)
    expect(await ended()).toMatchObject({ total: 1_500, changed: 1_500, skipped: '{}' })
    expect(await countOf('banned')).toBe(1_500)
    expect(await audit()).toHaveLength(1)
    expect(await world.db.value('select count(*) from bulk_selections')).toBe(0)
  })

  test('ends when its operator is no longer an admin', async () => {
    await addUser(world.db, { email: 'second@site.example', name: 'Second Admin' })
    await addMembers(120)
    await held('/admin/bulk/users/ban?q=member', { typed: '120' })
    await world.db.run(`update users set role = 'user' where id = ?`, operator)
    await release()
    const { changed } = await ended('cancelled')
    expect(await countOf('banned')).toBe(changed)
    expect(JSON.stringify(await audit())).toContain('op@site.example is no longer an active admin.')
  })

  test('that only fails ends after a few tries and changes nothing, on screen and in the audit log', async () => {
    await addMembers(60)
    await world.db.withTrigger(
      'before update of status on users',
      { failWith: 'broken' },
      async () => {
        await begin('/admin/bulk/users/ban?q=member', { typed: '60' })
        await ended('failed')
      },
    )
    expect(await countOf('banned')).toBe(0)
    expect(await browser.html('/admin/videos')).toContain(
      'Failed. See the server’s log. 0 of 60 users are banned',
    )
    expect(await browser.html('/admin/audit')).toContain('A bulk change failed: ')
  })

  test('is shown on the page of each user whom it changed, and leads to its own', async () => {
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
    await world.db.run(`update users set status = 'inactive' where id = ?`, active[0])
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
    const posts = Array.from({ length: 80 }, (_, n) => ({ title: `Clip ${n}` }))
    await addRows(world.db, 'posts', posts)
    const target = '/admin/bulk/videos/remove?q=clip'
    const refused = await begin(target, { typed: '80' })
    expect(problemOf(await refused.text(), '', 'reason') ?? 'Enter a reason.').toBe(
      'Enter a reason.',
    )
    expect(refused.status).toBe(400)
    await begin(target, { typed: '80', reason: 'Spam wave' })
    const run = await ended()
    const removed = `select count(*) from posts where status = 'removed'`
    expect(await world.db.value(removed)).toBe(80)
    expect(
      await world.db.rows('select distinct reason, actor_label from post_status_changes'),
    ).toEqual([{ reason: 'Spam wave', actor_label: 'op@site.example' }])
    await press(run, 'undo')
    await expect.poll(() => world.db.value(removed)).toBe(0)
  })

  test('messages that match the search are marked as done, given back, and deleted', async () => {
    const spam = Array.from({ length: 70 }, (_, n) => {
      return { message: `Spam ${n}`, status: n < 65 ? ('new' as const) : ('done' as const) }
    })
    await addRows(world.db, 'contact_messages', [...spam, { message: 'Hello', status: 'new' }])
    const count = (status: string) =>
      world.db.value('select count(*) from contact_messages where status = ?', status)
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

  test.runIf(testEngine === 'sqlite')(
    'however many messages are marked as done, all are given back',
    async () => {
      const rows = 5_010
      const spam = Array.from({ length: rows }, () => ({ message: 'Spam' }))
      await addRows(world.db, 'contact_messages', spam)
      await begin('/admin/bulk/messages/done?q=spam')
      const run = await ended()
      await press(run, 'undo')
      expect(await ended()).toMatchObject({ total: rows, changed: rows, skipped: '{}' })
      expect(
        await world.db.value(`select count(*) from contact_messages where status = 'new'`),
      ).toBe(rows)
    },
  )

  test('reports are rejected with a reason, and given back; none is approved', async () => {
    await addReports(60)
    await world.db.run(`update dmca_reports set status = 'resolved' where id % 20 = 0`)
    const count = (status: string) =>
      world.db.value('select count(*) from dmca_reports where status = ?', status)
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
    expect(await world.db.rows(events)).toEqual([
      { kind: 'rejected', note: 'Not a notice.', actor_label, n: pending },
    ])
    // Another operator has decided one otherwise since.
    await world.db.run(`update dmca_reports set status = 'resolved'
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
    const links = Array.from({ length: 60 }, () => ({ status: 'lost' as const }))
    await addRows(world.db, 'backlinks', links)
    await begin('/admin/bulk/backlinks/delete?status=lost', { typed: '60' })
    await ended()
    expect(await world.db.value('select count(*) from backlinks')).toBe(0)

    const states = ['failed', 'failed', 'sending', 'sent'] as const
    const mails = states.map((state) => ({ state }))
    await addRows(world.db, 'outbox', mails)
    await begin('/admin/bulk/mails/delete', { typed: '4' })
    expect(await ended()).toMatchObject({ changed: 3, skipped: '{"kept":1}' })
    expect(await world.db.column('select state from outbox')).toEqual(['sending'])
    const asked = await browser.html('/admin/bulk/mails/retry')
    expect(asked).toContain('Save a mail server first.')
  })
})
