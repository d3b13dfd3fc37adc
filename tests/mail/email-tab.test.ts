// @module-tag process
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { messages } from '#tests/accounts/admin-world.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { storedSetting } from '#tests/settings/settings-world.ts'
import { addUser } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { addRows } from '#tests/support/rows.ts'
import { forgetPassword, outbox, settled, startMailWorld } from './mail-world.ts'

const world = startMailWorld()
const ann = 'ann@site.example'
const addAnn = () => addUser(world.db, { email: ann, name: 'Ann', role: 'user' })

describe('the Email tab', () => {
  const sendTest = (to: string) =>
    world.browser.post('/admin/settings/email', { intent: 'test', to })

  test('a test email goes out at once, to the operator by default, with the server’s reply', async () => {
    const page = await world.browser.html('/admin/settings/email')
    expect(page).toContain('value="op@site.example"')
    const answer = await sendTest('op@site.example')
    expect(await answer.text()).toContain('It said: 250 ')
    expect(world.mail.received.map(({ subject, envelope }) => [subject, envelope.to])).toEqual([
      ['Cleanclip: test email', ['op@site.example']],
    ])
    expect(await outbox(world)).toEqual([])
    const log = `select after from audit_log where action = 'mail.tested' order by seq desc`
    expect(String(await world.db.value(log))).toContain(`127.0.0.1:${world.mail.port}`)
  })

  test('says why a test email could not be sent', async () => {
    expect(await (await sendTest('nobody')).text()).toContain('Enter an email address')
    world.mail.fault = 'sender_refused'
    expect(await (await sendTest('op@site.example')).text()).toContain(
      '553 Sender address rejected',
    )
    await world.mail.close()
    expect(await (await sendTest('op@site.example')).text()).toContain('No connection to 127.0.0.1')
    world.mail = await startMailServer({ port: world.mail.port })
  })

  test('S50: encryption, user and password are used as they are saved', async () => {
    const login = { user: 'site', password: 'a long ünlikely passw0rd' }
    await world.useServer(
      { startTls: 'required', login },
      { smtpEncryption: 'TLS', smtpUser: login.user, smtpPassword: login.password },
    )
    expect(await (await sendTest('op@site.example')).text()).toContain('It said: 250 ')
    expect(world.mail.received[0]).toMatchObject({ encrypted: true, user: 'site' })
    await world.save('email', { smtpEncryption: 'None' })
    expect(await (await sendTest('op@site.example')).text()).toContain('Must issue a STARTTLS')
    await world.save('email', { smtpEncryption: 'SSL' })
    expect(await (await sendTest('op@site.example')).text()).toContain('No encrypted connection')
    await world.save('email', { smtpEncryption: 'TLS', smtpPassword: 'wrong' })
    expect(await (await sendTest('op@site.example')).text()).toContain('535 Wrong user or password')
    await world.useServer({ implicitTls: true }, { smtpEncryption: 'SSL' })
    expect(await (await sendTest('op@site.example')).text()).toContain('It said: 250 ')
  })

  test('without a sender, emails come from the account, since only that can be sure to send', async () => {
    const login = { user: 'me@provider.example', password: 'right' }
    await world.save('general', { contactAddress: 'me@elsewhere.example' })
    await world.useServer({ login }, { mailFrom: '', smtpUser: login.user, smtpPassword: 'right' })
    expect(await (await sendTest('op@site.example')).text()).toContain('It said: 250 ')
    const [mail] = world.mail.received
    expect(mail?.envelope.from).toBe(login.user)
    expect(mail?.headers).toContainEqual(['reply-to', 'me@elsewhere.example'])
    await world.useServer({}, { mailFrom: '', smtpUser: 'no address' })
    expect(await world.browser.html('/admin/settings/email')).toContain('from no-reply@[127.0.0.1]')
    await world.save('general', { contactAddress: '' })
  })

  test('S40: the password appears in no page, table or log', async () => {
    const smtpPassword = 'an-unlikely-p4ssword'
    await world.save('email', { smtpUser: 'site', smtpPassword })
    await sendTest('op@site.example')
    const page = await world.browser.html('/admin/settings/email')
    const data = await world.browser.html('/admin/settings/email.data')
    const audit = await world.db.rows('select * from audit_log')
    const stored = await storedSetting(world.db, 'smtpPassword')
    for (const text of [page, data, JSON.stringify(audit), JSON.stringify(stored)]) {
      expect(text).not.toContain(smtpPassword)
    }
    expect(world.app.lines.join('\n')).not.toContain(smtpPassword)
    await world.save('email', { 'smtpPassword.remove': 'on', smtpUser: '' })
  })

  test('without a mail server nothing is sent, which the page shows', async () => {
    await world.save('email', { smtpHost: '' })
    const page = await world.browser.html('/admin/settings/email')
    expect(page).toContain('Save a mail server first')
    expect((await sendTest('op@site.example')).status).toBe(400)
    expect(await world.browser.html('/admin')).toContain('Email isn’t set up')
  })

  test('emails are deleted after a confirmation, and that is audited', async () => {
    await addAnn()
    world.mail.fault = 'unknown_recipient'
    await forgetPassword(world, ann)
    const { id } = await settled(world, 'failed', 1)
    const target = `/admin/settings/email/delete?id=${id}&back=/admin/settings/email/outbox`
    expect(await world.browser.html(target)).toContain('Delete 1 email?')
    const body = new URLSearchParams({ id: String(id), back: '/admin/settings/email/outbox' })
    const done = await world.browser.send(target, { method: 'POST', body })
    expect(done.headers.get('location')).toBe('/admin/settings/email/outbox')
    expect(await messages(world.browser, '/admin/settings/email/outbox')).toEqual([
      'success: 1 email deleted.',
    ])
    expect(await outbox(world)).toEqual([])
    const log = `select object_label from audit_log where action = 'mail.deleted'`
    expect(await world.db.value(log)).toBe(`email ${id}`)
    expect((await world.browser.get(target)).status).toBe(302)
  })

  test('the outbox is a list of its own, whose first date is the one it’s sorted by', async () => {
    const now = Date.now()
    const hour = 3_600_000
    await addRows(world.db, 'outbox', [
      // The older one was sent last.
      { subject: 'Older', state: 'sent', created_at: now - 2 * hour, sent_at: now },
      { subject: 'Newer', state: 'sent', created_at: now - hour, sent_at: now - hour },
      { subject: 'Newest', state: 'failed', created_at: now, sent_at: null },
    ])
    const settings = elementsOf(await world.browser.html('/admin/settings/email'))
    expect(select(settings, 'table')).toEqual([])
    const [way] = select(settings, 'a', { href: '/admin/settings/email/outbox' })
    expect(way?.text).toBe('Open the outbox')
    expect(select(settings, 'section', { id: 'outbox' })[0]?.text).toMatch(/Sent ?2 ?Failed ?1/)

    const list = elementsOf(await world.browser.html('/admin/settings/email/outbox'))
    expect(select(list, 'h1')[0]?.text).toBe('Outbox')
    expect(select(list, 'th', { scope: 'row' }).map(({ text }) => text)).toEqual([
      'Newest',
      'Newer',
      'Older',
    ])
    const dates = select(list, 'time').map(({ attributes }) =>
      Date.parse(attributes.datetime ?? ''),
    )
    const queued = [dates[0], dates[1], dates[3]].map(Number)
    expect(queued).toEqual([...queued].sort((one, two) => two - one))
    expect(select(list, 'td', { 'data-label': 'Queued' })).toHaveLength(3)
  })

  test('many emails are shown page by page', async () => {
    const mails = Array.from({ length: 60 }, (_, index) => {
      return { subject: `Mail ${index + 1}`, state: 'sent' as const, sent_at: 1 }
    })
    await addRows(world.db, 'outbox', mails)
    const seen: string[] = []
    let target: string | undefined = '/admin/settings/email/outbox?status=sent'
    while (target !== undefined) {
      const elements = elementsOf(await world.browser.html(target))
      seen.push(...select(elements, 'th', { scope: 'row' }).map(({ text }) => text))
      target = select(elements, 'a', { rel: 'next' })[0]?.attributes.href
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `Mail ${60 - index}`))
  })

  test('S37: subscribers are counted and exported, harmless for a spreadsheet', async () => {
    await addRows(world.db, 'subscribers', [
      {
        email: '=cmd@users.example',
        status: 'confirmed',
        unsubscribe_token: 'secret-token-1',
      },
      { email: 'bo@users.example', status: 'unconfirmed', unsubscribe_token: 'secret-token-2' },
    ])
    const page = elementsOf(await world.browser.html('/admin/settings/email'))
    const facts = select(page, 'dl').map(({ text }) => text)
    expect(facts.join(' ')).toMatch(/Confirmed ?1 ?Not confirmed yet ?1 ?Unsubscribed ?0/)
    const csv = await world.browser.html('/admin/settings/email/subscribers.csv?status=confirmed')
    expect(parse(csv, { bom: true, columns: true })).toEqual([
      expect.objectContaining({ email: "'=cmd@users.example", status: 'confirmed' }),
    ])
    expect(csv).not.toContain('secret-token')
    const all = await world.browser.html('/admin/settings/email/subscribers.csv')
    expect(parse(all, { bom: true, columns: true })).toHaveLength(2)
    const log = `select after from audit_log where action = ? order by seq`
    expect(await world.db.column(log, 'subscribers.exported')).toEqual([
      '{"status":"confirmed"}',
      '{"status":"all"}',
    ])
  })
})
