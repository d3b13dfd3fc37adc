// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { type QueuedMail, queuedMails } from '#tests/support/mail.ts'

// The test signs forms as the app does, so that none has to wait for a person's pace.
const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')

const article = '/blog/mp4-h264-hevc-explained'
const minute = 60_000
const hour = 60 * minute

type Row = Record<string, string | number | null>

/** The app with or without a mail server in its settings; visitors come from many networks. */
async function startNewsletter(options: { mail: boolean }) {
  // Nothing listens there: what is queued stays in the queue.
  const dataDir = await makeDataFolder(options.mail ? { smtpHost: '127.0.0.1', smtpPort: 9 } : {})
  const app = await startApp(
    { SESSION_SECRET: secret, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' },
    dataDir,
  )
  const db = openDatabase(app)
  return {
    app,
    db,
    rows: (query: string, ...values: unknown[]) => db.rows<Row>(query, ...values),
    run: (statement: string, ...values: unknown[]) => db.run(statement, ...values),
    async close() {
      await db.close()
      await discardApp(app)
    },
  }
}

let network = 0

function signUp(
  app: AppServer,
  fields: Record<string, string>,
  options: { path?: string; from?: string } = {},
): Promise<Response> {
  network += 1
  const from = options.from ?? `203.0.${Math.floor(network / 250)}.${network % 250}`
  return fetch(`${app.origin}${options.path ?? '/newsletter'}`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': from },
    body: new URLSearchParams({ stamp: stampForm(Date.now() - minute), subject: '', ...fields }),
  })
}

async function boxOf(response: Response) {
  const elements = elementsOf(await response.text())
  const [box] = select(elements, 'section', { id: 'newsletter' })
  const [email] = select(elements, 'input', { name: 'email' })
  return { text: box?.text ?? '', email: email?.attributes, elements }
}

describe('without a mail server', () => {
  let site: Awaited<ReturnType<typeof startNewsletter>>
  beforeAll(async () => {
    site = await startNewsletter({ mail: false })
  })
  afterAll(() => site.close())

  test('no page promises an email: all offer the feed, in each language', async () => {
    for (const path of ['/newsletter', '/de/newsletter', '/blog', '/fr/blog', article]) {
      const response = await fetch(site.app.origin + path)
      const { text, email, elements } = await boxOf(response)
      expect([path, response.status, email]).toEqual([path, 200, undefined])
      const [feed] = select(elements, 'a', { href: '/blog/feed.xml' })
      expect([path, feed?.text]).toEqual([path, expect.stringMatching(/feed|flux/i)])
      expect(text).not.toMatch(/by email|per E-Mail|par e-mail/)
    }
    expect((await fetch(`${site.app.origin}/blog/feed.xml`)).status).toBe(200)
  })

  test('a form from before stores nothing and explains it, whatever was typed', async () => {
    for (const email of ['ann@example.com', 'ann', '']) {
      const response = await signUp(site.app, { email, source: '/blog' })
      expect(response.status).toBe(409)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const { text } = await boxOf(response)
      expect(text).toContain('Nothing was stored')
      expect(text).toContain('Open the feed')
    }
    expect(await site.rows('select * from subscribers')).toEqual([])
    expect(await site.rows('select * from outbox')).toEqual([])
  })

  test('the form is there as soon as an operator sets mail up, and gone when it is turned off', async () => {
    await addUser(site.db, { email: 'op@site.example' })
    const operator = createBrowser(site.app)
    await operator.signIn('op@site.example')
    const form = async (path: string) =>
      (await boxOf(await fetch(site.app.origin + path))).email !== undefined
    const forms = () => Promise.all(['/newsletter', '/blog', article].map(form))
    // Twice each: the second answer comes out of memory.
    for (const smtpHost of ['127.0.0.1', '']) {
      await saveTab(operator, 'email', { smtpHost, smtpPort: '9' })
      const isOn = smtpHost !== ''
      expect([smtpHost, await forms(), await forms()]).toEqual([
        smtpHost,
        [isOn, isOn, isOn],
        [isOn, isOn, isOn],
      ])
    }
  })
})

describe('with a mail server', () => {
  let site: Awaited<ReturnType<typeof startNewsletter>>
  beforeAll(async () => {
    site = await startNewsletter({ mail: true })
  })
  afterAll(() => site.close())

  const mailsTo = async (email: string) =>
    (await queuedMails(site.db, { secret })).filter(({ recipient }) => recipient === email)
  const statusOf = async (email: string) =>
    (await site.rows('select status from subscribers where email = ?', email))[0]?.status
  const linkIn = (mail: QueuedMail | undefined) =>
    /https?:\S+\/newsletter\/\S+/.exec(String(mail?.text))?.[0]

  const press = (link: string) => fetch(link, { method: 'POST' })

  test('an address is stored once, with the language of its page', async () => {
    for (const email of ['Ann@Example.com', ' ann@example.com ']) {
      const response = await signUp(site.app, { email, source: '/blog' })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect((await boxOf(response)).text).toContain('a link to confirm, one a day at most')
    }
    const rows = await site.rows('select * from subscribers where email = ?', 'ann@example.com')
    expect(rows).toMatchObject([{ status: 'unconfirmed', language: 'en', source: '/blog' }])
  })

  test('takes what browsers take, and a host is one in every spelling', async () => {
    const spellings = [
      'info@r\u00e4ucher.example',
      'info@ra\u0308ucher.example\u200b',
      'ｉｎｆｏ＠r\u00e4ucher。example',
      'mailto:INFO@xn--rucher-bua.example',
    ]
    for (const email of spellings) {
      expect([email, (await signUp(site.app, { email })).status]).toEqual([email, 200])
    }
    const mails = await mailsTo('info@xn--rucher-bua.example')
    expect(mails).toHaveLength(1)
    for (const email of ['m&m@example.com', 'a/b@example.com', 'info@xn--e1aybc.xn--p1ai']) {
      expect([email, (await signUp(site.app, { email })).status]).toEqual([email, 200])
      expect(await mailsTo(email)).toHaveLength(1)
    }
  })

  test('the language of the page is kept for the emails', async () => {
    await signUp(site.app, { email: 'eva@example.com' }, { path: '/es/newsletter' })
    expect(
      await site.rows('select language from subscribers where email = ?', 'eva@example.com'),
    ).toEqual([{ language: 'es' }])
  })

  test('a text that is no address is refused with a reason, and stays in its field', async () => {
    const long = `${'a'.repeat(250)}@example.com`
    for (const typed of ['', 'ann', 'ann@', 'a b@example.com', 'a@example.com\nBcc: b', long]) {
      const response = await signUp(site.app, { email: typed })
      expect(response.status).toBe(400)
      const { text, email } = await boxOf(response)
      expect(text).toContain(
        typed === '' ? 'Please enter your email address.' : 'Please enter a valid email address',
      )
      expect(email?.['aria-invalid']).toBe('true')
      expect(email?.value).toBe(typed.slice(0, 254))
    }
  })

  test('S36: an address that is markup comes back as text', async () => {
    const response = await signUp(site.app, { email: '"><img src=x onerror=alert(1)>@example.com' })
    expect(await response.text()).not.toContain('<img src=x')
  })

  test('S46: a program that fills in the hidden field gets the usual answer and stores nothing', async () => {
    const response = await signUp(site.app, { email: 'bot@example.com', subject: 'Cheap pills' })
    expect(response.status).toBe(200)
    expect(await site.rows('select * from subscribers where email = ?', 'bot@example.com')).toEqual(
      [],
    )
  })

  test('S46: a form that is sent too soon, too late or with a forged stamp is refused', async () => {
    const stamps = {
      'That was fast': stampForm(),
      'open for a long time': stampForm(Date.now() - 48 * hour),
      'Please press Subscribe again': '1700000000.forged',
    }
    for (const [text, stamp] of Object.entries(stamps)) {
      const response = await signUp(site.app, { email: 'quick@example.com', stamp })
      expect(response.status).toBe(400)
      expect((await boxOf(response)).text).toContain(text)
    }
    expect(
      await site.rows('select * from subscribers where email = ?', 'quick@example.com'),
    ).toEqual([])
  })

  test('a page from a cache that is some hours old still signs up', async () => {
    const stamp = stampForm(Date.now() - 12 * hour)
    expect((await signUp(site.app, { email: 'late@example.com', stamp })).status).toBe(200)
  })

  test('S46: a network that signs up without end has to wait', async () => {
    const from = '198.51.100.7'
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const response = await signUp(site.app, { email: `list${index}@example.com` }, { from })
      statuses.push(response.status)
      if (response.status === 429) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        expect((await boxOf(response)).text).toMatch(/Try again in \d+ minutes?/)
      }
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    expect((await signUp(site.app, { email: 'neighbour@example.com' })).status).toBe(200)
  })

  test('S17: another site cannot make a visitor’s browser sign up', async () => {
    const response = await fetch(`${site.app.origin}/newsletter`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      body: new URLSearchParams({ email: 'victim@example.com', stamp: stampForm(0) }),
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(
      await site.rows('select * from subscribers where email = ?', 'victim@example.com'),
    ).toEqual([])
  })

  test('the page has the form with a label, and its trap shows in no browser', async () => {
    const response = await fetch(`${site.app.origin}/newsletter`)
    const { elements } = await boxOf(response)
    const [email] = select(elements, 'input', { name: 'email', type: 'email' })
    expect(select(elements, 'label', { for: email?.attributes.id ?? '' })).toHaveLength(1)
    expect(select(elements, 'input', { name: 'subject', type: 'hidden' })).toHaveLength(1)
  })

  test('a visitor confirms with the email’s link, and only by pressing its button', async () => {
    const response = await signUp(site.app, { email: 'bea@example.com' })
    expect((await boxOf(response)).text).toContain('One more step: check your inbox')
    const [mail] = await mailsTo('bea@example.com')
    expect(mail?.subject).toBe('Please confirm your subscription to Cleanclip')
    const link = linkIn(mail) ?? ''
    expect(link.startsWith(`${site.app.origin}/newsletter/confirm/`)).toBe(true)

    const page = await fetch(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(await page.text()).toContain('Confirm subscription')
    expect(await statusOf('bea@example.com')).toBe('unconfirmed')

    for (const answer of [await press(link), await press(link)]) {
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('You’re subscribed')
    }
    expect(await statusOf('bea@example.com')).toBe('confirmed')
  })

  test('the token is nowhere in the list of subscribers', async () => {
    await signUp(site.app, { email: 'cleo@example.com' })
    const token =
      linkIn((await mailsTo('cleo@example.com'))[0])
        ?.split('/')
        .at(-1) ?? ''
    expect(token.length).toBeGreaterThanOrEqual(32)
    expect(JSON.stringify(await site.rows('select * from subscribers'))).not.toContain(token)
  })

  test('S29: the answer does not reveal whether an address is known', async () => {
    const known = await (await boxOf(await signUp(site.app, { email: 'dora@example.com' }))).text
    const link = linkIn((await mailsTo('dora@example.com'))[0]) ?? ''
    await press(link)
    const again = await (await boxOf(await signUp(site.app, { email: 'dora@example.com' }))).text
    expect(again).toBe(known)
    expect(await statusOf('dora@example.com')).toBe('confirmed')
  })

  /** Lets so much time go by since the last email to an address. */
  const later = (email: string, ms: number) =>
    site.run('update subscribers set mailed_at = mailed_at - ? where email = ?', ms, email)

  test('S69: strangers can have one email a day sent to an address, and three in all', async () => {
    const email = 'emma@example.com'
    const answers = new Set<string>()
    for (let day = 0; day < 6; day += 1) {
      for (let index = 0; index < 3; index += 1) {
        answers.add((await boxOf(await signUp(site.app, { email }))).text)
      }
      expect(await mailsTo(email)).toHaveLength(Math.min(day + 1, 3))
      await later(email, 23 * hour)
      answers.add((await boxOf(await signUp(site.app, { email }))).text)
      expect(await mailsTo(email)).toHaveLength(Math.min(day + 1, 3))
      await later(email, hour)
    }
    // Whoever asks learns nothing of it.
    expect(answers.size).toBe(1)
    const mails = await mailsTo(email)
    const statuses = mails.map(async (mail) => (await fetch(linkIn(mail) ?? '')).status)
    expect(await Promise.all(statuses)).toEqual([404, 404, 200])
    // The owner confirms: something has changed, but not for strangers on the same day.
    await press(linkIn(mails.at(-1)) ?? '')
    await signUp(site.app, { email })
    expect((await mailsTo(email)).at(-1)?.subject).toContain('already subscribed')
    await signUp(site.app, { email })
    expect(await mailsTo(email)).toHaveLength(4)
  })

  test('a link to confirm dies after seven days, and a made-up one never works', async () => {
    await signUp(site.app, { email: 'fay@example.com' })
    const link = linkIn((await mailsTo('fay@example.com'))[0]) ?? ''
    await site.run(
      'update subscribers set mailed_at = mailed_at - ? where email = ?',
      7 * 24 * hour,
      'fay@example.com',
    )
    for (const answer of [await fetch(link), await press(link)]) {
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('This link no longer works')
    }
    expect(await statusOf('fay@example.com')).toBe('unconfirmed')
    expect((await press(`${site.app.origin}/newsletter/confirm/made-up`)).status).toBe(404)
    expect((await press(`${site.app.origin}/newsletter/unsubscribe/made-up`)).status).toBe(404)
  })

  test('a subscriber leaves with one click in the mail app, and can come back', async () => {
    await signUp(site.app, { email: 'gil@example.com' })
    const [mail] = await mailsTo('gil@example.com')
    await press(linkIn(mail) ?? '')
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const link = mail?.headers['List-Unsubscribe']?.slice(1, -1) ?? ''

    expect((await fetch(link)).status).toBe(200)
    expect(await statusOf('gil@example.com')).toBe('confirmed')
    const answer = await fetch(link, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'manual',
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('You’re unsubscribed')
    expect(await statusOf('gil@example.com')).toBe('unsubscribed')

    // The next email waits for the next day: a stranger may have asked for it.
    await signUp(site.app, { email: 'gil@example.com' })
    expect(await statusOf('gil@example.com')).toBe('unconfirmed')
    expect(await mailsTo('gil@example.com')).toHaveLength(1)
    await later('gil@example.com', 24 * hour)
    await signUp(site.app, { email: 'gil@example.com' })
    const second = (await mailsTo('gil@example.com')).at(-1)
    expect(await (await press(linkIn(second) ?? '')).text()).toContain('You’re subscribed')
  })

  test('S39: an email has one recipient and no line break in its head', async () => {
    for (const { recipient, subject, headers } of await queuedMails(site.db, { secret })) {
      expect(`${recipient}${subject}${Object.entries(headers).flat().join('')}`).not.toMatch(
        /[\r\n]/,
      )
    }
  })
})
