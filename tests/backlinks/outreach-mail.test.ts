// @module-tag whole
import { beforeEach, describe, expect, test } from 'vitest'
import { auditRows } from '#tests/accounts/admin-world.ts'
import { outbox, press, settled, startMailWorld } from '#tests/mail/mail-world.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'

const world = startMailWorld()
const path = '/admin/backlinks'
const ann = 'ann@blog.example'
const day = 86_400_000
const today = new Date().toISOString().slice(0, 10)
const dayFromNow = (days: number) => Date.parse(today) + days * day

let page: string
let campaign: string

beforeEach(async () => {
  await world.db.run(`delete from outreach_campaigns; delete from outreach_opt_outs;
    delete from outreach_templates`)
  const started = await world.browser.post(`${path}/campaigns`, {
    name: 'Spring',
    templateId: 'resource-page',
    notes: '',
  })
  campaign = started.headers.get('location') ?? ''
  await addProspect()
})

async function addProspect(more: Record<string, string> = {}): Promise<void> {
  const answer = await world.browser.post(campaign, {
    intent: 'add',
    site: 'blog.example',
    page: 'https://blog.example/links',
    contactName: 'Ann Archer',
    contactEmail: ann,
    templateId: 'resource-page',
    notes: '',
    ...more,
  })
  expect(answer.status).toBe(302)
  page = `${path}/prospects/${await world.db.value('select max(id) from outreach_prospects')}`
}

const prospect = () => world.db.row('select state, next_action_at as next from outreach_prospects')

const letter = {
  intent: 'preview',
  templateId: 'resource-page',
  subject: 'Your list of tools',
  text: 'Hello Ann,\n\n<b>one</b> more for your list.',
  followUpDays: '5',
}

/** Writes the email up to its preview. */
async function write(more: Partial<typeof letter> = {}): Promise<void> {
  const answer = await world.browser.post(`${page}/email`, { ...letter, ...more })
  expect(answer.headers.get('location')).toBe(`${page}/email/preview`)
}

const versionOf = async () =>
  select(elementsOf(await world.browser.html(`${page}/email/preview`)), 'input', {
    name: 'version',
  })[0]?.attributes.value ?? ''

async function send(version?: string): Promise<void> {
  const fields = { version: version ?? (await versionOf()) }
  const answer = await world.browser.post(`${page}/email/preview`, fields)
  expect(answer.status).toBe(302)
}

/** Ends the time in which an email can be taken back, as if it were over. */
async function leave(): Promise<void> {
  const ids = (await outbox(world)).map(({ id }) => id)
  await press(world, 'retry', ids)
}

/** The messages of the next page. */
const flash = async (target = page) =>
  elementsOf(await world.browser.html(target))
    .filter(({ attributes }) => 'data-flash' in attributes)
    .map(({ text }) => text)
    .join()

const messageId = async () => String(await world.db.value('select max(id) from outreach_messages'))

describe('an email to a prospect', () => {
  test('begins from a template, is previewed in both forms and sent with a way to opt out', async () => {
    const first = await world.browser.html(`${page}/email`)
    expect(first).toContain('Hi Ann,')
    expect(first).toContain('https://blog.example/links')
    await write()
    const preview = await world.browser.html(`${page}/email/preview`)
    expect(preview).toContain('Send the email')
    expect(select(elementsOf(preview), 'pre')[0]?.text).toContain('<b>one</b> more')
    const frame = select(elementsOf(preview), 'iframe')[0]?.attributes
    expect(frame).toMatchObject({ sandbox: '' })
    const body = await world.browser.get(frame?.src ?? '')
    expect(body.headers.get('content-security-policy')).toMatch(/; sandbox$/)
    expect(await body.text()).toContain('&lt;b&gt;one&lt;/b&gt; more')
    expect(await outbox(world)).toEqual([])

    await send()
    expect(await prospect()).toEqual({ state: 'contacted', next: dayFromNow(5) })
    const queued = await world.browser.html(page)
    expect(queued).toContain('Queued')
    expect(world.mail.received).toEqual([])
    await leave()
    const mail = await world.mail.mail()
    expect(mail.envelope.to).toEqual([ann])
    expect(mail.subject).toBe('Your list of tools')
    const link = /https?:\S+\/outreach\/stop\/\S+/.exec(mail.text)?.[0] ?? ''
    const headers = new Map(mail.headers)
    expect(headers.get('list-unsubscribe')).toBe(`<${link}>`)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('auto-submitted')).toBe('no')
    expect(mail.html).toContain(`href="${link}"`)
    await settled(world, 'sent', 1)
    const sent = await world.browser.html(page)
    expect(sent).toMatch(/Sent\s/)
    expect(sent).not.toContain('Cancel')
    const id = page.split('/').at(-1) ?? ''
    expect(await auditRows(world.db, 'prospect.mailed', `prospect-${id}`)).toHaveLength(1)
    expect(await world.browser.html('/admin/audit?action=prospect.mailed')).toContain(
      `>prospect ${id}</a>`,
    )
  })

  test('is not sent while its template has [brackets] left', async () => {
    const text = 'Hello {first name}, about [subject] and [this] of mine'
    await write({ text })
    const preview = await world.browser.html(`${page}/email/preview`)
    expect(preview).toContain('Fill in before you send it: {first name}, [subject]')
    expect(preview).not.toContain('Send the email')
    await send()
    expect(await outbox(world)).toEqual([])
    expect(await prospect()).toMatchObject({ state: 'prospect' })
    expect(await flash()).toContain('[brackets] to fill in')
  })

  test('is not sent if it changed since its preview, and never twice', async () => {
    await write()
    const version = await versionOf()
    await write({ text: 'Another text' })
    await send(version)
    expect(await outbox(world)).toEqual([])
    expect(await flash(`${page}/email/preview`)).toContain('has changed since this preview')
    const last = await versionOf()
    await send(last)
    await send(last)
    expect(await outbox(world)).toHaveLength(1)
    await write({ text: 'One more' })
    await send()
    expect(await outbox(world)).toHaveLength(1)
    expect(await flash(`${page}/email/preview`)).toContain('still on its way')
  })

  test('is canceled while it is queued, also after a kill, and its text is a draft again', async () => {
    await write()
    await send()
    // A start may take as long as the email is held back.
    await world.db.run('update jobs set run_at = run_at + 600000')
    await world.app.stop('SIGKILL')
    await world.restart()
    await world.browser.post(page, { intent: 'cancel', message: await messageId() })
    expect(await outbox(world)).toEqual([])
    expect(await world.db.column("select state from jobs where kind = 'mail'")).toEqual([])
    expect(await prospect()).toEqual({ state: 'prospect', next: dayFromNow(0) })
    expect(await flash()).toContain('canceled')
    expect(await world.browser.html(`${page}/email`)).toContain('one&lt;/b&gt; more for your list.')

    await send()
    await leave()
    await settled(world, 'sent', 1)
    await world.browser.post(page, { intent: 'cancel', message: await messageId() })
    expect(await flash()).toContain('Too late to cancel')
    expect(await prospect()).toMatchObject({ state: 'contacted' })
  })

  test('that failed shows why, and is sent again', async () => {
    world.mail.fault = 'unknown_recipient'
    await write()
    await send()
    await leave()
    await settled(world, 'failed', 1)
    const failed = await world.browser.html(page)
    expect(failed).toContain('No such mailbox')
    expect(failed).toContain('Send it again')
    world.mail.fault = null
    await world.browser.post(page, { intent: 'retry', message: await messageId() })
    await world.mail.mail()
    await settled(world, 'sent', 1)
    // The outbox forgets it in time; the timeline does not.
    await world.db.run('update outbox set created_at = 1')
    await world.browser.post('/admin/settings/email/delete', {
      id: String((await outbox(world))[0]?.id),
    })
    expect(await outbox(world)).toEqual([])
    expect(await world.browser.html(page)).toMatch(/Sent\s/)
  })

  test('the follow-up is offered once it is due, and another template when asked', async () => {
    await write({ followUpDays: '1' })
    await send()
    await leave()
    await settled(world, 'sent', 1)
    expect(await world.browser.html(page)).toContain('Waiting for Ann Archer to answer.')
    await world.db.run('update outreach_prospects set next_action_at = ?', dayFromNow(0))
    expect(await world.browser.html(page)).toContain('Write the follow-up')
    expect(await world.browser.html(`${page}/email`)).toContain('This is the last you&#x27;ll hear')
    expect(await world.browser.html(`${page}/email?template=podcast`)).toContain('your episode')
    await write({ text: 'Once more' })
    await send()
    expect(await prospect()).toMatchObject({ state: 'followed_up' })
  })

  test('fields out of bounds are refused with what was typed', async () => {
    for (const wrong of [{ subject: '' }, { followUpDays: '0' }, { followUpDays: '91' }]) {
      const answer = await world.browser.post(`${page}/email`, { ...letter, ...wrong })
      expect([wrong, answer.status]).toEqual([wrong, 400])
      expect(await answer.text()).toContain('more for your list.')
    }
    const long = { ...letter, text: 'x'.repeat(10_001) }
    expect((await world.browser.post(`${page}/email`, long)).status).toBe(400)
  })
})

describe('an address that opted out', () => {
  test('is never written to, by a new email, a queued one or one sent again', async () => {
    await write()
    await send()
    const optOut = { intent: 'add', value: 'blog.example', reason: '' }
    await world.browser.post(`${path}/opt-outs`, optOut)
    expect(await outbox(world)).toEqual([])
    expect(await world.browser.html(page)).toContain('Not sent: removed from the outbox')

    await world.browser.post(`${path}/opt-outs`, { intent: 'remove', value: 'blog.example' })
    await world.browser.post(page, { intent: 'prospect', nextAction: '' })
    await write()
    await send()
    await leave()
    const { id } = await settled(world, 'sent', 1)
    await world.browser.post(`${path}/opt-outs`, optOut)
    await world.browser.post(`/admin/settings/email/mail/${id}`, { intent: 'resend' })
    await expect
      .poll(async () => (await outbox(world)).map(({ state, error }) => [state, error]))
      .toEqual([
        ['sent', null],
        ['failed', 'Not sent: the recipient has opted out.'],
      ])
    expect(world.mail.received).toHaveLength(1)

    await write()
    const preview = await world.browser.html(`${page}/email/preview`)
    expect(preview).not.toContain('Send the email')
    await send()
    expect(await outbox(world)).toHaveLength(2)
  })

  test('opts out with an email’s link, on a page or in one click from the mail app', async () => {
    await write()
    await send()
    await leave()
    const mail = await world.mail.mail()
    const link = /https?:\S+(\/outreach\/stop\/\S+)/.exec(mail.text)?.[1] ?? ''
    const recipient = createBrowser(world.app)
    const opened = await recipient.get(link)
    expect(opened.headers.get('cache-control')).toContain('no-store')
    expect(await opened.text()).toContain('Stop these emails')
    const optOuts = 'select value, reason from outreach_opt_outs'
    expect(await world.db.rows(optOuts)).toEqual([])
    const pressed = await fetch(world.app.origin + link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(pressed.status).toBe(200)
    expect(await pressed.text()).toContain('You won’t hear from us again')
    expect(await world.db.rows(optOuts)).toEqual([
      { value: ann, reason: 'Opt-out link in an email' },
    ])
    expect(await prospect()).toEqual({ state: 'lost', next: null })
    // The link outlives the prospect, and tells no more the second time.
    await world.browser.post(`${path}/outreach/delete`, {
      kind: 'prospect',
      id: page.split('/').at(-1) ?? '',
    })
    expect(await recipient.html(`/de${link}`)).toContain('Du hörst nichts mehr von uns')
    for (const wrong of ['/outreach/stop/x', `${link}x`, '/outreach/stop/v1-AAAA']) {
      expect((await recipient.get(wrong)).status).toBe(404)
    }
  })
})

describe('personal data of a prospect', () => {
  test.each(['prospect', 'campaign'])('would outlive the %s it was stored for', async (kind) => {
    const secrets = ['Ann Archer', 'ann@blog.example', 'ann@old.example', 'blog.example', 'Gladly']
    const id = () => page.split('/').at(-1) ?? ''
    const details = { intent: 'save', site: 'blog.example', page: '', templateId: 'podcast' }
    const contact = { contactName: 'Ann Archer', notes: 'Ann Archer is on holiday' }
    const save = (contactEmail: string) =>
      world.browser.post(page, { ...details, ...contact, contactEmail })
    await save('ann@old.example')
    const own = { subject: 'For Ann Archer', text: 'Hello Ann Archer of blog.example' }
    await write(own)
    await send()
    await leave()
    const { id: mail } = await settled(world, 'sent', 1)
    await save(ann)
    // The copy has no message of its own.
    await world.browser.post(`/admin/settings/email/mail/${mail}`, { intent: 'resend' })
    await write(own)
    await expect
      .poll(async () => (await outbox(world)).map(({ state }) => state))
      .toEqual(['sent', 'sent'])
    await send()
    await world.browser.post(page, { intent: 'cancel', message: await messageId() })
    await send()
    await world.browser.post(`${page}/reply`, {
      ...{ outcome: 'opt_out', at: today, text: 'Gladly! Ann Archer', nextInDays: '3' },
    })
    await world.browser.post(`${path}/opt-outs`, { intent: 'remove', value: ann })
    await world.browser.post(`${page}/won`, {
      ...{ url: 'https://won.example/post', domainAuthority: '1', contactEmail: ann },
    })
    const backlink = await world.db.value('select max(seq) from backlinks')
    await flash()
    expect(secrets.filter(await isStored())).toEqual(secrets)

    const gone = kind === 'prospect' ? id() : (campaign.split('/').at(-1) ?? '')
    await world.browser.post(`${path}/outreach/delete`, { kind, id: gone })
    await flash(`${path}/campaigns`)
    expect(secrets.filter(await isStored())).toEqual([])
    expect(
      await world.db.value('select contact_email from backlinks where seq = ?', backlink),
    ).toBe('')
    const history = await world.browser.html(`/admin/audit?object=prospect-${id()}`)
    expect(history).toContain('contact’s email, template')
    expect(history).toContain('canceled the email to')
  })

  /** Returns a search through every row of every table, ignoring case. */
  async function isStored() {
    const tables = new Set((await world.db.columns()).map(({ table }) => table))
    const values: string[] = []
    for (const table of tables) {
      for (const row of await world.db.rows(`select * from "${table}"`)) {
        values.push(...Object.values(row).map((value) => String(value).toLowerCase()))
      }
    }
    return (text: string) => values.some((value) => value.includes(text.toLowerCase()))
  }
})

describe('a reply', () => {
  const reply = { outcome: 'interested', at: today, text: 'Gladly!', nextInDays: '3' }
  const log = (more: Partial<typeof reply> = {}) =>
    world.browser.post(`${page}/reply`, { ...reply, ...more })

  test('is logged with its outcome, moves the prospect on, and can be undone', async () => {
    expect((await log()).status).toBe(302)
    expect(await prospect()).toEqual({ state: 'replied', next: dayFromNow(3) })
    const shown = await world.browser.html(page)
    expect(shown).toContain('Gladly!')
    expect(shown).toContain('Record the backlink')
    expect(await world.browser.html('/admin/audit')).toMatch(
      /logged a reply from[\s\S]*: interested/,
    )
    await world.browser.post(page, { intent: 'unlog', message: await messageId() })
    expect(await prospect()).toEqual({ state: 'prospect', next: dayFromNow(0) })
    const taken = await world.browser.html(page)
    expect(taken).not.toContain('Gladly!')
    expect(taken).toContain('removed a reply from')
    expect(taken).not.toContain('logged a reply from')

    await log({ outcome: 'declined' })
    expect(await prospect()).toEqual({ state: 'lost', next: null })
  })

  test('that asks for no more email opts the address out', async () => {
    await log({ outcome: 'opt_out' })
    expect(await world.db.column('select value from outreach_opt_outs')).toEqual([ann])
    expect(await prospect()).toEqual({ state: 'lost', next: null })
  })

  test('with a future day or no outcome is refused, and what was typed is kept', async () => {
    const tomorrow = new Date(dayFromNow(2)).toISOString().slice(0, 10)
    for (const wrong of [{ outcome: 'won' }, { at: tomorrow }, { at: '' }, { nextInDays: '91' }]) {
      const answer = await log(wrong)
      expect([wrong, answer.status]).toEqual([wrong, 400])
      expect(await answer.text()).toContain('Gladly!')
    }
  })
})

describe('the templates', () => {
  const template = `${path}/templates/resource-page`

  test('can be reworded by operators, and reset to the original', async () => {
    const own = { intent: 'save', subject: 'For {first name}', text: 'About {their page}, {name}.' }
    expect((await world.browser.post(template, own)).status).toBe(302)
    expect(await world.browser.html(`${path}/templates`)).toContain('>Changed<')
    const begun = await world.browser.html(`${page}/email`)
    expect(begun).toContain('About https://blog.example/links, Ann Archer.')
    expect(begun).toContain('value="For Ann"')
    expect((await world.browser.post(template, { ...own, text: '' })).status).toBe(400)
    await world.browser.post(template, { intent: 'reset' })
    expect(await world.browser.html(`${path}/templates`)).not.toContain('>Changed<')
    expect(await world.browser.html(template)).toContain('value="A suggestion for your list')
    const audited = await world.browser.html('/admin/audit')
    expect(audited).toContain('Suggest an entry for a resource page')
    expect((await world.browser.get(`${path}/templates/nothing`)).status).toBe(404)
  })
})

test('deleting a prospect removes their emails from the outbox', async () => {
  await write()
  await send()
  const id = page.split('/').at(-1) ?? ''
  await world.browser.post(`${path}/outreach/delete`, { kind: 'prospect', id })
  expect(await outbox(world)).toEqual([])
  await addProspect()
  await write()
  await send()
  const number = campaign.split('/').at(-1) ?? ''
  await world.browser.post(`${path}/outreach/delete`, { kind: 'campaign', id: number })
  expect(await outbox(world)).toEqual([])
})

test('without a mail server the text is there to copy, and nothing is queued', async () => {
  await world.save('email', { smtpHost: '' })
  await write()
  const preview = await world.browser.html(`${page}/email/preview`)
  expect(preview).toContain('Email isn’t set up')
  expect(preview).not.toContain('Send the email')
  await send()
  expect(await outbox(world)).toEqual([])
})
