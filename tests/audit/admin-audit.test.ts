// @module-tag process
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { changeUsers, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { saveTab, type Typed } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser, password, throughSignIn } from '#tests/support/accounts.ts'
import { elementsOf, type HtmlElement, select } from '#tests/support/html.ts'
import { queuedMails } from '#tests/support/mail.ts'
import { addRows } from '#tests/support/rows.ts'

const world = startAdminWorld()

type Line = { action: string; actor?: string; label?: string; object?: string; at: string }

async function write({ action, actor, label = 'somebody', object, at }: Line, outcome = 'success') {
  await world.db.run(
    `insert into audit_log (at, actor_id, actor_label, action, object_type, object_id, before, after, outcome, request_id)
     values (?, ?, ?, ?, 'user', ?, '{"role":"user"}', '{"role":"admin"}', ?, 'r1')`,
    Date.parse(at),
    actor ?? null,
    label,
    action,
    object ?? null,
    outcome,
  )
}

/** The sentences that the page shows, newest first. */
async function shown(search: string): Promise<string[]> {
  return sentencesIn(elementsOf(await world.browser.html(`/admin/audit${search}`)))
}

function sentencesIn(elements: HtmlElement[]): string[] {
  return elements
    .filter(({ tag, attributes }) => tag === 'th' && attributes.scope === 'row')
    .map(({ text }) => text.split(/Failed|Denied|Details/)[0]?.trim() ?? '')
}

describe('the audit log', () => {
  test('S41: is filtered by action, actor, object, outcome and days, which combine', async () => {
    const eve = { actor: 'u1', label: 'eve@gone.example' }
    const olga = { actor: world.operator, label: 'op@site.example' }
    await write({ ...eve, action: 'users.exported', at: '2020-01-01T00:00Z' })
    await write({ ...eve, action: 'user.banned', object: 'obj-2', at: '2020-01-02T23:59Z' })
    await write({ ...olga, action: 'user.banned', object: 'obj-1', at: '2020-01-03T12:00Z' })
    await write({ ...olga, action: 'audit.exported', at: '2020-01-04T00:00Z' }, 'denied')
    const [first, second, third, last] = [
      'eve@gone.example exported the users',
      'eve@gone.example banned user obj-2',
      'op@site.example banned user obj-1',
      'op@site.example exported the audit log',
    ]
    const year = 'from=2020-01-01&to=2020-12-31'
    expect(await shown(`?${year}`)).toEqual([last, third, second, first])
    expect(await shown('?from=2020-01-02&to=2020-01-03')).toEqual([third, second])
    expect(await shown('?action=user.banned&to=2020-01-02')).toEqual([second])
    // Deleted users are still found by their email.
    expect(await shown(`?actor=EVE@gone.example&${year}`)).toEqual([second, first])
    expect(await shown(`?actor=op@site.example&${year}`)).toEqual([last, third])
    expect(await shown(`?actor=op@site.example&outcome=denied&${year}`)).toEqual([last])
    expect(await shown('?object=obj-1')).toEqual([third])
    expect(await shown('?actor=nobody@gone.example')).toEqual([])
  })

  test('people and actions are chosen from lists, including the server and the command line', async () => {
    await write({ action: 'backup.made', label: 'system', at: '2019-05-05T00:00Z' }, 'failure')
    const elements = elementsOf(await world.browser.html('/admin/audit'))
    const options = select(elements, 'option').map(({ text }) => text)
    expect(options).toEqual(
      expect.arrayContaining([
        'Anyone',
        'No account (server, command line)',
        'op@site.example',
        'Backup made',
        'Signed in',
      ]),
    )
    expect(await shown('?actor=none&to=2019-12-31')).toEqual(['The server couldn’t make a backup'])
  })

  test('S41: an entry keeps its object’s name and page after the object is renamed or deleted', async () => {
    const ann = await addUser(world.db, { email: 'linked@site.example', name: 'Ann', role: 'user' })
    await changeUsers(world.browser, 'ban', [ann])
    await world.browser.post(`/admin/users/${ann}`, {
      ...{ intent: 'save', name: 'Ann', email: 'renamed@site.example', role: 'user' },
      ownPassword: password,
    })
    const banned = 'op@site.example banned linked@site.example'
    expect(await shown('?action=user.banned')).toContain(banned)
    const history = await world.browser.html(`/admin/users/${ann}`)
    expect(history.replaceAll(/<[^>]+>/g, '')).toContain('op@site.example banned this account')
    const done = await world.browser.send('/admin/users/delete', {
      method: 'POST',
      body: new URLSearchParams({ id: ann, ownPassword: password }),
    })
    expect(done.status).toBe(302)

    expect(await shown(`?object=${ann}`)).toEqual([
      'op@site.example deleted the account renamed@site.example',
      'op@site.example changed linked@site.example',
      banned,
    ])
    const html = await world.browser.html(`/admin/audit?object=${ann}`)
    const links = select(elementsOf(html), 'a').map(({ attributes }) => attributes.href)
    expect(links).toContain(`/admin/users/${ann}`)
    expect(links).toContain(`/admin/users/${world.operator}`)
    const csv = await world.browser.html(`/admin/audit/export.csv?object=${ann}`)
    expect(parse(csv, { bom: true, columns: true })).toMatchObject([
      {},
      { object: 'linked@site.example' },
      { object: 'linked@site.example' },
    ])
  })

  test('an entry from before 3.0 shows what it has, and opens to show values in words', async () => {
    await world.db.run(
      `insert into audit_log (at, actor_id, actor_label, action, object_type, object_id, before, after, outcome)
         values (?, ?, 'op@site.example', ?, ?, ?, ?, ?, 'success')`,
      ...[Date.parse('2018-01-01'), world.operator, 'backup.made', 'backup', 'cleanclip-1.db'],
      ...[null, '{"kind":"by-hand","bytes":688128}'],
    )
    const label = 'op@site.example'
    await write({ action: 'user.banned', actor: 'u1', label, object: 'ann-1', at: '2018-01-02' })
    expect(await shown('?to=2018-12-31')).toEqual([
      'op@site.example banned user ann-1',
      'op@site.example made backup cleanclip-1.db (688 kB)',
    ])
    const html = await world.browser.html('/admin/audit?to=2018-12-31')
    const facts = select(elementsOf(html), 'dd').map(({ text }) => text)
    expect(facts).toEqual(['User → Admin', 'By hand', '688 kB'])
  })

  test('settings are named with their units', async () => {
    const save = (tab: string, typed: Typed) => saveTab(world.browser, tab, typed)
    await save('performance', { compression: null, cacheMinutes: '4' })
    await save('security', { sessionTimeoutMinutes: '61' })
    await save('general', { maintenanceMode: 'on' })
    await save('general', { maintenanceMode: null })
    const search = '?action=settings.changed'
    expect(await shown(search)).toEqual([
      'op@site.example turned maintenance mode off',
      'op@site.example turned maintenance mode on',
      'op@site.example changed the session timeout',
      'op@site.example changed 2 settings',
    ])
    const elements = elementsOf(await world.browser.html(`/admin/audit${search}`))
    expect(select(elements, 'dt').map(({ text }) => text)).toEqual([
      'Maintenance mode:',
      'Maintenance mode:',
      'Session timeout:',
      'Cache duration:',
      'Compression:',
    ])
    expect(select(elements, 'dd').map(({ text }) => text)).toContain('60 minutes → 61 minutes')
  })

  test('nonsense in the URL is ignored', async () => {
    const all = await shown('')
    expect(all.length).toBeGreaterThan(0)
    const nonsense = '?from=2020-99-99&to=x&cursor=-1&outcome=maybe&object=%00&actor=+'
    expect(await shown(nonsense)).toEqual(all)
  })

  test.each([
    ['from=2026-02-30', 'There’s no day 2026-02-30'],
    ['to=2025-02-29', 'There’s no day 2025-02-29'],
    ['from=tomorrow&to=2026-01-01', 'There’s no day tomorrow'],
    ['from=2026-03-02&to=2026-03-01', 'The first day can’t be after the last one'],
    ['from=2024-02-29&to=9999-12-31', null],
    ['from=2026-03-01&to=2026-03-01', null],
  ])('says why %s filters nothing, and keeps what was typed', async (query, problem) => {
    const elements = elementsOf(await world.browser.html(`/admin/audit?${query}`))
    const [alert] = select(elements, 'div', { role: 'alert' })
    if (problem === null) expect(alert).toBeUndefined()
    else expect(alert?.text).toContain(problem)
    for (const [name, value] of new URLSearchParams(query)) {
      expect(select(elements, 'input', { name })[0]?.attributes.value).toBe(value)
    }
  })

  test('pages through a long log without a gap, within its filter', async () => {
    for (let n = 0; n < 120; n += 1)
      await write({ action: `long.n${n}`, actor: 'u2', at: '2021-05-05' })
    const seen: string[] = []
    let target: string | undefined = '?from=2021-05-05&to=2021-05-05'
    while (target !== undefined) {
      const elements = elementsOf(await world.browser.html(`/admin/audit${target}`))
      seen.push(...sentencesIn(elements))
      const next: string | undefined = select(elements, 'a', { rel: 'next' })[0]?.attributes.href
      target = next?.replace('/admin/audit', '')
    }
    const expected = Array.from({ length: 120 }, (_, n) => `Somebody: Long n${119 - n}`)
    expect(seen).toEqual(expected)
  })

  test('S36: markup in an entry is shown as text', async () => {
    await write({ action: 'odd.entry', label: '<script>alert(1)</script>', at: '2022-01-01' })
    const html = await world.browser.html('/admin/audit?action=odd.entry')
    expect(html).toContain('&lt;script&gt;alert(1)')
    expect(html).not.toContain('<script>alert(1)')
  })

  test('S37: exports everything the filter shows, harmless for spreadsheets, and audits it', async () => {
    await write({ action: 'out.one', label: '=cmd()', at: '2023-01-01T10:00:00Z' })
    await write({ action: 'out.two', label: 'plain', at: '2023-01-02T10:00:00Z' }, 'failure')
    const response = await world.browser.get(
      '/admin/audit/export.csv?from=2023-01-01&to=2023-01-02',
    )
    expect(response.headers.get('content-disposition')).toContain('filename="audit-')
    const rows = parse(await response.text(), { bom: true, columns: true }) as Record<
      string,
      string
    >[]
    expect(rows).toEqual([
      expect.objectContaining({ action: 'out.two', actor: 'plain', outcome: 'failure' }),
      expect.objectContaining({
        action: 'out.one',
        actor: "'=cmd()",
        time_utc: '2023-01-01T10:00:00.000Z',
        before: '{"role":"user"}',
        after: '{"role":"admin"}',
        request_id: 'r1',
      }),
    ])
    expect((await shown('?action=audit.exported')).length).toBeGreaterThan(0)
  })
})

/** The badge's number, what the popover lists, and what the page lists. */
async function waiting(): Promise<{ badge: number; popover: string[]; page: string[] }> {
  const elements = elementsOf(await world.browser.html('/admin/notifications'))
  const badge = elements.find(({ attributes }) => 'data-waiting' in attributes)
  return {
    badge: Number(badge?.attributes['data-waiting'] ?? 0),
    popover: popoverTitles(elements),
    page: select(elements, 'h2').map(({ text }) => text),
  }
}

function popoverTitles(elements: HtmlElement[]): string[] {
  const start = elements.findIndex(({ attributes }) =>
    attributes['aria-label']?.startsWith('Notifications'),
  )
  const popover = elements.slice(start, start + elements.slice(start).findIndex(isLine))
  return popover.flatMap(({ tag }, index) => {
    if (tag !== 'li') return []
    const [, title] = popover.slice(index).filter((element) => element.tag === 'span')
    return title?.text ?? []
  })
}

const isLine = ({ tag }: HtmlElement) => tag === 'hr'

describe('notifications', () => {
  test('the badge counts what the list shows: demo mode and missing mail to begin with', async () => {
    const { badge, popover, page } = await waiting()
    expect(page).toEqual(['The site is in demo mode', 'Email isn’t set up'])
    expect(popover).toEqual(page)
    expect(badge).toBe(page.length)
  })

  test('failed email and locked-out admins are listed until they’re resolved', async () => {
    const before = (await waiting()).badge
    // An old one would be deleted by the job that runs soon after the start.
    const mail = {
      state: 'failed',
      attempts: 3,
      next_try_at: 0,
      error: 'connection refused',
    } as const
    await addRows(world.db, 'outbox', [mail])
    const ann = await addUser(world.db, { email: 'ann@site.example', name: 'Ann Admin' })
    const stranger = createBrowser(world.app)
    for (let n = 0; n < 6; n += 1) {
      await stranger.signIn('ann@site.example', { password: 'wrong' })
    }
    const { badge, page } = await waiting()
    expect(badge).toBe(before + 2)
    expect(page.slice(0, 2)).toEqual(['An email couldn’t be sent', 'Ann Admin is locked out'])
    expect(await world.browser.html(`/admin/users/${ann}`)).toContain('Unlock now')
    await world.browser.post(`/admin/users/${ann}`, { intent: 'unlock' })
    await world.db.run(`update outbox set state = 'sent', sent_at = 1, error = null`)
    expect((await waiting()).badge).toBe(before)
    expect(await shown(`?action=user.unlocked&object=${ann}`)).toEqual([
      'op@site.example unlocked ann@site.example',
    ])
    const fresh = await createBrowser(world.app).signIn('ann@site.example')
    expect(fresh.headers.get('location')).toBe(throughSignIn())
  })
})

describe('mail to a user', () => {
  test('without email set up, the operator’s own program is offered and nothing is queued', async () => {
    const id = await addUser(world.db, { email: 'u+1@users.example', name: 'Una', role: 'user' })
    const list = elementsOf(await world.browser.html('/admin/users'))
    expect(select(list, 'a', { href: 'mailto:u%2B1@users.example' })).toHaveLength(1)
    expect(await world.browser.html(`/admin/users/${id}/mail`)).toContain(
      'mailto:u%2B1@users.example',
    )
    const refused = await world.browser.post(`/admin/users/${id}/mail`, { subject: 's', text: 't' })
    expect(refused.status).toBe(400)
    expect(await world.db.value('select count(*) from outbox')).toBe(0)
  })

  test('S39: with email set up it goes through the outbox, with a one-line subject', async () => {
    const mail = await saveTab(world.browser, 'email', { smtpHost: 'mail.example' })
    expect(mail.status).toBe(302)
    const id = await addUser(world.db, { email: 'una@users.example', name: 'Una', role: 'user' })
    expect(await world.browser.html('/admin/users')).toContain(`/admin/users/${id}/mail`)
    const empty = await world.browser.post(`/admin/users/${id}/mail`, {
      subject: ' ',
      text: 'Hello',
    })
    expect(await empty.text()).toContain('Enter a subject.')
    const sent = await world.browser.post(`/admin/users/${id}/mail`, {
      subject: 'Hello\r\nBcc: evil@evil.example',
      text: 'A secret text',
    })
    expect(sent.headers.get('location')).toBe(`/admin/users/${id}`)
    expect(await queuedMails(world.db, world.app)).toMatchObject([
      {
        recipient: 'una@users.example',
        subject: 'Hello Bcc: evil@evil.example',
        text: expect.stringMatching(/^A secret text\n/),
      },
    ])
    const log = `select after from audit_log where action = 'user.mailed'`
    expect(String(await world.db.value(log))).not.toContain('secret text')

    const made = await world.browser.post('/admin/users/new', {
      name: 'Ivo Invited',
      email: 'ivo@users.example',
      role: 'user',
      how: 'invite',
      ownPassword: password,
    })
    expect(await made.text()).toContain('It was emailed to ivo@users.example.')
    const invitation = (await queuedMails(world.db, world.app)).at(-1)
    expect(invitation?.text).toContain(`${world.app.origin}/admin/reset/`)
  })
})
