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
    await act(id, 'restore', { counterNotice: noticeId })
    expect(await statusOfLink(one.url)).toBe(200)
    expect(await statusOfLink(two.url)).toBe(451)
    expect(await (await fetch(world.app.origin + path)).text()).toContain('The posts were restored')
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
    expect(html).toContain('open to a counter-notice now')
    expect(html).toContain('2 Short Street')
    expect(await noticesOf(id)).toHaveLength(1)
  })

  test('says what is missing or too long, and keeps everything that was typed', async () => {
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
    expect(problem('claimantName')).toBe('Fill this in.')
    expect(problem('phone')).toBe('Fill this in.')
    expect(problem('email')).toContain('valid email address')
    expect(problem('jurisdiction')).toContain('isn’t valid')
    expect(problem('mistake')).toBeUndefined()
    expect(problem('remarks')).toContain('too long. The limit is 1,500')
    // A post that the report does not block is none that can be ticked.
    expect(problem('posts')).toBe('Fill this in.')
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
