import type SQLite from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { type LiveApp, lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'

// The test signs forms as the app does, so that none has to wait for a person's pace.
const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/services/form-stamp.server.ts')

const hour = 3_600_000

let app: LiveApp
let db: SQLite.Database
let olga: Browser
let otto: Browser
let serial = 0

beforeAll(async () => {
  app = await startLiveApp({
    SESSION_SECRET: secret,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  db = openDatabase(app)
  addUser(db, { email: 'olga@site.example', name: 'Olga' })
  addUser(db, { email: 'otto@site.example', name: 'Otto' })
  olga = createBrowser(app)
  otto = createBrowser(app)
  await olga.signIn('olga@site.example')
  await otto.signIn('otto@site.example')
})
afterAll(async () => {
  db?.close()
  await app?.close()
})
beforeEach(() => {
  serial += 1
})

/** Stamps differ by the second, so that two notices of one test are two. */
let stamps = 60
const firstStampAt = Date.now()
function newStamp(): string {
  stamps += 1
  // Counted from one moment: two stamps of the same second would make one report of two notices.
  return stampForm(firstStampAt - stamps * 1000)
}

/** Files a notice; gives the report's id and the address of its status page. */
async function file(links: string[], changes: Record<string, string> = {}) {
  const response = await sendNotice(app, noticeFields(links, newStamp(), changes))
  expect(response.status).toBe(303)
  const status = response.headers.get('location') ?? ''
  const id = db.prepare('select max(id) from dmca_reports').pluck().get() as number
  return { id, status }
}

const reportRow = (id: number) =>
  db.prepare('select * from dmca_reports where id = ?').get(id) as Record<string, unknown>
const versionOf = (id: number) => Number(reportRow(id).version)
const eventsOf = (id: number) =>
  db.prepare('select * from dmca_report_events where report_id = ? order by id').all(id) as {
    kind: string
    actor_label: string
    note: string
  }[]

/** Sends what a form of a report sends, and gives what the next page says. */
async function act(
  id: number,
  what: string,
  fields: Record<string, string> = {},
  by = olga,
): Promise<string> {
  const version = String(versionOf(id))
  const answer = await by.post(`/admin/dmca/${id}`, { do: what, version, ...fields })
  expect(answer.status).toBe(302)
  const html = await by.html(answer.headers.get('location') ?? '')
  return elementsOf(html)
    .filter(({ attributes }) => 'data-flash' in attributes)
    .map(({ text }) => text)
    .join(' ')
}

async function saveLink(link: string): Promise<string> {
  const { html } = await lookUp(app, link)
  return app.origin + saveLinkIn(html)
}

const statusOfLink = async (link: string) => (await lookUp(app, link)).status

describe('a takedown, from the public form to the refused stream', () => {
  test('S9: after the approval the post is refused by every link form and every link given', async () => {
    const post = fakePost('video', serial)
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
    const page = await (await fetch(app.origin + status)).text()
    expect(page).toContain('data-status="resolved"')
    expect(page).toContain('blocked here')

    // Taken back, it is served again.
    expect(await act(id, 'reopen', { note: 'It was another film.' })).toContain('1 post put back')
    for (const form of forms) expect([form, await statusOfLink(form)]).toEqual([form, 200])
    expect((await fetch(old)).status).toBe(200)
    expect(reportRow(id).status).toBe('pending')
  })

  test('S9: a stream that runs while the takedown is approved is cut', async () => {
    const post = fakePost('mediaHangBody', serial)
    const response = await fetch(await saveLink(post.url))
    const reader = response.body?.getReader()
    await reader?.read()
    const { id } = await file([post.url])
    await act(id, 'approve')
    const started = Date.now()
    const drained = (async () => {
      while (!(await reader?.read())?.done);
    })()
    await expect(drained).rejects.toThrow()
    expect(Date.now() - started).toBeLessThan(2000)
  })

  test('a post that nobody has ever looked up is blocked all the same', async () => {
    const post = fakePost('video', serial)
    const { id } = await file([post.url])
    await act(id, 'approve')
    expect(await statusOfLink(post.url)).toBe(451)
  })

  test('a post that two reports name stays blocked until both are taken back', async () => {
    const post = fakePost('video', serial)
    const [first, second] = [await file([post.url]), await file([post.shortUrls.www])]
    await act(first.id, 'approve')
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
      const post = fakePost('video', serial)
      await lookUp(app, post.url)
      db.prepare('update posts set status = ? where post_id = ?').run(before, post.postId)
      const { id } = await file([post.url])
      await act(id, 'approve')
      expect(await statusOfLink(post.url)).toBe(451)
      await act(id, 'reopen', { note: 'Mistake' })
      expect(await statusOfLink(post.url)).toBe(answer)
      const status = db.prepare('select status from posts where post_id = ?').pluck()
      expect(status.get(post.postId)).toBe(before)
    },
  )

  test('S41: each step is in the audit log and in the history, with its operator', async () => {
    const { id } = await file([fakePost('video', serial).url])
    await act(id, 'ask', { note: 'Which scene?' })
    await act(id, 'reject', { note: 'Not the same film.' }, otto)
    await act(id, 'reopen', { note: 'New facts' })
    await act(id, 'approve', {}, otto)
    const number = `DMCA-${String(id).padStart(4, '0')}`
    const lines = db
      .prepare('select action, actor_label from audit_log where object_id = ? order by seq')
      .all(number)
    expect(lines).toEqual([
      { action: 'dmca.asked', actor_label: 'olga@site.example' },
      { action: 'dmca.rejected', actor_label: 'otto@site.example' },
      { action: 'dmca.reopened', actor_label: 'olga@site.example' },
      { action: 'dmca.approved', actor_label: 'otto@site.example' },
    ])
    expect(eventsOf(id).map(({ kind }) => kind)).toEqual([
      'submitted',
      'asked',
      'rejected',
      'reopened',
      'approved',
    ])
  })
})

describe('two operators', () => {
  test('the second is told who was first, and nothing is done twice', async () => {
    const post = fakePost('video', serial)
    const { id } = await file([post.url])
    const seen = { version: String(versionOf(id)) }
    const answers = await Promise.all([
      act(id, 'approve', seen, olga),
      act(id, 'reject', { ...seen, note: 'No' }, otto),
    ])
    const told = answers.filter((text) => text.includes('already handled by'))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/already handled by (olga|otto)@site\.example/)
    expect(eventsOf(id)).toHaveLength(2)
    const blocked = reportRow(id).status === 'resolved'
    expect(await statusOfLink(post.url)).toBe(blocked ? 451 : 200)
  })

  test('whoever presses twice is told that he has done it', async () => {
    const { id } = await file([fakePost('video', serial).url])
    const seen = { version: String(versionOf(id)) }
    await act(id, 'approve', seen)
    expect(await act(id, 'approve', seen)).toContain('already handled by you')
    expect(eventsOf(id)).toHaveLength(2)
  })

  test('an answer of the reporter that the operator has not read stops the decision', async () => {
    const { id, status } = await file([fakePost('video', serial).url])
    await act(id, 'ask', { note: 'Which scene?' })
    const seen = { version: String(versionOf(id)) }
    const answer = await fetch(app.origin + status, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'The second one.' }),
    })
    expect(await answer.text()).toContain('The second one.')
    expect(await act(id, 'reject', { ...seen, note: 'Silence' })).toContain(
      'has answered meanwhile',
    )
    expect(reportRow(id).status).toBe('pending')
  })

  test('a claim is not rejected, nor a report reopened, without a reason', async () => {
    const { id } = await file([fakePost('video', serial).url])
    expect(await act(id, 'reject', { note: '  ' })).toContain('Say why')
    expect(await act(id, 'ask', { note: '' })).toContain('Write what')
    expect(eventsOf(id)).toHaveLength(1)
  })
})

describe('a counter-notice', () => {
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

  test('gets its window of business days, and its posts come back when the operator says so', async () => {
    const [one, two] = [fakePost('video', serial), fakePost('hd', serial)]
    const { id } = await file([one.url, two.url])
    await act(id, 'approve')
    const said = await act(id, 'counter_notice', { ...counter, postId: one.postId })
    expect(said).toContain('a counter-notice about 1 post is recorded')
    const notice = db
      .prepare('select * from dmca_counter_notices where report_id = ?')
      .get(id) as Record<string, unknown>
    expect(notice).toMatchObject({ earliest_on: '2026-03-16', latest_on: '2026-03-20' })
    // Its window has opened: the operators are reminded.
    expect(await olga.html('/admin/notifications')).toContain(`The counter-notice to DMCA-`)
    await act(id, 'restore', { counterNotice: String(notice.id) })
    expect(await statusOfLink(one.url)).toBe(200)
    expect(await statusOfLink(two.url)).toBe(451)
    expect(reportRow(id).status).toBe('resolved')
  })

  test('puts no post back that another report blocks', async () => {
    const post = fakePost('video', serial)
    const [first, second] = [await file([post.url]), await file([post.url])]
    await act(first.id, 'approve')
    await act(second.id, 'approve')
    await act(first.id, 'counter_notice', counter)
    const noticeId = db.prepare('select max(id) from dmca_counter_notices').pluck().get()
    await act(first.id, 'restore', { counterNotice: String(noticeId) })
    expect(await statusOfLink(post.url)).toBe(451)
  })

  test('that is not complete is refused, and what was typed is kept', async () => {
    const { id } = await file([fakePost('video', serial).url])
    await act(id, 'approve')
    const answer = await olga.post(`/admin/dmca/${id}`, {
      ...counter,
      do: 'counter_notice',
      version: String(versionOf(id)),
      complete: '',
      receivedOn: '2026-02-30',
    })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('Enter the day it arrived.')
    expect(html).toContain('without these statements has no effect')
    expect(html).toContain('2 Short Street')
  })
})

describe('the public form', () => {
  test('stands below the text of /dmca in every language, the statements in English', async () => {
    for (const path of ['/dmca', '/es/dmca', '/dmca/notice']) {
      const elements = elementsOf(await (await fetch(app.origin + path)).text())
      expect(select(elements, 'textarea', { name: 'links' })).toHaveLength(1)
      const statements = select(elements, 'label', { lang: 'en' })
      expect(statements.some(({ text }) => text.includes('penalty of perjury'))).toBe(true)
    }
  })

  test('keeps the words that were declared, with their version', async () => {
    const { id } = await file([fakePost('video', serial).url])
    expect(reportRow(id)).toMatchObject({
      declarations_version: '2026-11',
      good_faith_text: expect.stringContaining('good-faith belief'),
      accuracy_text: expect.stringContaining('under penalty of perjury'),
      signature: 'Ada Aster',
      capacity: 'owner',
    })
    const old = await sendNotice(
      app,
      noticeFields([fakePost('video', serial).url], newStamp(), { declared: '2020-01' }),
    )
    expect(old.status).toBe(400)
    expect(await old.text()).toContain('The statements have changed')
  })

  test('names every line that is no post, says what is missing, and keeps all that was typed', async () => {
    const lines = [
      fakePost('video', serial).url,
      'https://www.tiktok.com/@somebody',
      'https://evil.example/video/7345678900000000',
      'what a day',
    ]
    const response = await sendNotice(
      app,
      noticeFields(lines, newStamp(), {
        claimantName: ' ',
        email: 'ada@',
        capacity: 'agent',
        accuracy: '',
        workDescription: 'My <b>description</b>',
      }),
    )
    expect(response.status).toBe(400)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const elements = elementsOf(await response.text())
    const problem = (name: string) =>
      select(elements, 'div', { id: `notice-${name}-problem` })[0]?.text
    expect(problem('claimantName')).toBe('This is missing.')
    expect(problem('email')).toContain('valid email address')
    expect(problem('ownerName')).toBe('This is missing.')
    expect(problem('accuracy')).toContain('not valid')
    expect(problem('goodFaith')).toBeUndefined()
    expect(problem('links')).toContain('3 lines are not links of posts')
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

  test('takes 50 posts and not 51, counts a post once, and loses no second link of a line', async () => {
    const links = Array.from({ length: 51 }, (_, index) => fakePost('video', 1000 + index).url)
    const many = await sendNotice(app, noticeFields(links, newStamp()))
    expect(many.status).toBe(400)
    expect(await many.text()).toContain('may name 50 posts')
    const { id } = await file([...links.slice(0, 49), links[0] ?? ''])
    const posts = db.prepare('select count(*) from dmca_report_posts where report_id = ?').pluck()
    expect(posts.get(id)).toBe(49)
    const glued = await file([`Two: ${links[0]} and ${links[1]}, ${links[2]}`])
    expect(posts.get(glued.id)).toBe(3)
  })

  test('names a short link whose post cannot be found out, with what to do', async () => {
    const response = await sendNotice(
      app,
      noticeFields(['https://vm.tiktok.com/ZMnowhere/'], newStamp()),
    )
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toContain('https://vm.tiktok.com/ZMnowhere/')
    expect(html).toContain('Open it in a browser')
  })

  test('sent twice by mistake is one report with one link', async () => {
    const fields = noticeFields([fakePost('video', serial).url], newStamp())
    const [first, second] = [await sendNotice(app, fields), await sendNotice(app, fields)]
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    const token = first.headers.get('location')?.split('/').at(-1)?.replace('?filed', '') ?? ''
    expect(token.length).toBeGreaterThanOrEqual(43)
    const stored = JSON.stringify(db.prepare('select * from dmca_reports').all())
    expect(stored).not.toContain(token)
  })

  test('S46: the trap, the pace and a stale page send nothing, say so, and keep the form', async () => {
    const count = () => db.prepare('select count(*) from dmca_reports').pluck().get()
    const before = count()
    const links = [fakePost('video', serial).url]
    const tries: [string, Record<string, string>][] = [
      ['a field that people cannot see', noticeFields(links, newStamp(), { topic: 'Cheap pills' })],
      ['very quick for a person', noticeFields(links, stampForm())],
      ['open for a long time', noticeFields(links, stampForm(Date.now() - 48 * hour))],
      ['open for a long time', noticeFields(links, '1700000000.forged')],
    ]
    for (const [text, fields] of tries) {
      const response = await sendNotice(app, fields)
      expect(response.status).toBe(400)
      const html = await response.text()
      expect(html).toContain(text)
      expect(html).toContain('The Long Way Home')
      expect(select(elementsOf(html), 'input', { name: 'topic' })[0]?.attributes.value ?? '').toBe(
        '',
      )
    }
    expect(count()).toBe(before)
  })

  test('S46: a network files five notices a day, and its address is stored nowhere', async () => {
    const from = '198.51.100.23'
    const links = [fakePost('video', serial).url]
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const response = await sendNotice(app, noticeFields(links, newStamp()), { from })
      statuses.push(response.status)
      if (response.status === 429) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
        expect(await response.text()).toContain('Try again in 24 hours')
      }
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    expect(JSON.stringify(db.prepare('select * from dmca_reports').all())).not.toContain(from)
    // A day later it may again, and the hash of the network is gone.
    db.prepare('update dmca_reports set submitted_at = submitted_at - ?').run(25 * hour)
    expect((await sendNotice(app, noticeFields(links, newStamp()), { from })).status).toBe(303)
    expect(
      db.prepare('select count(*) from dmca_reports where network_hash is not null').pluck().get(),
    ).toBe(1)
  })

  test('a status link that is nobody’s leads to a page that says so, and no search engine lists one', async () => {
    const page = await fetch(`${app.origin}/dmca/status/made-up`)
    expect(page.status).toBe(404)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const { status } = await file([fakePost('video', serial).url])
    expect(await (await fetch(app.origin + status)).text()).toContain(
      '<meta name="robots" content="noindex"/>',
    )
  })

  test('the reporter is told why a claim was rejected, without mail too', async () => {
    const { id, status } = await file([fakePost('video', serial).url])
    await act(id, 'reject', { note: 'The film is in the public domain.' })
    const page = await (await fetch(app.origin + status)).text()
    expect(page).toContain('The film is in the public domain.')
    expect(page).not.toContain('olga@site.example')
    expect(page).not.toContain('name="answer"')
    expect(page).toContain('href="/dmca/notice"')
  })
})

describe('the list of reports', () => {
  test('is searched by title, reporter and report id, filtered and sorted', async () => {
    const links = [fakePost('video', serial).url]
    const one = await file(links, { workTitle: 'Ärger im Zoo', claimantName: 'Zoë Quill' })
    const two = await file(links, { workTitle: 'Alpha', claimantName: 'Bea Quill' })
    await act(two.id, 'reject', { note: 'No' })
    const listed = async (search: string) =>
      [...(await olga.html(`/admin/dmca${search}`)).matchAll(/data-report="DMCA-0*(\d+)"/g)].map(
        ([, id]) => Number(id),
      )
    expect(await listed('?q=ÄRGER')).toEqual([one.id])
    expect(await listed('?q=quill')).toEqual([two.id, one.id])
    expect(await listed('?q=quill&sort=title&direction=asc')).toEqual([two.id, one.id])
    expect(await listed('?q=quill&sort=reporter&direction=desc')).toEqual([one.id, two.id])
    expect(await listed('?q=quill&status=pending')).toEqual([one.id])
    expect(await listed('?q=quill&status=rejected')).toEqual([two.id])
    expect(await listed(`?q=dmca-${String(one.id).padStart(4, '0')}`)).toEqual([one.id])
  })

  test('the oldest pending report is told by its age, and waits behind the bell', async () => {
    const { id } = await file([fakePost('video', serial).url])
    db.prepare('update dmca_reports set submitted_at = ? where id = ?').run(
      Date.now() - 80 * hour,
      id,
    )
    const html = await olga.html('/admin/dmca')
    expect(html).toContain('The oldest came 3 days ago')
    expect(html).toMatch(/DMCA reports are pending/)
  })

  test('S37: the export holds the filtered rows, formulas are disarmed', async () => {
    const { id } = await file([fakePost('video', serial).url], {
      workTitle: '=HYPERLINK("https://evil.example")',
      claimantName: '+Formula Fox',
      postalAddress: '-1+1\n@home',
      phone: '+49 30 1234',
    })
    const response = await olga.get('/admin/dmca/export.csv?q=formula+fox')
    expect(response.headers.get('content-type')).toContain('text/csv')
    const rows = parse(await response.text(), { bom: true, columns: true }) as Record<
      string,
      string
    >[]
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      report_id: `DMCA-${String(id).padStart(4, '0')}`,
      content_title: `'=HYPERLINK("https://evil.example")`,
      reporter: `'+Formula Fox`,
      phone: `'+49 30 1234`,
      status: 'pending',
    })
    expect(
      db.prepare(`select count(*) from audit_log where action = 'dmca.exported'`).pluck().get(),
    ).toBe(1)
  })

  test('S36: hostile texts are inert on every page and in the downloaded report', async () => {
    const evil = '</script></title><img src=x onerror=alert(1)>\u2028\u202e'
    const { id, status } = await file([fakePost('video', serial).url], {
      claimantName: evil,
      company: evil,
      postalAddress: evil,
      workTitle: evil,
      workDescription: evil,
      workAddresses: `javascript:alert(1)\n${evil}`,
      remarks: evil,
      signature: evil,
    })
    await act(id, 'ask', { note: evil })
    const pages = [
      await (await fetch(app.origin + status)).text(),
      await olga.html('/admin/dmca'),
      await olga.html(`/admin/dmca/${id}`),
      await olga.html(`/admin/dmca/${id}/report.html`),
    ]
    for (const html of pages) {
      expect(html).toContain('&lt;img src=x')
      expect(html).not.toContain('<img src=x')
      expect(html).not.toMatch(/href="javascript:/)
      expect(html).not.toContain('\u202e')
      expect(select(elementsOf(html), 'img', { src: 'x' })).toEqual([])
    }
  })

  test('a decided report is downloaded as one file with all fields and the history', async () => {
    const post = fakePost('video', serial)
    const { id } = await file([post.url], { company: 'Sparrow & Sons' })
    await act(id, 'approve', { note: 'Thank you.' })
    const answer = await olga.get(`/admin/dmca/${id}/report.html`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="DMCA-\d{4}/)
    const html = await answer.text()
    for (const text of [
      'Sparrow &amp; Sons',
      post.postId,
      'penalty of perjury',
      'Takedown approved, by olga@site.example',
      'Thank you.',
      '@media print',
    ]) {
      expect(html).toContain(text)
    }
  })
})
