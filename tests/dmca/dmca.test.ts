// @module-tag process
import { describe, expect, test } from 'vitest'
import { messagesIn } from '#tests/accounts/admin-world.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { reportsOf, startDmcaWorld } from './dmca-world.ts'

const world = startDmcaWorld()
const { act, file, reportRow, versionOf } = reportsOf(world)
const eventsOf = (id: number) =>
  world.db.rows<{
    kind: string
    actor_label: string
    note: string
  }>('select * from dmca_report_events where report_id = ? order by id', id)

async function saveLink(link: string): Promise<string> {
  const { html } = await lookUp(world.app, link)
  return world.app.origin + (await saveLinkIn(world.app, html))
}

const statusOfLink = async (link: string) => (await lookUp(world.app, link)).status

describe('a takedown, from the public form to the refused stream', () => {
  test('S9: after the approval the post is refused by every link form and every link given', async () => {
    const post = fakePost('video', world.serial)
    const forms = [
      post.url,
      ...Object.values(post.shortUrls),
      post.postId,
      `https://m.tiktok.com/v/${post.postId}.html`,
      `https://www.tiktok.com/embed/v2/${post.postId}`,
      `https://www.tiktok.com/@somebody.else/photo/${post.postId}?is_from_webapp=1`,
    ]
    for (const form of forms.slice(0, 3)) expect(await statusOfLink(form)).toBe(200)
    const old = await saveLink(post.url)
    const { id, status } = await file([post.shortUrls.vm])
    expect((await fetch(old, { method: 'HEAD' })).status).toBe(200)

    expect(await act(id, 'approve')).toContain('DMCA-0001 is resolved: 1 post blocked.')
    for (const form of forms) expect([form, await statusOfLink(form)]).toEqual([form, 451])
    expect((await fetch(old)).status).toBe(451)
    const page = await (await fetch(world.app.origin + status)).text()
    expect(page).toContain('data-status="resolved"')
    expect(page).toContain('blocked here')

    // Taken back, it is served again.
    expect(await act(id, 'reopen', { note: 'It was another film.' })).toContain('1 post put back')
    for (const form of forms) expect([form, await statusOfLink(form)]).toEqual([form, 200])
    expect((await fetch(old)).status).toBe(200)
    expect((await reportRow(id)).status).toBe('pending')
  })

  test('S9: a stream that runs while the takedown is approved is cut', async () => {
    const post = fakePost('mediaCrawl', world.serial)
    const response = await fetch(await saveLink(post.url))
    const reader = response.body?.getReader()
    await reader?.read()
    const { id } = await file([post.url])
    await act(id, 'approve')
    const drained = (async () => {
      while (!(await reader?.read())?.done);
    })()
    await expect(drained).rejects.toThrow()
  })

  test('a post that no one has ever looked up is blocked too', async () => {
    const post = fakePost('video', world.serial)
    const { id } = await file([post.url])
    await act(id, 'approve')
    expect(await statusOfLink(post.url)).toBe(451)
  })

  test('a post named in two reports stays blocked until both are reopened', async () => {
    const blocked = async (status: string) =>
      (await (await fetch(world.app.origin + status)).text()).includes('blocked here')
    const post = fakePost('video', world.serial)
    const [first, second] = [await file([post.url]), await file([post.shortUrls.www])]
    await act(first.id, 'approve')
    // The other claimant sees what is so, whoever it was.
    expect(await blocked(second.status)).toBe(true)
    await act(second.id, 'approve')
    expect(await act(first.id, 'reopen', { note: 'Mistake' })).toContain('is pending again.')
    expect(await statusOfLink(post.url)).toBe(451)
    await act(second.id, 'reopen', { note: 'Mistake' })
    expect(await statusOfLink(post.url)).toBe(200)
  })

  test.each([
    ['removed', 451],
    ['flagged', 200],
  ])(
    'a post that an operator had %s himself is so again when the report is taken back',
    async (before, answer) => {
      const post = fakePost('video', world.serial)
      await lookUp(world.app, post.url)
      await world.db.run('update posts set status = ? where post_id = ?', before, post.postId)
      const { id } = await file([post.url])
      await act(id, 'approve')
      expect(await statusOfLink(post.url)).toBe(451)
      await act(id, 'reopen', { note: 'Mistake' })
      expect(await statusOfLink(post.url)).toBe(answer)
      const status = 'select status from posts where post_id = ?'
      expect(await world.db.value(status, post.postId)).toBe(before)
    },
  )

  test('S41: each step is in the audit log and in the history, with its operator', async () => {
    const { id } = await file([fakePost('video', world.serial).url])
    await act(id, 'ask', { note: 'Which scene?' })
    await act(id, 'reject', { note: 'Not the same film.' }, world.otto)
    await act(id, 'reopen', { note: 'New facts' })
    await act(id, 'approve', {}, world.otto)
    const number = `DMCA-${String(id).padStart(4, '0')}`
    const lines = await world.db.rows(
      'select action, actor_label from audit_log where object_id = ? order by seq',
      number,
    )
    expect(lines).toEqual([
      { action: 'dmca.asked', actor_label: 'olga@site.example' },
      { action: 'dmca.rejected', actor_label: 'otto@site.example' },
      { action: 'dmca.reopened', actor_label: 'olga@site.example' },
      { action: 'dmca.approved', actor_label: 'otto@site.example' },
    ])
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
      'submitted',
      'asked',
      'rejected',
      'reopened',
      'approved',
    ])
  })
})

describe('two operators', () => {
  test('the second learns who was first, and nothing is done twice', async () => {
    const post = fakePost('video', world.serial)
    const { id } = await file([post.url])
    const seen = { version: String(await versionOf(id)) }
    const answers = await Promise.all([
      act(id, 'approve', seen, world.olga),
      act(id, 'reject', { ...seen, note: 'No' }, world.otto),
    ])
    const told = answers.filter((text) => text.includes('already handled by'))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/already handled by (olga|otto)@site\.example/)
    expect(await eventsOf(id)).toHaveLength(2)
    const blocked = (await reportRow(id)).status === 'resolved'
    expect(await statusOfLink(post.url)).toBe(blocked ? 451 : 200)
  })

  test('an operator who presses twice sees that it’s done', async () => {
    const { id } = await file([fakePost('video', world.serial).url])
    const seen = { version: String(await versionOf(id)) }
    await act(id, 'approve', seen)
    expect(await act(id, 'approve', seen)).toContain('already handled by you')
    expect(await eventsOf(id)).toHaveLength(2)
  })

  test('a claimant’s answer that the operator hasn’t read stops the decision', async () => {
    const { id, status } = await file([fakePost('video', world.serial).url])
    await act(id, 'ask', { note: 'Which scene?' })
    const seen = { version: String(await versionOf(id)) }
    const answer = await fetch(world.app.origin + status, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'The second one.' }),
    })
    expect(await answer.text()).toContain('The second one.')
    const late = await world.olga.post(`/admin/dmca/${id}`, {
      intent: 'reject',
      ...seen,
      note: 'Silence for weeks',
    })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(messagesIn(html).join()).toContain('has answered in the meantime')
    // What the operator had written is there to be used again.
    expect(html).toContain('Silence for weeks')
    expect((await reportRow(id)).status).toBe('pending')
  })

  test('a claim is not rejected, nor a report reopened, without a reason', async () => {
    const { id } = await file([fakePost('video', world.serial).url])
    expect(await act(id, 'reject', { note: '  ' })).toContain('Say why')
    expect(await act(id, 'ask', { note: '' })).toContain('Write what')
    expect(await act(id, 'ask', { note: 'long '.repeat(601) })).toContain('The limit is 3,000')
    expect(await eventsOf(id)).toHaveLength(1)
  })
})

describe('a counter-notice', () => {
  /** Files a report, in time for a counter-notice of March, and approves it. */
  async function approved(links: string[]): Promise<number> {
    const { id } = await file(links)
    const before = Date.parse('2026-03-01T12:00:00Z')
    await world.db.run('update dmca_reports set submitted_at = ? where id = ?', before, id)
    await act(id, 'approve')
    return id
  }
  /** Sends the form of a counter-notice as a browser does, with ticks of the same name. */
  const send = async (id: number, fields: Record<string, string>, postIds: string[] = []) =>
    world.olga.send(`/admin/dmca/${id}`, {
      method: 'POST',
      body: new URLSearchParams([
        ...Object.entries({
          intent: 'counter_notice',
          version: String(await versionOf(id)),
          ...fields,
        }),
        ...postIds.map((postId) => ['postId', postId]),
      ]),
    })
  const counter = {
    receivedOn: '2026-03-02',
    senderName: 'Cleo Clip',
    senderAddress: '2 Short Street',
    senderPhone: '1234',
    senderEmail: '',
    statement: 'Under penalty of perjury …',
    signature: 'Cleo Clip',
    complete: 'yes',
  }

  test('gets its window of business days, and its posts are restored when the operator decides', async () => {
    const [one, two] = [fakePost('video', world.serial), fakePost('hd', world.serial)]
    const id = await approved([one.url, two.url])
    const said = await act(id, 'counter_notice', { ...counter, postId: one.postId })
    expect(said).toContain('a counter-notice about 1 post is recorded')
    const notice = (await world.db.row(
      'select * from dmca_counter_notices where report_id = ?',
      id,
    )) as Record<string, unknown>
    expect(notice).toMatchObject({ earliest_on: '2026-03-16', latest_on: '2026-03-20' })
    // Its window has opened: the operators are reminded.
    expect(await world.olga.html('/admin/notifications')).toContain(`The counter-notice to DMCA-`)
    await act(id, 'restore', { counterNotice: String(notice.id) })
    expect(await statusOfLink(one.url)).toBe(200)
    expect(await statusOfLink(two.url)).toBe(451)
    expect((await reportRow(id)).status).toBe('resolved')
  })

  test('keeps posts blocked that another report blocks', async () => {
    const post = fakePost('video', world.serial)
    const first = await approved([post.url])
    await approved([post.url])
    await act(first, 'counter_notice', counter)
    const noticeId = await world.db.value('select max(id) from dmca_counter_notices')
    await act(first, 'restore', { counterNotice: String(noticeId) })
    expect(await statusOfLink(post.url)).toBe(451)
  })

  test('that is not complete is refused, and what was typed is kept', async () => {
    const id = await approved([fakePost('video', world.serial).url])
    const answer = await send(id, { ...counter, complete: '', receivedOn: '2026-02-30' })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('Enter the day it arrived.')
    expect(html).toContain('without these statements has no effect')
    expect(html).toContain('2 Short Street')
  })

  test('that is refused keeps its selected posts: none would mean all', async () => {
    const [one, two] = [fakePost('video', world.serial), fakePost('hd', world.serial)]
    const id = await approved([one.url, two.url])
    const answer = await send(id, { ...counter, senderEmail: 'nobody' }, [one.postId])
    expect(answer.status).toBe(400)
    const ticked = select(elementsOf(await answer.text()), 'input', { type: 'checkbox' })
      .filter(({ attributes }) => 'checked' in attributes)
      .map(({ attributes }) => attributes.value)
    expect(ticked).toEqual([one.postId, 'yes'])
  })

  test('is never cut off: too long a text is refused', async () => {
    const id = await approved([fakePost('video', world.serial).url])
    const statement = `${'I swear. '.repeat(350)}The end.`
    const answer = await send(id, { ...counter, statement })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('At most 3,000 characters.')
    expect(html).toContain('The end.')
  })

  test('cannot have arrived before the report', async () => {
    const id = await approved([fakePost('video', world.serial).url])
    const answer = await send(id, { ...counter, receivedOn: '2025-03-02' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This is before the report, which arrived on 1 Mar 2026.')
  })

  test('is not lost when another operator was first', async () => {
    const id = await approved([fakePost('video', world.serial).url])
    const version = String(await versionOf(id))
    await act(id, 'reopen', { note: 'A mistake' }, world.otto)
    const answer = await send(id, { ...counter, version })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain('2 Short Street')
    expect(messagesIn(html).join()).toContain('no longer blocks any of these posts')
  })

  test('that isn’t waiting can’t be closed', async () => {
    const id = await approved([fakePost('video', world.serial).url])
    expect(await act(id, 'restore', { counterNotice: '999999' })).toContain('already handled')
    expect((await reportRow(id)).status).toBe('resolved')
  })
})
