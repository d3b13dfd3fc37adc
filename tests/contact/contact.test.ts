// @module-tag process
import '#tests/support/own-data-dir.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { finishJob, startMailWorld } from '#tests/mail/mail-world.ts'
import { undoIn } from '#tests/support/form-fields.ts'
import { elementsOf, rowLinks, select } from '#tests/support/html.ts'
import { addRows } from '#tests/support/rows.ts'

// The test signs forms as the app does, so that none has to wait for a person's pace.
const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')

const world = startMailWorld({ SESSION_SECRET: secret })
const minute = 60_000
let network = 0

beforeEach(async () => {
  await world.db.run('delete from contact_messages')
})

function write(
  fields: Record<string, string>,
  options: { path?: string; from?: string } = {},
): Promise<Response> {
  network += 1
  const good = { name: '', email: '', topic: 'download', message: 'My file is black.' }
  const stamp = stampForm(Date.now() - minute - network * 1000)
  return fetch(`${world.app.origin}${options.path ?? '/contact/message'}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'X-Forwarded-For': options.from ?? `203.0.113.${network}` },
    body: new URLSearchParams({ ...good, stamp, website: '', ...fields }),
  })
}

const stored = () => world.db.rows<Row>('select * from contact_messages order by id')
type Row = Record<string, string | number | null>

const inbox = async (query = '') =>
  rowLinks(elementsOf(await world.browser.html(`/admin/inbox${query}`))).map(({ text }) =>
    text.trim(),
  )

describe('the contact form', () => {
  test('is on the contact page in every language, and works without a script', async () => {
    for (const language of languages) {
      const prefix = language === 'en' ? '' : `/${language}`
      const t = catalogue(language).contact
      const page = await (await fetch(`${world.app.origin}${prefix}/contact`)).text()
      const [form] = select(elementsOf(page), 'form', { action: `${prefix}/contact/message` })
      expect([language, form?.attributes.method]).toEqual([language, 'post'])
      expect(page).toContain(t.form.heading)
      for (const name of ['name', 'email', 'topic', 'message']) {
        expect(page).toContain(`id="contact-${name}"`)
        expect(page).toContain(`for="contact-${name}"`)
      }
      const sent = await write(
        { email: 'ann@example.com', message: `From ${language}` },
        { path: `${prefix}/contact/message` },
      )
      expect(sent.status).toBe(303)
      const thanks = await fetch(world.app.origin + (sent.headers.get('location') ?? ''))
      expect(await thanks.text()).toContain(t.sentTitle)
    }
    expect((await stored()).map(({ language }) => language)).toEqual(languages)
  })

  test('is not part of the document itself, which is still shown', async () => {
    const document = await (await fetch(`${world.app.origin}/pages/contact.html`)).text()
    expect(document).toContain('<div data-slot="contact-form"></div>')
    expect(document).toContain('What to include')
  })

  test('shows what is wrong beside the field, and loses nothing that was typed', async () => {
    const tries: [fields: Record<string, string>, text: string][] = [
      [{ message: '' }, 'Please write a message.'],
      [{ message: 'x'.repeat(5001) }, 'The limit is 5,000 characters.'],
      [{ message: 'x'.repeat(30_000) }, 'The limit is 5,000 characters.'],
      [{ email: 'ann@', message: 'kept text' }, 'Please enter a valid email address'],
      [{ name: 'n'.repeat(101), message: 'kept text' }, 'The limit is 100 characters.'],
    ]
    for (const [fields, text] of tries) {
      const response = await write(fields)
      expect(response.status).toBe(400)
      const html = await response.text()
      expect(html).toContain(text)
      expect(html).toContain('aria-invalid="true"')
      for (const typed of Object.values(fields)) expect(html).toContain(typed)
      const focused = elementsOf(html).filter(({ attributes }) => 'autofocus' in attributes)
      expect(focused.map(({ attributes }) => attributes.role)).toEqual(['group'])
    }
    expect(await stored()).toEqual([])
  })

  test('S46: bots, forms sent too fast, stale forms and floods from one network get nothing in', async () => {
    const stamps = {
      'That was fast': stampForm(),
      'for a long time': stampForm(Date.now() - 2 * dayMs),
    }
    for (const [text, stamp] of Object.entries(stamps)) {
      const response = await write({ stamp })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(text)
    }
    expect((await write({ website: 'https://pills.example' })).status).toBe(303)
    expect(await stored()).toEqual([])
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) {
      statuses.push((await write({ message: `Note ${index}` }, { from: '198.51.100.9' })).status)
    }
    expect(statuses).toEqual([...new Array(10).fill(303), 429])
    expect(await stored()).toHaveLength(10)
  })

  test('S46: a full inbox takes no more, and the page explains it', async () => {
    const spam = Array.from({ length: 2000 }, () => ({ message: 'spam' }))
    await addRows(world.db, 'contact_messages', spam)
    const response = await write({})
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('Our inbox is full')
    expect(await stored()).toHaveLength(2000)
  })

  test('S67: networks that send many messages leave room for the first of others', async () => {
    const sender = { from: '198.18.0.1' }
    for (let n = 0; n < 6; n += 1) {
      expect((await write({ message: `Note ${n}` }, sender)).status).toBe(303)
    }
    const key = "select network from contact_messages where message = 'Note 0' limit 1"
    const network = String(await world.db.value(key))
    expect(network).toMatch(/^[\w-]{43}$/)
    const fill = async (count: number) => {
      const have = (await stored()).length
      const spam = Array.from({ length: count - have }, (_, n) => ({
        network: `other ${have + n}`,
      }))
      await addRows(world.db, 'contact_messages', spam)
    }
    await fill(1000)
    expect((await write({ message: 'Note 6' }, sender)).status).toBe(503)
    expect((await write({ message: 'Hello' }, { from: '203.0.113.77' })).status).toBe(303)
    await fill(1990)
    expect((await write({ message: 'One more' }, { from: '203.0.113.77' })).status).toBe(503)
    expect((await write({ message: 'Hello' }, { from: '203.0.113.78' })).status).toBe(303)
  })

  test('the same form sent twice is one message', async () => {
    const stamp = stampForm(Date.now() - minute)
    for (const status of [303, 303]) expect((await write({ stamp })).status).toBe(status)
    expect(await stored()).toHaveLength(1)
  })

  test('S48: the sender’s network address is stored nowhere', async () => {
    await write({ message: 'Where am I?' }, { from: '192.0.2.211' })
    expect(await stored()).toHaveLength(1)
    expect(await world.db.dump()).not.toContain('192.0.2.211')
  })
})

describe('the inbox', () => {
  test('lists messages, searches and filters them', async () => {
    await write({ name: 'Ann', email: 'ann@example.com', message: 'My FILE is black.' })
    await write({ name: 'Bo', topic: 'press', message: 'A question for an article' })
    expect(await inbox()).toEqual(['A question for an article', 'My FILE is black.'])
    expect(await inbox('?q=file+IS')).toEqual(['My FILE is black.'])
    expect(await inbox('?q=ann@example')).toEqual(['My FILE is black.'])
    const [first] = await stored()
    await world.browser.post('/admin/inbox', {
      intent: 'done',
      id: String(first?.id),
      back: '/admin/inbox',
    })
    expect(await inbox('?status=new')).toEqual(['A question for an article'])
    expect(await inbox('?status=done')).toEqual(['My FILE is black.'])
    await world.browser.post('/admin/inbox', { intent: 'new', id: String(first?.id) })
    expect(await inbox('?status=new')).toHaveLength(2)
  })

  test('Undo takes a mark back from the messages that it changed', async () => {
    for (const message of ['One.', 'Two.']) await write({ message })
    const [one, two] = (await stored()).map(({ id }) => String(id))
    await world.browser.post('/admin/inbox', { intent: 'done', id: one ?? '' })
    await inbox()
    const body = new URLSearchParams([
      ['intent', 'done'],
      ['back', '/admin/inbox?status=done'],
      ['id', one ?? ''],
      ['id', two ?? ''],
    ])
    await world.browser.send('/admin/inbox', { method: 'POST', body })
    const undo = undoIn(await world.browser.html('/admin/inbox'))
    expect(undo?.fields.getAll('id')).toEqual([two])
    const sent = await world.browser.send(undo?.action ?? '', {
      method: 'POST',
      body: undo?.fields ?? null,
    })
    expect(sent.headers.get('location')).toBe('/admin/inbox?status=done')
    expect((await stored()).map(({ status }) => status)).toEqual(['done', 'new'])
  })

  test('shows many messages page by page', async () => {
    for (let index = 1; index <= 27; index += 1) await write({ message: `Note ${index}.` })
    const page = await world.browser.html('/admin/inbox')
    expect(await inbox()).toHaveLength(25)
    const next = /href="(\/admin\/inbox\?cursor=\d+)"/.exec(page)?.[1] ?? ''
    expect(await inbox(next.slice('/admin/inbox'.length))).toEqual(['Note 2.', 'Note 1.'])
  })

  test('S36: shows a hostile message as text', async () => {
    const hostile = '</script><img src=x onerror=alert(1)>'
    await write({ name: hostile, message: hostile })
    const [row] = await stored()
    for (const target of ['/admin/inbox', `/admin/inbox/${row?.id}`]) {
      const elements = elementsOf(await world.browser.html(target))
      expect(elements.filter(({ attributes }) => 'onerror' in attributes)).toEqual([])
      expect(elements.some(({ text }) => text.includes(hostile))).toBe(true)
    }
  })

  test('S39: an answer goes to the sender by email, and nothing typed adds a header', async () => {
    await write({
      name: 'Ann\r\nBcc: x@example.com',
      email: 'ann@example.com',
      message: 'Help!\nPlease',
    })
    const [row] = await stored()
    const answered = await world.browser.post(`/admin/inbox/${row?.id}`, {
      text: 'Take the plain MP4.',
    })
    expect(answered.status).toBe(302)
    const mail = await world.mail.mail(({ envelope }) => envelope.to[0] === 'ann@example.com')
    expect(mail.envelope.to).toEqual(['ann@example.com'])
    expect(mail.subject).toBe('Re: your message to Cleanclip')
    expect(mail.text).toContain('Take the plain MP4.')
    expect(mail.text).toContain('> Help!')
    // Help desks would drop it otherwise.
    expect(mail.headers).toContainEqual(['auto-submitted', 'no'])
    expect(mail.headers.filter(([name]) => name.toLowerCase() === 'bcc')).toEqual([])
    expect((await stored())[0]).toMatchObject({ status: 'done', answered_at: expect.any(Number) })
    expect((await world.browser.post(`/admin/inbox/${row?.id}`, { text: ' ' })).status).toBe(400)
  })

  test('offers the operator’s own mail program while mail is not set up', async () => {
    await world.save('email', { smtpHost: '' })
    await write({ email: 'ann@example.com' })
    const page = await world.browser.html(`/admin/inbox/${(await stored())[0]?.id}`)
    expect(page).toContain('href="mailto:ann@example.com?subject=Re%3A%20your%20message"')
    expect(page).not.toContain('<textarea')
  })

  test('deletes messages after asking, and audits it without their text', async () => {
    await write({ name: 'Ann', message: 'A secret' })
    const id = String((await stored())[0]?.id)
    expect(await world.browser.html(`/admin/inbox/delete?id=${id}`)).toContain('Ann: A secret')
    expect((await world.browser.post('/admin/inbox/delete', { id })).status).toBe(302)
    expect(await stored()).toEqual([])
    const audited = await world.db.rows(
      `select action, object_label, sentence, before, after from audit_log where object_type = 'message' and object_id = ?`,
      id,
    )
    expect(audited).toEqual([
      {
        ...{ action: 'message.deleted', object_label: `message ${id}`, before: null, after: null },
        sentence: '["{actor}"," deleted ","{object}"]',
      },
    ])
    expect((await world.browser.get(`/admin/inbox/${id}`)).status).toBe(404)
  })

  test('is for operators only', async () => {
    await write({})
    for (const target of ['/admin/inbox', '/admin/inbox/1', '/admin/inbox/delete?id=1']) {
      const response = await fetch(world.app.origin + target, { redirect: 'manual' })
      expect(response.status).toBe(302)
    }
  })

  test('forgets messages after 180 days', async () => {
    await write({ message: 'old' })
    await write({ message: 'young' })
    const age = 'update contact_messages set received_at = ? where message = ?'
    await world.db.run(age, Date.now() - 181 * dayMs, 'old')
    await world.db.run(age, Date.now() - 179 * dayMs, 'young')
    await finishJob(world, 'message-retention')
    expect((await stored()).map(({ message }) => message)).toEqual(['young'])
  })
})

describe('the newsletter', () => {
  test('asks people who signed up before email was set up to confirm, once each', async () => {
    await world.save('email', { smtpHost: '' })
    await world.db.run('delete from subscribers')
    // Older versions took addresses while mail was off.
    await addRows(world.db, 'subscribers', [
      { email: 'eva@example.com' },
      { email: 'ida@example.com' },
    ])
    expect(world.mail.received).toEqual([])
    // Nothing else is done: saving the mail server is enough.
    await world.useServer({})
    for (const email of ['eva@example.com', 'ida@example.com']) {
      const mail = await world.mail.mail(({ envelope }) => envelope.to[0] === email)
      expect(mail.text).toContain('/newsletter/confirm/')
    }
    await finishJob(world, 'newsletter-requests')
    const count = `select count(*) from outbox where subject like '%confirm%'`
    expect(await world.db.value(count)).toBe(2)
  })

  test('S69: deletes addresses that were never confirmed, later those that had all their emails', async () => {
    await world.db.run('delete from subscribers')
    const ago = (days: number) => Date.now() - days * dayMs
    const rows = [
      ['mailed-31@example.com', 'unconfirmed', ago(400), ago(31), 2],
      ['mailed-29@example.com', 'unconfirmed', ago(400), ago(29), 2],
      ['mailed-out-181@example.com', 'unconfirmed', ago(400), ago(181), 3],
      ['mailed-out-179@example.com', 'unconfirmed', ago(400), ago(179), 3],
      ['never-mailed-181@example.com', 'unconfirmed', ago(181), null, 0],
      ['never-mailed-179@example.com', 'unconfirmed', ago(179), null, 0],
      ['confirmed@example.com', 'confirmed', ago(400), ago(400), 0],
    ] as const
    await addRows(
      world.db,
      'subscribers',
      rows.map(([email, status, created_at, mailed_at, mails]) => {
        return { email, status, created_at, mailed_at, mails }
      }),
    )
    await finishJob(world, 'newsletter-unconfirmed')
    const left = await world.db.column('select email from subscribers order by email')
    expect(left).toEqual([
      'confirmed@example.com',
      'mailed-29@example.com',
      'mailed-out-179@example.com',
      'never-mailed-179@example.com',
    ])
    const privacy = await (await fetch(`${world.app.origin}/privacy`)).text()
    expect(privacy).toContain('deleted 30 days after that email, or after 180 days')
  })
})
