// @module-tag process
import { describe, expect, test } from 'vitest'
import { counterNoticeWindow } from '#app/dmca/business-days.ts'
import { dayOf } from '#app/time/calendar-day.ts'
import { hourMs } from '#app/time/durations.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { counterFields, posterPath, sendCounterNotice } from '#tests/support/dmca.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { newStamp, reportsOf, stampForm, startDmcaWorld } from './dmca-world.ts'

const world = startDmcaWorld()
const { act, file, reportRow, versionOf } = reportsOf(world)

const statusOfLink = async (link: string) => (await lookUp(world.app, link)).status

const filledIn = (changes: Record<string, string> = {}) => counterFields(newStamp(), changes)

function send(path: string, fields: Record<string, string>, posts: string[], from?: string) {
  return sendCounterNotice(world.app, path, fields, posts, from)
}

/** Files and approves a notice; gives the path of the link that the operator sees for the creator. */
async function approved(links: string[]) {
  const { id, status } = await file(links)
  await act(id, 'approve')
  return { id, status, path: await posterPath(world.olga, id) }
}

const noticesOf = (id: number) =>
  world.db.rows<Record<string, unknown>>(
    'select * from dmca_counter_notices where report_id = ?',
    id,
  )

/** What the audit log says of a report's counter-notices that operators checked. */
const checks = async (id: number) =>
  (
    await world.db.column<string>(
      `select after from audit_log where action = 'dmca.counter_notice_checked' and object_id = ?
         order by seq`,
      `DMCA-${String(id).padStart(4, '0')}`,
    )
  ).map((after) => JSON.parse(after))

describe('the creator’s counter-notice form', () => {
  test('has every element of 512(g)(3), in each language, and nothing about the claimant', async () => {
    const post = fakePost('video', world.serial)
    const { path, status } = await approved([post.url])
    for (const page of [path, `/de${path}`, `/pt${path}`]) {
      const answer = await fetch(world.app.origin + page)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('referrer-policy')).toBe('same-origin')
      const html = await answer.text()
      expect(html).toContain('The Long Way Home')
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      for (const secret of ['Ada Aster', 'ada@aster.example', 'Long Lane', '555 0143']) {
        expect(html).not.toContain(secret)
      }
      expect(html).not.toContain(status.split('/').at(-1)?.replace('?filed', ''))
      const elements = elementsOf(html)
      for (const name of Object.keys(filledIn())) {
        expect([
          name,
          select(elements, 'input', { name }).length +
            select(elements, 'textarea', { name }).length,
        ]).toEqual([name, 1])
      }
      const statements = select(elements, 'label', { lang: 'en' }).map(({ text }) => text)
      expect(statements.join()).toContain('under penalty of perjury')
      expect(statements.join()).toContain('consent to the jurisdiction')
      const posts = select(elements, 'input', { name: 'posts' })
      expect(posts.map(({ attributes }) => attributes.value)).toEqual([post.postId])
    }
  })

  test('files a counter-notice with its business days, seen by the creator, the claimant and operators', async () => {
    const [one, two] = [fakePost('video', world.serial), fakePost('hd', world.serial)]
    const { id, path, status } = await approved([one.url, two.url])
    const answer = await send(path, filledIn(), [one.postId])
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${path}?sent`)
    const today = dayOf(Date.now())
    const { earliest, latest } = counterNoticeWindow(today)
    expect(await noticesOf(id)).toMatchObject([
      {
        status: 'waiting',
        source: 'form',
        received_on: today,
        earliest_on: earliest,
        latest_on: latest,
        sender_name: 'Cleo Clip',
        sender_email: 'cleo@clip.example',
        post_ids: JSON.stringify([one.postId]),
        declarations_version: '2026-11',
        statement: expect.stringMatching(
          /^I swear, under penalty[\s\S]+I consent[\s\S]+my own dance\.$/,
        ),
      },
    ])
    const own = await (await fetch(`${world.app.origin}${path}?sent`)).text()
    expect(own).toContain('has been received')
    expect(own).not.toContain('Short Street')
    // The other post can still be countered, this one not again.
    const left = select(elementsOf(own), 'input', { name: 'posts' })
    expect(left.map(({ attributes }) => attributes.value)).toEqual([two.postId])
    expect(await (await fetch(world.app.origin + status)).text()).toContain(
      'A counter-notice was received.',
    )
    const page = await world.olga.html(`/admin/dmca/${id}`)
    for (const text of ['Cleo Clip', 'The creator’s form', 'Mark as checked']) {
      expect(page).toContain(text)
    }
    expect(await world.olga.html('/admin/dmca/counter-notices')).toContain('To check')
    expect(await world.olga.html('/admin/notifications')).toMatch(/counter-notices? .*arrived/)
    const noticeId = String((await noticesOf(id))[0]?.id)
    expect(await act(id, 'counter_checked', { counterNotice: noticeId, checked: 'yes' })).toContain(
      'is marked as checked',
    )
    expect((await noticesOf(id))[0]?.checked_at).toBeGreaterThan(0)
    expect(await checks(id)).toEqual([{ counterNotice: Number(noticeId), checked: true }])
    const checkAgain = () =>
      world.olga.post(`/admin/dmca/${id}`, {
        ...{ intent: 'counter_checked', counterNotice: noticeId, checked: 'no' },
      })
    const failing = { failWith: 'no room' }
    await world.db.withTrigger('before insert on audit_log', failing, checkAgain)
    // Without its entry in the audit log nothing is changed.
    expect((await noticesOf(id))[0]?.checked_at).toBeGreaterThan(0)
    await act(id, 'restore', { counterNotice: noticeId })
    expect(await statusOfLink(one.url)).toBe(200)
    expect(await statusOfLink(two.url)).toBe(451)
    expect(await (await fetch(world.app.origin + path)).text()).toContain('The posts were restored')
  })

  test('is passed on whole once the claimant opens the status page, and not called passed on before', async () => {
    const post = fakePost('video', world.serial)
    const { id, path, status } = await approved([post.url])
    await send(path, filledIn(), [post.postId])
    const creator = async (page = path) => (await fetch(world.app.origin + page)).text()
    const operator = () => world.olga.html(`/admin/dmca/${id}`)
    const open = (headers: Record<string, string>, method = 'GET', page = status) =>
      fetch(world.app.origin + page.replace('?filed', ''), { headers, method })
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    // None of these is someone who reads it.
    await open({ 'User-Agent': firefox }, 'HEAD')
    await open({ 'User-Agent': firefox, 'Sec-Purpose': 'prefetch;prerender' })
    await open({ 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    expect(await creator()).toContain('We couldn’t reach the person who sent the notice yet')
    expect(await creator(`/de${path}`)).toContain('noch nicht erreichen')
    expect(await creator()).not.toContain('Passed on')
    expect(await operator()).toContain('We couldn’t reach them yet')
    const { earliest_on: earliest } = (await noticesOf(id))[0] ?? {}

    const page = await (await open({ 'User-Agent': firefox })).text()
    for (const text of ['Cleo Clip', '2 Short Street', 'I swear, under penalty', post.postId]) {
      expect(page).toContain(text)
    }
    // Dates are written as people do, and no automatic line is the operator's message.
    expect(page).not.toMatch(/>[^<]*\d{4}-\d\d-\d\d/)
    expect(page).not.toContain('Message from the operator')
    for (const language of ['de', 'fr', 'es', 'pt']) {
      const other = await (await open({}, 'GET', `/${language}${status}`)).text()
      expect(other).toContain('2 Short Street')
      expect(other).not.toMatch(/>[^<]*\d{4}-\d\d-\d\d/)
    }
    expect(await creator()).toContain('Passed on to the person who sent the notice')
    expect(await operator()).toContain('Passed on: opened on the status page')
    // The law counts from receipt: the days are the same as before.
    expect((await noticesOf(id))[0]?.earliest_on).toBe(earliest)
  })

  test('the pages show a report’s state, and no longer ask for what was sent', async () => {
    const post = fakePost('video', world.serial)
    const { id, status } = await file([post.url])
    const headings = async (page: string) => {
      const elements = elementsOf(await (await fetch(world.app.origin + page)).text())
      return [
        select(elements, 'h1')[0]?.text,
        elements.find(({ attributes }) => attributes['data-status'] !== undefined)?.text,
      ]
    }
    expect(await headings(status)).toEqual(['Your notice has been received', 'Pending'])
    await act(id, 'ask', { note: 'Which scene?' })
    expect(await headings(status)).toEqual(['We need more information from you', 'Pending'])
    await act(id, 'approve')
    expect(await headings(status)).toEqual(['Your notice was accepted', 'Resolved'])
    const path = await posterPath(world.olga, id)
    expect((await headings(path))[0]).toBe('Send a counter-notice')
    await send(path, filledIn(), [post.postId])
    expect((await headings(path))[0]).toBe('Your counter-notice has been received')
    expect(await (await fetch(world.app.origin + path)).text()).not.toContain('name="signature"')
    await act(id, 'reopen', { note: 'A mistake' })
    expect((await headings(status))[0]).toBe('Your notice is being reviewed')
  })

  test('sent twice, also at once, is one counter-notice', async () => {
    const post = fakePost('video', world.serial)
    const { id, path } = await approved([post.url])
    const fields = filledIn()
    const answers = await Promise.all([1, 2, 3].map(() => send(path, fields, [post.postId])))
    answers.push(await send(path, fields, [post.postId]))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await noticesOf(id)).toHaveLength(1)
    // Another one about the same post is refused while this one waits.
    const again = await send(path, filledIn(), [post.postId])
    expect(again.status).toBe(409)
    const html = await again.text()
    expect(html).toContain('no longer send a counter-notice')
    expect(html).toContain('2 Short Street')
    expect(await noticesOf(id)).toHaveLength(1)
  })

  test('shows what is missing or too long, and keeps everything that was typed', async () => {
    const post = fakePost('video', world.serial)
    const { id, path } = await approved([post.url])
    const remarks = `${'A long story. '.repeat(150)}The end.`
    const answer = await send(
      path,
      filledIn({ claimantName: ' ', email: 'cleo@', jurisdiction: '', phone: '', remarks }),
      ['7999999999999999999'],
    )
    expect(answer.status).toBe(400)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const elements = elementsOf(await answer.text())
    const problem = (name: string) =>
      select(elements, 'div', { id: `notice-${name}-problem` })[0]?.text
    expect(problem('claimantName')).toBe('Enter your full name.')
    expect(problem('phone')).toBe('Enter your phone number.')
    expect(problem('email')).toContain('valid email address')
    expect(problem('jurisdiction')).toContain('isn’t valid')
    expect(problem('mistake')).toBeUndefined()
    expect(problem('remarks')).toContain('too long. The limit is 1,500')
    // A post that the report does not block is none that can be ticked.
    expect(problem('posts')).toBe('Select at least one post.')
    expect(select(elements, 'textarea', { name: 'remarks' })[0]?.text).toContain('The end.')
    const old = await send(path, filledIn({ declared: '2020-01' }), [post.postId])
    expect(await old.text()).toContain('The statements have changed')
    expect(await noticesOf(id)).toEqual([])
  })

  test('S46: a filled trap, a form sent too fast and a stale page are refused with a reason', async () => {
    const post = fakePost('video', world.serial)
    const { id, path } = await approved([post.url])
    const tries: [string, Record<string, string>][] = [
      ['filled in a hidden field', { topic: 'Cheap pills' }],
      ['That was fast!', { stamp: stampForm() }],
      ['open for a long time', { stamp: stampForm(Date.now() - 48 * hourMs) }],
      ['open for a long time', { stamp: '1700000000.forged' }],
    ]
    for (const [text, changes] of tries) {
      const answer = await send(path, filledIn(changes), [post.postId])
      expect(answer.status).toBe(400)
      const html = await answer.text()
      expect(html).toContain(text)
      expect(html).toContain('2 Short Street')
    }
    expect(await noticesOf(id)).toEqual([])
  })

  test('S46: a network can file five a day', async () => {
    const posts = Array.from({ length: 6 }, (_, n) => fakePost('video', 500 + n))
    const { id, path } = await approved(posts.map(({ url }) => url))
    const statuses: number[] = []
    for (const { postId } of posts) {
      const answer = await send(path, filledIn(), [postId], '198.51.100.77')
      statuses.push(answer.status)
      if (answer.status === 429) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
      }
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    expect(await noticesOf(id)).toHaveLength(5)
  })

  test('S17: a link that is not ours, is another report’s or is the claimant’s opens nothing', async () => {
    const { id, path, status } = await approved([fakePost('video', world.serial).url])
    const signature = path.slice(path.indexOf('-') + 1)
    const claimants = status.split('/').at(-1)?.replace('?filed', '')
    for (const token of [
      'nonsense',
      `${id + 1}-${signature}`,
      `${id}-${signature.slice(0, -1)}`,
      `0${id}-${signature}`,
      `${id}-${'a'.repeat(43)}`,
      claimants,
      `${id}-${claimants}`,
      'a'.repeat(3000),
      '%00',
    ]) {
      const answer = await fetch(`${world.app.origin}/dmca/counter/${token}`)
      expect([token, answer.status]).toEqual([token, expect.toSatisfy((n) => n >= 400 && n < 500)])
      const sent = await send(`/dmca/counter/${token}`, filledIn(), [])
      expect([token, sent.status]).toEqual([token, expect.toSatisfy((n) => n >= 400 && n < 500)])
    }
    // Nor does the creator's link open the claimant's page, where claimants answer.
    const other = await fetch(`${world.app.origin}/dmca/status/${id}-${signature}`)
    expect(other.status).toBe(404)
    expect(await noticesOf(id)).toEqual([])
  })

  test('is closed when the report blocks nothing', async () => {
    const post = fakePost('video', world.serial)
    const { id, path } = await approved([post.url])
    await act(id, 'reopen', { note: 'A mistake' })
    const page = await (await fetch(world.app.origin + path)).text()
    expect(page).toContain('isn’t blocking any posts now')
    expect(page).not.toContain('name="signature"')
    const late = await send(path, filledIn(), [post.postId])
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('2 Short Street')
    expect((await reportRow(id)).status).toBe('pending')
  })

  test('an operator who hasn’t seen it learns of it before deciding', async () => {
    const post = fakePost('video', world.serial)
    const { id, path } = await approved([post.url])
    const version = String(await versionOf(id))
    await send(path, filledIn(), [post.postId])
    expect(await act(id, 'reopen', { version, note: 'Mistake' })).toContain(
      'already handled by creator',
    )
  })

  test('S36: hostile texts do nothing wherever they are shown', async () => {
    const post = fakePost('video', world.serial)
    const { id, path } = await approved([post.url])
    const evil = '</script><img src=x onerror=alert(1)>\u2028\u202e'
    const fields = filledIn({ claimantName: evil, postalAddress: evil, remarks: evil })
    const refused = await (await send(path, { ...fields, phone: '' }, [post.postId])).text()
    expect((await send(path, fields, [post.postId])).status).toBe(303)
    const pages = [
      refused,
      await world.olga.html(`/admin/dmca/${id}`),
      await world.olga.html('/admin/dmca/counter-notices'),
      await world.olga.html(`/admin/dmca/${id}/report.html`),
    ]
    for (const html of pages) {
      expect(html).toContain('&lt;img src=x')
      expect(html).not.toContain('<img src=x')
    }
    for (const html of pages.slice(1)) expect(html).not.toContain('\u202e')
  })
})
