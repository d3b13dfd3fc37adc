// @module-tag process
import { expect, test } from 'vitest'
import { addUser } from '#tests/support/accounts.ts'
import { elementsOf } from '#tests/support/html.ts'
import { forgetPassword, outbox, press, settled, startMailWorld } from './mail-world.ts'

const world = startMailWorld()
const ann = 'ann@site.example'
const addAnn = () => addUser(world.db, { email: ann, name: 'Ann', role: 'user' })

test('a refusal about the sender loses no email: it goes out once the sender is mended', async () => {
  await addAnn()
  world.mail.fault = 'sender_not_owned'
  await forgetPassword(world, ann)
  const row = await settled(world, 'waiting', 1)
  expect(row.error).toContain('Sender address rejected: not owned by user')
  expect(row.error).toContain('Change the sender')
  expect(await world.browser.html('/admin')).toContain('An email couldn’t be sent')
  world.mail.fault = null
  await world.save('email', { mailFrom: 'owned@site.example' })
  await world.mail.mail(({ envelope }) => envelope.to[0] === ann)
  await settled(world, 'sent', 2)
})

test('once the server takes an email again, all that waited for it follow in their order', async () => {
  const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@site.example`)
  for (const email of people) await addUser(world.db, { email, role: 'user' })
  world.mail.fault = 'greylist'
  await addAnn()
  await forgetPassword(world, ann)
  const greylisted = await settled(world, 'waiting', 1)
  world.mail.fault = 'busy'
  for (const email of people) await forgetPassword(world, email)
  // Whatever isn’t tried in the server’s pause waits for it as well.
  await expect
    .poll(async () => (await outbox(world)).map(({ state, fault }) => `${state} ${fault}`))
    .toSatisfy(
      (found: string[]) =>
        found.includes('waiting server') && found.every((text) => text.startsWith('waiting')),
    )
  await world.db.run(
    `update jobs set run_at = ${Date.now() + 3_600_000}, error = 'busy', attempts = 8
     where kind = 'mail' and state = 'waiting' and key <> ?`,
    String(greylisted.id),
  )
  await world.db.run(
    "update outbox set fault = 'server', error = 'busy' where id <> ?",
    greylisted.id,
  )
  world.mail.fault = null
  const rows = await outbox(world)
  const last = rows.at(-1)?.id ?? 0
  await press(world, 'retry', [last])
  await expect.poll(() => world.mail.received.map(({ envelope }) => envelope.to[0])).toHaveLength(4)
  const [first, ...others] = world.mail.received.map(({ envelope }) => envelope.to[0])
  expect(first).toBe('d@site.example')
  expect(others.sort()).toEqual(people.slice(0, 3))
  expect((await outbox(world))[0]).toMatchObject({ state: 'waiting', recipient: ann })
})

test('a link that no longer works isn’t mailed: the newer one is, or none', async () => {
  await addAnn()
  world.mail.fault = 'greylist'
  await forgetPassword(world, ann)
  const first = await settled(world, 'waiting', 1)
  // As if it was asked for half an hour ago.
  await world.db.run('update one_time_tokens set created_at = created_at - 1860000')
  await forgetPassword(world, ann)
  await expect
    .poll(async () => (await outbox(world)).filter(({ error }) => error !== null))
    .toHaveLength(2)
  world.mail.fault = null
  const ids = (await outbox(world)).map(({ id }) => id)
  await press(world, 'retry', ids)
  await expect
    .poll(async () => (await outbox(world)).map(({ state }) => state))
    .toEqual(['failed', 'sent'])
  expect(world.mail.received).toHaveLength(1)
  const [old] = await outbox(world)
  expect(old).toMatchObject({ id: first.id, content: null, fault: 'stale' })
  expect(old?.error).toContain('its link has expired, or a newer one replaced it')
  expect(await world.browser.html('/admin/notifications')).not.toContain('couldn’t be sent')

  await addUser(world.db, { email: 'bea@site.example', role: 'user' })
  world.mail.fault = 'greylist'
  await forgetPassword(world, 'bea@site.example')
  await expect.poll(async () => (await outbox(world)).at(-1)?.error).toContain('Greylisted')
  await world.db.run('update one_time_tokens set expires_at = 1')
  world.mail.fault = null
  await press(world, 'retry', [(await outbox(world)).at(-1)?.id ?? 0])
  await expect.poll(async () => (await outbox(world)).at(-1)?.fault).toBe('stale')
  expect(world.mail.received).toHaveLength(1)
})

test('pages are never green while emails wait, and say in one sentence what to change', async () => {
  const told = async () => {
    const page = elementsOf(await world.browser.html('/admin/settings/email'))
    const found = page.find(({ attributes }) => 'data-mail-state' in attributes)
    const system = await world.browser.html('/admin/system')
    return { text: found?.text ?? '', tone: found?.attributes['data-mail-state'], system }
  }
  await addAnn()
  const { promise, resolve } = Promise.withResolvers<void>()
  world.mail.answering = promise
  await forgetPassword(world, ann)
  await expect.poll(() => world.mail.received).toHaveLength(1)
  expect(await told()).toMatchObject({ tone: 'quiet', text: 'Sending. 1 email is being sent.' })
  resolve()
  await settled(world, 'sent', 1)
  expect(await told()).toMatchObject({
    tone: 'good',
    text: 'Works. Nothing waits. The mail server took the last email just now.',
  })

  world.mail.fault = 'sender_not_owned'
  await forgetPassword(world, 'op@site.example')
  const waits = /1 email waits, the oldest queued just now\. .*Change the sender\./
  await expect.poll(async () => (await told()).text).toMatch(waits)
  expect((await told()).tone).toBe('bad')
  expect((await told()).system.replaceAll(/<[^>]*>/g, '')).toMatch(waits)
  expect(await world.browser.html('/admin/notifications')).toContain('Change the sender.')

  // A mistyped address isn’t a fault of the site’s.
  world.mail.fault = 'unknown_recipient'
  await world.db.run("delete from outbox where state = 'waiting'")
  await world.db.run("delete from jobs where kind = 'mail' and state = 'waiting'")
  await addUser(world.db, { email: 'bea@site.example', role: 'user' })
  await press(world, 'retry', [(await outbox(world))[0]?.id ?? 0])
  await world.save('email', { mailFrom: 'other@site.example' })
  await forgetPassword(world, 'bea@site.example')
  await expect.poll(async () => (await outbox(world)).at(-1)?.state).toBe('failed')
  expect((await told()).tone).toBe('good')
})

test('emails that the server checks for long hold up no others', { tags: 'whole' }, async () => {
  const people = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@site.example`)
  for (const email of people) await addUser(world.db, { email, role: 'user' })
  const { promise, resolve } = Promise.withResolvers<void>()
  world.mail.answering = promise
  for (const email of people) await forgetPassword(world, email)
  await expect.poll(() => world.mail.received).toHaveLength(people.length)
  resolve()
  await expect
    .poll(async () => (await outbox(world)).map(({ state }) => state))
    .toEqual(people.map(() => 'sent'))
  expect(world.mail.received).toHaveLength(people.length)
})
