// @module-tag process
import { describe, expect, test } from 'vitest'
import { auditRows } from '#tests/accounts/admin-world.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { forgetPassword, outbox, settled, startMailWorld } from './mail-world.ts'

const world = startMailWorld()
const una = 'una@users.example'
const pageOf = (id: number) => `/admin/settings/email/mail/${id}`

async function writeTo(address: string): Promise<void> {
  const id = await addUser(world.db, { email: address, name: 'Una', role: 'user' })
  const mail = { subject: 'Your videos', text: 'Hello Una,\n\n<b>all</b> is fine.' }
  expect((await world.browser.post(`/admin/users/${id}/mail`, mail)).status).toBe(302)
}

const resend = (id: number) => world.browser.post(pageOf(id), { intent: 'resend' })

describe('an email of the outbox', () => {
  test('is opened from its row, with its text and its HTML in a frame without scripts', async () => {
    await writeTo(una)
    const { id } = await settled(world, 'sent', 1)
    const list = elementsOf(await world.browser.html('/admin/settings/email/outbox'))
    expect(select(list, 'a', { href: pageOf(id) })[0]?.text).toBe('Your videos')

    const page = await world.browser.html(pageOf(id))
    const elements = elementsOf(page)
    expect(select(elements, 'pre')[0]?.text).toContain('<b>all</b> is fine.')
    const frame = select(elements, 'iframe')[0]?.attributes
    expect(frame).toMatchObject({ sandbox: '', src: `${pageOf(id)}/body.html` })

    const body = await world.browser.get(`${pageOf(id)}/body.html`)
    const policy = body.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/; sandbox$/)
    expect(policy).not.toContain('script-src')
    expect(body.headers.get('cache-control')).toContain('no-store')
    expect(await body.text()).toContain('&lt;b&gt;all&lt;/b&gt; is fine.')
  })

  test('S40: is for operators only, and sealed in the database', async () => {
    await writeTo(una)
    const { id, content } = await settled(world, 'sent', 1)
    expect(content).not.toContain('is fine')
    const stranger = createBrowser(world.app)
    for (const address of [pageOf(id), `${pageOf(id)}/body.html`]) {
      const refused = await stranger.get(address)
      expect(refused.status).toBe(302)
      expect(refused.headers.get('location')).toContain('/admin/login')
    }
    expect((await world.browser.get(pageOf(99_999))).status).toBe(404)
    expect((await world.browser.get(pageOf(Number.NaN))).status).toBe(404)
  })

  test('S40: with a one-time link is never shown, queued or sent', async () => {
    await addUser(world.db, { email: una, name: 'Una', role: 'user' })
    world.mail.fault = 'greylist'
    await forgetPassword(world, una)
    const { id } = await settled(world, 'waiting', 1)
    const page = await world.browser.html(pageOf(id))
    expect(page).toContain('so it isn’t shown here')
    expect(page).not.toContain('/admin/reset/')
    expect((await world.browser.get(`${pageOf(id)}/body.html`)).status).toBe(404)
    world.mail.fault = null
    await world.browser.post('/admin/settings/email/outbox', { intent: 'retry', id: String(id) })
    expect((await settled(world, 'sent', 2)).content).toBeNull()
    expect(await world.browser.html(pageOf(id))).not.toContain('Send again')
    await resend(id)
    expect(await outbox(world)).toHaveLength(1)
  })

  test('is sent again as a new email, which is audited', async () => {
    await writeTo(una)
    const first = await settled(world, 'sent', 1)
    expect(await world.browser.html(pageOf(first.id))).toContain('Send again')
    const answer = await resend(first.id)
    await expect.poll(() => world.mail.received.length).toBe(2)
    const [one, two] = world.mail.received
    expect(two?.text).toBe(one?.text)
    const messageId = (mail: typeof one) => new Map(mail?.headers).get('message-id')
    expect(messageId(two)).not.toBe(messageId(one))
    await expect
      .poll(async () => (await outbox(world)).map(({ state }) => state))
      .toEqual(['sent', 'sent'])
    const copy = (await outbox(world))[1]?.id ?? 0
    expect(answer.headers.get('location')).toBe(pageOf(copy))
    expect(await auditRows(world.db, 'mail.resent', String(copy))).toHaveLength(1)
    expect(await world.browser.html('/admin/audit?action=mail.resent')).toContain(
      `>email ${copy}</a>`,
    )
  })

  test('that is queued is not sent a second time', async () => {
    world.mail.fault = 'greylist'
    await writeTo(una)
    const { id } = await settled(world, 'waiting', 1)
    expect(await world.browser.html(pageOf(id))).not.toContain('Send again')
    await resend(id)
    expect(await outbox(world)).toHaveLength(1)
  })
})

describe('the templates', () => {
  const path = '/admin/settings/email/templates'

  test('each kind is previewed as it would be sent, and says that it is an example', async () => {
    const page = elementsOf(await world.browser.html(path))
    const kinds = select(page, 'a').flatMap(({ attributes }) =>
      attributes.href?.startsWith(`${path}?kind=`) ? [attributes.href] : [],
    )
    expect(kinds.length).toBeGreaterThan(10)
    for (const address of new Set(kinds)) {
      const html = await world.browser.html(address)
      expect(html).toContain('This is an example')
      const elements = elementsOf(html)
      const text = select(elements, 'pre')[0]?.text ?? ''
      expect(text).toContain(`Cleanclip ${world.app.origin}`)
      const frame = select(elements, 'iframe')[0]?.attributes.src ?? ''
      const body = await world.browser.get(frame.replaceAll('&amp;', '&'))
      expect(body.status).toBe(200)
      expect(body.headers.get('content-security-policy')).toMatch(/; sandbox$/)
      const links = select(elementsOf(await body.text()), 'a')
      for (const { attributes } of links) {
        expect(new URL(attributes.href ?? '').origin).toBe(world.app.origin)
      }
    }
  })

  test('visitors’ emails are previewed in each of the five languages', async () => {
    const subjects = new Set<string>()
    for (const language of ['en', 'de', 'fr', 'es', 'pt']) {
      const page = elementsOf(
        await world.browser.html(`${path}?kind=newsletter-confirm&language=${language}`),
      )
      subjects.add(select(page, 'dd')[0]?.text ?? '')
      const body = await world.browser.html(
        `${path}/newsletter-confirm/body.html?language=${language}`,
      )
      expect(body).toContain(`<html lang="${language}">`)
    }
    expect(subjects.size).toBe(5)
    expect((await world.browser.get(`${path}/nothing/body.html`)).status).toBe(404)
  })
})
