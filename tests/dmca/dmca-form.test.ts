// @module-tag process
import { describe, expect, test } from 'vitest'
import { hourMs } from '#app/time/durations.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { newStamp, reportsOf, stampForm, startDmcaWorld } from './dmca-world.ts'

const world = startDmcaWorld()
const { act, file, reportRow } = reportsOf(world)

describe('the public form', () => {
  test('is below the text of /dmca in every language, with its statements in English', async () => {
    for (const path of ['/dmca', '/es/dmca', '/dmca/notice']) {
      const elements = elementsOf(await (await fetch(world.app.origin + path)).text())
      expect(select(elements, 'textarea', { name: 'links' })).toHaveLength(1)
      const statements = select(elements, 'label', { lang: 'en' })
      expect(statements.some(({ text }) => text.includes('penalty of perjury'))).toBe(true)
    }
  })

  test('keeps the statements as declared, with their version', async () => {
    const { id } = await file([fakePost('video', world.serial).url])
    expect(await reportRow(id)).toMatchObject({
      declarations_version: '2026-11',
      good_faith_text: expect.stringContaining('good-faith belief'),
      accuracy_text: expect.stringContaining('under penalty of perjury'),
      signature: 'Ada Aster',
      capacity: 'owner',
    })
    const old = await sendNotice(
      world.app,
      noticeFields([fakePost('video', world.serial).url], newStamp(), { declared: '2020-01' }),
    )
    expect(old.status).toBe(400)
    expect(await old.text()).toContain('The statements have changed')
  })

  test('names every line that isn’t a post, shows what is missing, and keeps everything that was typed', async () => {
    const long = 'A very long title '.repeat(30).trim()
    const lines = [
      fakePost('video', world.serial).url,
      'https://www.tiktok.com/@somebody',
      'https://evil.example/video/7345678900000000',
      'what a day',
    ]
    const response = await sendNotice(
      world.app,
      noticeFields(lines, newStamp(), {
        claimantName: ' ',
        email: 'ada@',
        capacity: 'agent',
        accuracy: '',
        workDescription: 'My <b>description</b>',
        workTitle: long,
      }),
    )
    expect(response.status).toBe(400)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const elements = elementsOf(await response.text())
    const problem = (name: string) =>
      select(elements, 'div', { id: `notice-${name}-problem` })[0]?.text
    // A browser cuts what is pasted at maxlength, unseen: the form has to let it through.
    const title = select(elements, 'input', { name: 'workTitle' })[0]?.attributes
    expect(Number(title?.maxlength)).toBeGreaterThan(long.length)
    expect(problem('workTitle')).toContain('too long. The limit is 300')
    expect(title?.value).toBe(long)
    expect(problem('claimantName')).toBe('Enter your full name.')
    expect(problem('email')).toContain('valid email address')
    expect(problem('ownerName')).toBe('Enter the owner’s name.')
    expect(problem('accuracy')).toContain('isn’t valid')
    expect(problem('goodFaith')).toBeUndefined()
    expect(problem('links')).toContain('3 lines aren’t links to posts')
    for (const line of lines.slice(1)) expect(problem('links')).toContain(line)
    expect(problem('links')).toContain('This link leads to a profile.')
    expect(select(elements, 'textarea', { name: 'links' })[0]?.text).toContain('what a day')
    expect(select(elements, 'textarea', { name: 'workDescription' })[0]?.text).toBe(
      'My <b>description</b>',
    )
    expect(select(elements, 'input', { name: 'phone' })[0]?.attributes.value).toContain('555')
    expect(select(elements, 'input', { id: 'notice-goodFaith' })[0]?.attributes).toHaveProperty(
      'checked',
    )
  })

  test('takes an address that browsers take, at a host in other letters', async () => {
    const email = 'm&m@r\u00e4ucher.example'
    const link = fakePost('video', 1100).url
    const sent = await sendNotice(world.app, noticeFields([link], newStamp(), { email }))
    expect(sent.status).toBe(303)
    const stored = 'select email from dmca_reports order by id desc limit 1'
    expect(await world.db.value(stored)).toBe('m&m@xn--rucher-bua.example')
  })

  test('takes 50 posts but not 51, counts each once, and finds a second link on a line', async () => {
    const links = Array.from({ length: 51 }, (_, index) => fakePost('video', 1000 + index).url)
    const many = await sendNotice(world.app, noticeFields(links, newStamp()))
    expect(many.status).toBe(400)
    expect(await many.text()).toContain('can name up to 50 posts')
    const { id } = await file([...links.slice(0, 49), links[0] ?? ''])
    const posts = 'select count(*) from dmca_report_posts where report_id = ?'
    expect(await world.db.value(posts, id)).toBe(49)
    const glued = await file([`Two: ${links[0]} and ${links[1]}, ${links[2]}`])
    expect(await world.db.value(posts, glued.id)).toBe(3)
  })

  test('names a short link that can’t be resolved, with what to do', async () => {
    const response = await sendNotice(
      world.app,
      noticeFields(['https://vm.tiktok.com/ZMnowhere/'], newStamp()),
    )
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toContain('https://vm.tiktok.com/ZMnowhere/')
    expect(html).toContain('Open it in a browser')
  })

  test('sent twice by mistake is one report with one link', async () => {
    const fields = noticeFields([fakePost('video', world.serial).url], newStamp())
    const [first, second] = [
      await sendNotice(world.app, fields),
      await sendNotice(world.app, fields),
    ]
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    const token = first.headers.get('location')?.split('/').at(-1)?.replace('?filed', '') ?? ''
    expect(token.length).toBeGreaterThanOrEqual(43)
    const stored = JSON.stringify(await world.db.rows('select * from dmca_reports'))
    expect(stored).not.toContain(token)
  })

  test('S46: the trap, the pace and a stale page send nothing, explain why, and keep the form', async () => {
    const count = () => world.db.value('select count(*) from dmca_reports')
    const before = await count()
    const links = [fakePost('video', world.serial).url]
    const tries: [string, Record<string, string>][] = [
      ['filled in a hidden field', noticeFields(links, newStamp(), { topic: 'Cheap pills' })],
      ['That was fast!', noticeFields(links, stampForm())],
      ['open for a long time', noticeFields(links, stampForm(Date.now() - 48 * hourMs))],
      ['open for a long time', noticeFields(links, '1700000000.forged')],
    ]
    for (const [text, fields] of tries) {
      const response = await sendNotice(world.app, fields)
      expect(response.status).toBe(400)
      const html = await response.text()
      expect(html).toContain(text)
      expect(html).toContain('The Long Way Home')
      expect(select(elementsOf(html), 'input', { name: 'topic' })[0]?.attributes.value ?? '').toBe(
        '',
      )
    }
    expect(await count()).toBe(before)
  })

  test('S46: a network can file five notices a day, and its address is stored nowhere', async () => {
    const from = '198.51.100.23'
    const links = [fakePost('video', world.serial).url]
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const response = await sendNotice(world.app, noticeFields(links, newStamp()), { from })
      statuses.push(response.status)
      if (response.status === 429) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
        expect(await response.text()).toContain('Try again in 24 hours')
      }
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    expect(JSON.stringify(await world.db.rows('select * from dmca_reports'))).not.toContain(from)
    // A day later it may again, and the hash of the network is gone.
    await world.db.run('update dmca_reports set submitted_at = submitted_at - ?', 25 * hourMs)
    expect((await sendNotice(world.app, noticeFields(links, newStamp()), { from })).status).toBe(
      303,
    )
    expect(
      await world.db.value('select count(*) from dmca_reports where network_hash is not null'),
    ).toBe(1)
  })

  test('S46, S55: notices from many IPv6 networks of one owner are counted together', async () => {
    const links = [fakePost('video', world.serial).url]
    const send = async (from: string) => {
      const response = await sendNotice(world.app, noticeFields(links, newStamp()), { from })
      await response.arrayBuffer()
      return response.status
    }
    const address = (n: number) => `2001:db8:5:${n.toString(16)}::1`
    // Five a day for each /64, 20 for the /56 that they are in.
    for (let n = 0; n < 20; n += 1) {
      expect([n, await send(address(Math.floor(n / 5)))]).toEqual([n, 303])
    }
    expect(await send(address(0))).toBe(429)
    expect(await send(address(9))).toBe(429)
    expect(await send(address(0x100))).toBe(303)
    // And 80 for the /48.
    const hashes = String(
      await world.db.value('select network_hash from dmca_reports order by id desc limit 1'),
    )
    await world.db.run(
      `update dmca_reports set submitted_at = ?, network_hash = ?
         where id in (select id from dmca_reports order by id desc limit 21)`,
      Date.now(),
      `- - ${hashes.split(' ')[2]}`,
    )
    for (let n = 0; n < 59; n += 1) {
      expect([n, await send(address(0x200 + n * 0x20))]).toEqual([n, 303])
    }
    expect(await send(address(0xf000))).toBe(429)
    expect(await send('2001:db8:6::1')).toBe(303)
  })

  test('an invalid status link leads to a page that explains it, and search engines list none', async () => {
    const page = await fetch(`${world.app.origin}/dmca/status/made-up`)
    expect(page.status).toBe(404)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const { status } = await file([fakePost('video', world.serial).url])
    expect(await (await fetch(world.app.origin + status)).text()).toContain(
      '<meta name="robots" content="noindex"/>',
    )
  })

  test('the claimant learns why a claim was rejected, even without email', async () => {
    const { id, status } = await file([fakePost('video', world.serial).url])
    await act(id, 'reject', { note: 'The film is in the public domain.' })
    const page = await (await fetch(world.app.origin + status)).text()
    expect(page).toContain('The film is in the public domain.')
    expect(page).not.toContain('olga@site.example')
    expect(page).not.toContain('name="answer"')
    expect(page).toContain('href="/dmca/notice"')
  })

  test('an answer that is too long or too late is refused with a reason and kept', async () => {
    const { id, status } = await file([fakePost('video', world.serial).url])
    const long = await fetch(world.app.origin + status, {
      method: 'POST',
      body: new URLSearchParams({ answer: `${'Proof. '.repeat(430)}The end.` }),
    })
    expect(long.status).toBe(400)
    const refused = await long.text()
    expect(refused).toContain('The limit is 3,000 characters')
    expect(refused).toContain('The end.')
    await act(id, 'reject', { note: 'No proof came.' })
    const answer = await fetch(world.app.origin + status, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'The proof, at last.' }),
    })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('is closed to answers')
    expect(page).toContain('The proof, at last.')
  })
})
