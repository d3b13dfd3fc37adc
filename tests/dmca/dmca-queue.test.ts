// @module-tag whole
import { describe, expect, test } from 'vitest'
import { dayMs } from '#app/time/durations.ts'
import { messages } from '#tests/accounts/admin-world.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { reportsOf, startDmcaWorld } from './dmca-world.ts'

const world = startDmcaWorld()
const { act, file, reportRow, versionOf } = reportsOf(world)

const statusOfLink = async (link: string) => (await lookUp(world.app, link)).status

/** Files reports that came so many days ago, after all others were taken off the queue. */
async function queued(...daysAgo: number[]): Promise<number[]> {
  await world.db.run(`update dmca_reports set status = 'rejected', decided_at = 1`)
  const ids: number[] = []
  for (const days of daysAgo) {
    const { id } = await file([fakePost('video', 100 * world.serial + days).url])
    const at = Date.now() - days * dayMs
    await world.db.run('update dmca_reports set submitted_at = ? where id = ?', at, id)
    ids.push(id)
  }
  return ids
}

const seen = async (id: number) => `${id}.${await versionOf(id)}`
const next = async (after?: number) =>
  (
    await world.olga.get(`/admin/dmca/queue${after === undefined ? '' : `?after=${after}`}`)
  ).headers.get('location')
const statusesOf = async (ids: number[]) =>
  await Promise.all(ids.map(async (id) => (await reportRow(id)).status))
const lastNote = (id: number) =>
  world.db.value(
    'select note from dmca_report_events where report_id = ? order by id desc limit 1',
    id,
  )

describe('the queue', () => {
  test('goes by due date, leaves out those that wait for the claimant, and ends at the list', async () => {
    const [young = 0, old = 0, asked = 0] = await queued(1, 9, 20)
    await act(asked, 'ask', { note: 'Which scene?' })
    expect(await next()).toBe(`/admin/dmca/${old}?queue`)
    expect(await next(old)).toBe(`/admin/dmca/${young}?queue`)
    expect(await next(young)).toBe(`/admin/dmca/${old}?queue`)
    expect(await world.olga.html(`/admin/dmca/${old}?queue`)).toContain(
      '2 for you, 1 with a claimant.',
    )
    // The list says it in the same words.
    expect(await world.olga.html('/admin/dmca')).toContain('2 for you, 1 with a claimant.')
    const version = String(await versionOf(old))
    const back = `/admin/dmca/queue?after=${old}`
    const sent = { intent: 'reject', version, note: 'No', back }
    const decided = await world.olga.post(`/admin/dmca/${old}`, sent)
    expect(decided.headers.get('location')).toBe(back)
    const told = (await messages(world.olga, (await next(old)) ?? '')).join()
    expect(told).toContain('is rejected.')
    expect(told).toContain('1 report is left.')
    await act(young, 'reject', { note: 'No' })
    expect(await next(young)).toBe('/admin/dmca')
    expect((await messages(world.olga, '/admin/dmca')).join()).toContain('No reports are waiting')
    // The answer puts it back into the queue.
    await world.db.run(
      `insert into dmca_report_events(report_id, at, kind, actor_label, note)
         values (?, 1, 'answered', 'reporter', 'The second')`,
      asked,
    )
    expect(await next()).toBe(`/admin/dmca/${asked}?queue`)
  })

  test('shows the clip beside the claim through this site’s links, a blocked one too', async () => {
    const [one, two] = [fakePost('video', world.serial), fakePost('slideshow', world.serial)]
    await lookUp(world.app, one.url)
    await lookUp(world.app, two.url)
    const { id } = await file([one.url, two.url])
    const page = async (query = '') =>
      elementsOf(await world.olga.html(`/admin/dmca/${id}${query}`))
    const src = select(await page(), 'video', {})[0]?.attributes.src ?? ''
    expect(src).toMatch(new RegExp(`^/save/${one.postId}/mp4\\?view&`))
    const played = await world.olga.get(src)
    expect(played.status).toBe(200)
    expect(played.headers.get('content-type')).toBe('video/mp4')
    const other = await page(`?queue&post=${two.postId}`)
    expect(select(other, 'video', {})).toEqual([])
    expect(select(other, 'img', { alt: 'Slide 1' })[0]?.attributes.src).toMatch(
      new RegExp(`^/save/${two.postId}/image-1\\?view&`),
    )
    // Only posts of this report are shown.
    expect(select(await page('?post=7000000000000000001'), 'video', {})).toHaveLength(1)
    await act(id, 'approve')
    expect((await lookUp(world.app, one.url)).status).toBe(451)
    const blocked = select(await page(), 'video', {})[0]?.attributes.src ?? ''
    const again = await world.olga.get(blocked)
    expect([again.status, again.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(await world.olga.html(`/admin/dmca/${id}`)).toContain('Only operators can.')
    const slide = select(await page(`?post=${two.postId}`), 'img', { alt: 'Slide 1' })[0]
    expect((await world.olga.get(slide?.attributes.src ?? '')).status).toBe(200)
  })

  test('a due date is shown in words', async () => {
    const [overdue = 0] = await queued(30)
    expect(await world.olga.html(`/admin/dmca/${overdue}`)).toMatch(/Overdue by \d+ days/)
  })
})

describe('Undo', () => {
  test('reverses a decision, unless someone has changed the report since', async () => {
    const post = fakePost('video', world.serial)
    const { id } = await file([post.url])
    await act(id, 'approve', { back: '/admin/dmca' })
    expect(await statusOfLink(post.url)).toBe(451)
    // What the button of the message sends.
    const undo = { version: String(await versionOf(id)) }
    expect(await act(id, 'undo', undo)).toContain('is pending again: 1 post put back')
    expect(await statusOfLink(post.url)).toBe(200)
    expect(await act(id, 'undo', undo)).toContain('already handled by you')
  })

  test('is offered with the decision, in its message', async () => {
    const { id } = await file([fakePost('video', world.serial).url])
    const version = String(await versionOf(id))
    await world.olga.post(`/admin/dmca/${id}`, { intent: 'reject', version, note: 'No' })
    const page = elementsOf(await world.olga.html('/admin/dmca'))
    const form = select(page, 'form', { action: `/admin/dmca/${id}` })
    expect(form.length).toBeGreaterThan(0)
    expect(select(page, 'input', { name: 'intent', value: 'undo' })).toHaveLength(1)
    expect(
      select(page, 'input', { name: 'version', value: String(Number(version) + 1) }).length,
    ).toBeGreaterThan(0)
  })
})

describe('several reports', () => {
  /** Sends the form from its page, whose address has the reports too. */
  const decide = (decision: string, fields: [string, string][]) => {
    const query = new URLSearchParams(fields.filter(([name]) => name === 'id'))
    return world.olga.send(`/admin/dmca/decide/${decision}?${query}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
  }

  test('are rejected with one note, filled in for each, and undone together', async () => {
    const ids = await queued(1, 2, 3)
    const [first = 0, second = 0, third = 0] = ids
    const asked = await world.olga.html(
      `/admin/dmca/decide/reject?${(await Promise.all(ids.map(async (id) => `id=${await seen(id)}`))).join('&')}`,
    )
    expect(asked).toContain('Reject 3 reports?')
    const late = await seen(third)
    await act(third, 'ask', { note: 'Which scene?' })
    const answer = await decide('reject', [
      ...[await seen(first), await seen(second), late].map((id): [string, string] => ['id', id]),
      ['note', 'Nothing in {report} fits the {posts} on {site}. {work}'],
      ['back', '/admin/dmca?status=pending'],
    ])
    expect(answer.status).toBe(302)
    expect(await statusesOf(ids)).toEqual(['rejected', 'rejected', 'pending'])
    const number = `DMCA-${String(first).padStart(4, '0')}`
    expect(await lastNote(first)).toBe(`Nothing in ${number} fits the 1 post on Cleanclip. {work}`)
    const told = await messages(world.olga, answer.headers.get('location') ?? '')
    expect(told.join()).toContain('2 reports are rejected.')
    expect(told.join()).toContain('already handled by you')
    await world.olga.send('/admin/dmca', {
      method: 'POST',
      body: new URLSearchParams([
        ['intent', 'undo'],
        ['id', await seen(first)],
        ['id', await seen(second)],
      ]),
    })
    expect(await statusesOf(ids)).toEqual(['pending', 'pending', 'pending'])
  })

  test('are approved together, and every post is blocked', async () => {
    const posts = [fakePost('video', world.serial), fakePost('hd', world.serial)]
    const ids = [(await file([posts[0]?.url ?? ''])).id, (await file([posts[1]?.url ?? ''])).id]
    await decide('approve', await Promise.all(ids.map(async (id) => ['id', await seen(id)])))
    for (const { url } of posts) expect(await statusOfLink(url)).toBe(451)
  })

  test('are not rejected without a reason, and only reports are accepted', async () => {
    const ids = await queued(1, 2)
    const fields = await Promise.all(
      ids.map(async (id): Promise<[string, string]> => ['id', await seen(id)]),
    )
    const bare = await decide('reject', [...fields, ['note', ' ']])
    expect(bare.status).toBe(400)
    expect(await bare.text()).toContain('Say why the claims are rejected')
    const long = await decide('reject', [...fields, ['note', 'long '.repeat(601)]])
    expect(long.status).toBe(400)
    const html = await long.text()
    expect(html).toContain('The limit is 3,000')
    expect(html).toContain('long long long')
    for (const id of ['1', '1.x', '-1.1', '1.1e5', "1.1' or 1=1"]) {
      expect(
        (
          await decide('reject', [
            ['id', id],
            ['note', 'No'],
          ])
        ).status,
      ).toBe(302)
    }
    expect((await decide('delete', fields)).status).toBe(404)
    const many = Array.from({ length: 101 }, (_, n): [string, string] => ['id', `${n + 1}.1`])
    expect((await decide('reject', [...many, ['note', 'No']])).status).toBe(302)
    expect(await statusesOf(ids)).toEqual(['pending', 'pending'])
  })
})

describe('reply templates', () => {
  const save = (fields: Record<string, string>) =>
    world.olga.post('/admin/dmca/templates', { intent: 'save', ...fields })
  const stored = () =>
    world.db.rows<{
      id: number
      name: string
      body: string
    }>('select id, intent, name, body from dmca_reply_templates')

  test('are added, changed, deleted and brought back by Undo, each recorded', async () => {
    const template = { decision: 'reject', name: 'Parody', body: 'A parody, says {report}.' }
    expect((await save(template)).status).toBe(302)
    const added = (await stored()).find(({ name }) => name === 'Parody')
    expect(added?.body).toBe('A parody, says {report}.')
    const id = String(added?.id)
    await save({ ...template, id, body: 'It is a parody.' })
    expect((await stored()).find(({ name }) => name === 'Parody')?.body).toBe('It is a parody.')
    await world.olga.post('/admin/dmca/templates', { intent: 'delete', id })
    const page = elementsOf(await world.olga.html('/admin/dmca/templates'))
    expect(select(page, 'input', { name: 'body', value: 'It is a parody.' })).toHaveLength(1)
    expect((await stored()).some(({ name }) => name === 'Parody')).toBe(false)
    const actions = `select action from audit_log where action like 'dmca.template%' order by seq`
    expect(await world.db.column(actions)).toEqual([
      'dmca.template_saved',
      'dmca.template_saved',
      'dmca.template_deleted',
    ])
  })

  test('are in the order of a reader’s alphabet', async () => {
    const names = ['äpfel', 'Birne', 'Zebra']
    for (const name of names.toReversed()) await save({ decision: 'ask', name, body: 'x' })
    // The first time with a message about each.
    await world.olga.html('/admin/dmca/templates')
    const html = await world.olga.html('/admin/dmca/templates')
    expect(names.toSorted((a, b) => html.indexOf(a) - html.indexOf(b))).toEqual(names)
    await world.db.run(`delete from dmca_reply_templates where body = 'x'`)
  })

  test('are bounded in length and number, and refused with what was typed', async () => {
    const bad: Record<string, string>[] = [
      { decision: 'reject', name: ' ', body: 'Text' },
      { decision: 'reject', name: 'n'.repeat(81), body: 'Text' },
      { decision: 'reject', name: 'Long', body: 'b'.repeat(1501) },
      { decision: 'delete', name: 'Odd', body: 'Text' },
      { decision: 'reject', name: 'Gone', body: 'Text', id: '999999' },
      { decision: 'reject', name: 'Odd', body: 'Text', id: '1; drop table users' },
    ]
    for (const fields of bad) {
      const answer = await save(fields)
      expect([fields, answer.status]).toEqual([fields, 400])
    }
    const kept = await stored()
    const add = `insert into dmca_reply_templates(intent, name, body) values ('ask', 'Filler', 'x')`
    for (let n = kept.length; n < 40; n += 1) await world.db.run(add)
    const full = await save({ decision: 'ask', name: 'One more', body: 'My typed text' })
    expect(full.status).toBe(400)
    expect(await full.text()).toContain('My typed text')
    await world.db.run(`delete from dmca_reply_templates where name = 'Filler'`)
    expect(await stored()).toEqual(kept)
  })

  test('one replaces an empty note, never a typed one', async () => {
    const template = String((await stored()).find(({ name }) => name === 'Not the same work')?.id)
    const { id } = await file([fakePost('video', world.serial).url])
    const other = await file([fakePost('hd', world.serial).url])
    await act(id, 'reject', { note: '', template })
    expect(await lastNote(id)).toContain(`named in DMCA-${String(id).padStart(4, '0')} don’t seem`)
    await act(other.id, 'reject', { note: 'My own words', template })
    expect(await lastNote(other.id)).toBe('My own words')
  })

  test('S36: a template’s text does nothing', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    await save({ decision: 'reject', name: evil, body: evil })
    const { id } = await file([fakePost('video', world.serial).url])
    for (const path of ['/admin/dmca/templates', `/admin/dmca/${id}`]) {
      const html = await world.olga.html(path)
      expect(html).toContain('&lt;img src=x')
      expect(html).not.toContain('<img src=x')
    }
  })
})
