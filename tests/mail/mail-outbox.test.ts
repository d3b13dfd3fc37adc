// @module-tag process
import { describe, expect, test } from 'vitest'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { addUser } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { queuedMails } from '#tests/support/mail.ts'
import { forgetPassword, outbox, press, settled, startMailWorld } from './mail-world.ts'

const world = startMailWorld()
const ann = 'ann@site.example'
const addAnn = () => addUser(world.db, { email: ann, name: 'Ann', role: 'user' })
const minutes = (ms: number, since = Date.now()) => (ms - since) / 60_000

/** What the outbox’s table says, a list of cells for each mail. */
async function table(query = ''): Promise<string[][]> {
  const elements = elementsOf(await world.browser.html(`/admin/settings/email/outbox${query}`))
  const subjects = select(elements, 'th', { scope: 'row' }).map(({ text }) => [text])
  const cells = select(elements, 'td').filter((cell) => 'data-label' in cell.attributes)
  for (const [index, { text }] of cells.entries()) subjects[Math.floor(index / 6)]?.push(text)
  return subjects
}

describe('a queued mail', () => {
  test('S40: goes out right away and only once, and its secret link is nowhere afterward', async () => {
    await addAnn()
    await forgetPassword(world, ann)
    const mail = await world.mail.mail()
    expect(mail.envelope).toEqual({ from: 'site@site.example', to: [ann] })
    const token = /\/admin\/reset\/(\S+)/.exec(mail.text)?.[1] ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const row = await settled(world, 'sent', 1)
    expect(row.content).toBeNull()
    expect(JSON.stringify(await outbox(world))).not.toContain(token)
    expect(world.mail.received).toHaveLength(1)
    expect((await world.browser.get(`/admin/reset/${token}`)).status).toBe(200)
  })

  test('S40, S48: is encrypted while it’s queued, even in backups', async () => {
    await addAnn()
    world.mail.fault = 'greylist'
    await forgetPassword(world, ann)
    await settled(world, 'waiting', 1)
    const [mail] = await queuedMails(world.db, world.app)
    const token = /\/admin\/reset\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'none'
    expect(JSON.stringify(await outbox(world))).not.toContain(token)
  })
})

describe('R25: when the mail server is down', () => {
  test('visitors notice nothing, and the email goes out once the server is back', async () => {
    await addAnn()
    await world.mail.close()
    const before = Date.now()
    await forgetPassword(world, ann)
    const row = await settled(world, 'waiting', 1)
    expect(row.error).toContain('No connection to 127.0.0.1')
    expect(minutes(row.next_try_at, before)).toBeGreaterThan(0.5)
    expect(minutes(row.next_try_at)).toBeLessThan(1.3)
    expect(await world.browser.html('/admin/notifications')).toContain('An email couldn’t be sent')

    world.mail = await startMailServer({ port: world.mail.port })
    expect((await press(world, 'retry', [row.id])).status).toBe(302)
    await world.mail.mail()
    await settled(world, 'sent', 2)
    expect(await world.browser.html('/admin/notifications')).not.toContain('couldn’t be sent')
  })

  test('a server that hangs delays no page', { tags: 'whole' }, async () => {
    await addAnn()
    world.mail.fault = 'hang'
    const reached = world.mail.connection()
    await forgetPassword(world, ann)
    await reached
    // The server's silence has not been noted yet.
    await expect.poll(async () => (await outbox(world)).map(({ error }) => error)).toEqual([null])
    expect((await fetch(`${world.app.origin}/`)).status).toBe(200)
    await world.mail.close()
    expect((await settled(world, 'waiting', 1)).error).toContain('No connection')
    world.mail = await startMailServer({ port: world.mail.port })
  })

  test('new settings are used at once, even for queued emails', async () => {
    await addAnn()
    await world.mail.close()
    await forgetPassword(world, ann)
    await settled(world, 'waiting', 1)
    await world.useServer({})
    await world.mail.mail()
    await settled(world, 'sent', 2)
  })

  test('a deferred email waits longer each time, and others overtake it', async () => {
    await addAnn()
    await addUser(world.db, { email: 'bea@site.example', role: 'user' })
    world.mail.fault = 'greylist'
    await forgetPassword(world, ann)
    const first = await settled(world, 'waiting', 1)
    expect(first.error).toContain('Greylisted')
    const before = Date.now()
    await press(world, 'retry', [first.id])
    const second = await settled(world, 'waiting', 2)
    expect(minutes(second.next_try_at, before)).toBeGreaterThan(1.5)
    world.mail.fault = null
    await forgetPassword(world, 'bea@site.example')
    await world.mail.mail(({ envelope }) => envelope.to[0] === 'bea@site.example')
    expect((await outbox(world))[0]?.state).toBe('waiting')
    await world.db.run(
      "update jobs set run_at = 0 where kind = 'mail' and key = ?",
      String(first.id),
    )
    await world.mail.mail(({ envelope }) => envelope.to[0] === ann)
  })

  test('a permanent refusal isn’t retried until an operator says so', async () => {
    await addAnn()
    world.mail.fault = 'unknown_recipient'
    await forgetPassword(world, ann)
    const row = await settled(world, 'failed', 1)
    expect(row.error).toContain('550 No such mailbox')
    expect(await table('?status=failed')).toEqual([
      [
        expect.stringMatching(`new password.*${row.error}`),
        ann,
        'Failed',
        expect.any(String),
        '1',
        'No more tries',
      ],
    ])
    expect(await table('?status=sent')).toEqual([])
    world.mail.fault = null
    await press(world, 'retry', [row.id])
    await settled(world, 'sent', 1)
    expect(await table()).toEqual([
      [
        expect.not.stringContaining('refused'),
        ann,
        'Sent',
        expect.any(String),
        '1',
        expect.any(String),
      ],
    ])
  })

  test('an email that fails for more than four days is given up, and shown', async () => {
    await addAnn()
    world.mail.fault = 'greylist'
    await forgetPassword(world, ann)
    const { id } = await settled(world, 'waiting', 1)
    await world.db.run(
      'update jobs set attempts = 41, created_at = created_at - 388800000 where key = ?',
      String(id),
    )
    await press(world, 'retry', [id])
    await settled(world, 'failed', 42)
    expect(await world.browser.html('/admin/notifications')).toContain('An email couldn’t be sent')
  })
})

describe('a stop in the middle of sending', () => {
  test('kill -9: the email goes out with the next start, under the same Message-ID', async () => {
    await addAnn()
    world.mail.fault = 'hang_at_end'
    const reached = world.mail.connection()
    await forgetPassword(world, ann)
    await reached
    await settled(world, 'sending', 1)
    await world.app.stop('SIGKILL')
    const [before] = await outbox(world)
    // As if the claim of the killed process had run out.
    await world.db.run("update jobs set claimed_until = 0 where state = 'running'")
    world.mail.fault = null
    await world.restart()
    const mail = await world.mail.mail()
    const id = (before as unknown as { message_id: string }).message_id
    expect(mail.headers).toContainEqual(['message-id', `<${id}@127.0.0.1>`])
    await settled(world, 'sent', 2)
  })

  test('R12: SIGTERM waits some seconds for an email on its way, and keeps it for later', {
    tags: 'whole',
  }, async () => {
    await addAnn()
    world.mail.fault = 'hang_at_end'
    const reached = world.mail.connection()
    await forgetPassword(world, ann)
    await reached
    await settled(world, 'sending', 1)
    expect(await world.app.stop()).toBe(0)
    // The server may have taken it: it isn’t sent again right at the next start.
    const [row] = await outbox(world)
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, fault: 'unknown' })
    expect(minutes(row?.next_try_at ?? 0)).toBeGreaterThan(100)
    await world.restart()
  })
})
