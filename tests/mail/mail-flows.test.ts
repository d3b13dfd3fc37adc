// @module-tag process
import '#tests/support/own-data-dir.ts'
import { describe, expect, test } from 'vitest'
import type { ReceivedMail } from '#tests/fakes/mail-server.ts'
import { addUser, createBrowser, password } from '#tests/support/accounts.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { endHold, forgetPassword, startMailWorld } from './mail-world.ts'

const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')

const world = startMailWorld({ SESSION_SECRET: secret })
const chosen = 'Another-good-1-password'

const mailTo = (email: string, says = '') =>
  world.mail.mail(({ envelope, text }) => envelope.to[0] === email && text.includes(says))

/** The path of the mail's link to a place of the site, which the mail gives in full. */
function linkIn(mail: ReceivedMail, place: string): string {
  const link = mail.text.split(/\s+/).find((word) => word.includes(place)) ?? ''
  expect(link.startsWith(world.app.origin)).toBe(true)
  return link.slice(world.app.origin.length)
}

const choosePassword = (path: string) =>
  createBrowser(world.app).post(path, { password: chosen, passwordAgain: chosen })

describe('with a mail server', () => {
  test('an operator who forgot their password gets a link, and signs in with a new one', async () => {
    await addUser(world.db, { email: 'ann@site.example', name: 'Ann' })
    await forgetPassword(world, 'ann@site.example')
    const mail = await mailTo('ann@site.example')
    expect((await choosePassword(linkIn(mail, '/admin/reset/'))).status).toBe(302)
    const signedIn = await createBrowser(world.app).signIn('ann@site.example', { password: chosen })
    expect(signedIn.status).toBe(302)
  })

  test('an invited operator chooses a password with the email’s link', async () => {
    const made = await world.browser.post('/admin/users/new', {
      name: 'Ivo Invited',
      email: 'ivo@users.example',
      role: 'user',
      how: 'invite',
      ownPassword: password,
    })
    expect(await made.text()).toContain('It was emailed to ivo@users.example.')
    const mail = await mailTo('ivo@users.example')
    expect(mail.subject).toBe('Your account at Cleanclip')
    expect((await choosePassword(linkIn(mail, '/admin/reset/'))).status).toBe(302)
  })

  test('an operator’s email reaches the user as it was written', async () => {
    const id = await addUser(world.db, { email: 'una@users.example', name: 'Una', role: 'user' })
    const text = 'Hello Una,\n\nmany thanks — all is fine.\n'
    await world.browser.post(`/admin/users/${id}/mail`, { subject: 'Schöne Grüße', text })
    const mail = await mailTo('una@users.example')
    expect(mail.subject).toBe('Schöne Grüße')
    const [words, signature] = mail.text.split('Sent by an operator of Cleanclip.')
    expect(words?.trimEnd()).toBe(text.trimEnd())
    expect(signature).toContain(`Cleanclip\n${world.app.origin}`)
    // Help desks would drop it otherwise.
    expect(mail.headers).toContainEqual(['auto-submitted', 'no'])
  })

  test('every email has HTML beside its text: same words, nothing loaded, no link elsewhere', async () => {
    const id = await addUser(world.db, { email: 'una@users.example', name: 'Una', role: 'user' })
    const text = 'Look: <script>alert(1)</script>\nhttps://elsewhere.example/x'
    await world.browser.post(`/admin/users/${id}/mail`, { subject: 'Tags', text })
    await forgetPassword(world, 'una@users.example')
    const letter = await mailTo('una@users.example', 'Look:')
    const reset = await mailTo('una@users.example', '/admin/reset/')
    for (const { headers, html } of [letter, reset]) {
      expect(new Map(headers).get('content-type')).toContain('multipart/alternative')
      expect(html).toContain('Cleanclip')
      expect(html).not.toMatch(/<(?:script|img|link|iframe)|url\(/i)
      const links = select(elementsOf(html ?? ''), 'a').map(({ attributes }) => attributes.href)
      expect(links.length).toBeGreaterThan(0)
      for (const link of links) expect(new URL(link ?? '').origin).toBe(world.app.origin)
    }
    expect(letter.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    const button = select(elementsOf(reset.html ?? ''), 'a')[0]
    expect(button?.text).toBe('Choose a new password')
    expect(button?.attributes.href).toBe(world.app.origin + linkIn(reset, '/admin/reset/'))
  })

  test('a subscriber confirms, and leaves by the button of the mail app', async () => {
    const response = await fetch(`${world.app.origin}/newsletter`, {
      method: 'POST',
      body: new URLSearchParams({
        email: 'bea@users.example',
        subject: '',
        stamp: stampForm(Date.now() - 60_000),
      }),
    })
    expect(await response.text()).toContain('check your inbox')
    const mail = await mailTo('bea@users.example')
    const status = 'select status from subscribers where email = ?'
    await fetch(world.app.origin + linkIn(mail, '/newsletter/confirm/'), { method: 'POST' })
    expect(await world.db.value(status, 'bea@users.example')).toBe('confirmed')
    const leave = mail.headers.find(([name]) => name === 'list-unsubscribe')?.[1]?.slice(1, -1)
    expect(mail.headers).toContainEqual(['list-unsubscribe-post', 'List-Unsubscribe=One-Click'])
    await fetch(leave ?? '', {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(await world.db.value(status, 'bea@users.example')).toBe('unsubscribed')
  })

  test('a claimant gets the acknowledgment and the decision, with the status page’s link', async () => {
    const link = 'https://www.tiktok.com/@a/video/7345678901234567890'
    const stamp = stampForm(Date.now() - 60_000)
    const filed = await sendNotice(world.app, noticeFields([link], stamp))
    expect(filed.status).toBe(303)
    const first = await mailTo('ada@aster.example')
    const status = linkIn(first, '/dmca/status/')
    expect((await fetch(world.app.origin + status)).status).toBe(200)
    const id = await world.db.value<number>('select max(id) from dmca_reports')
    const decided = await world.browser.post(`/admin/dmca/${id}`, {
      intent: 'reject',
      version: '1',
      reason: 'It is a quotation.',
      note: 'It is a quotation.',
    })
    expect([200, 302, 303]).toContain(decided.status)
    await endHold(world)
    const second = await mailTo('ada@aster.example', 'It is a quotation.')
    expect(linkIn(second, '/dmca/status/')).toBe(status)
  })
})
