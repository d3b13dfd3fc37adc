// @module-tag module
import '#tests/support/own-data-dir.ts'

import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { leaveMessage } from '#app/contact/contact.server.ts'
import { operatorEvents } from '#app/notices/operator-events.server.ts'
import { createGuardedClient, type GuardedClient } from '#app/outbound/fetch.server.ts'
import { changePostStatus } from '#app/posts/blocking.server.ts'
import { listDeliveries, resendDelivery, webhookRetryMs } from '#app/webhooks/delivery.server.ts'
import {
  addEndpoint,
  exchangeSecret,
  findEndpoint,
  mostEndpoints,
  switchEndpoint,
  urlProblem,
} from '#app/webhooks/endpoint.server.ts'
import { publish } from '#app/webhooks/publish.server.ts'
import { retryAfterMs } from '#app/webhooks/send.server.ts'
import { signedHeaders } from '#app/webhooks/signature.server.ts'
import { db, transact } from '#db/engine.ts'
import type { FakeServer } from '#tests/fakes/http.ts'
import { closing } from '#tests/support/closing.ts'
import { limits } from '#tests/support/limits.ts'
import {
  endpointAt,
  endWaits,
  forgetWebhooks,
  operator,
  startReceiver,
  startSending,
} from './webhooks-world.ts'

const hang = { timeout: limits.poll }

beforeEach(forgetWebhooks)

const send = (message = 1) => transact((trx) => publish(trx, 'contact.received', { message }))
const last = async (id: string) => (await listDeliveries(id))[0]
const stateOf = async (id: string) => (await last(id))?.state
const attemptsOf = async (id: string) => (await last(id))?.attempts
const arrived = (receiver: FakeServer) => receiver.requests.length

/** Reads a request as its receiver would, with the library of the specification's authors. */
function verified({ requests }: FakeServer, secret: string, index = 0): unknown {
  const request = requests[index]
  if (request === undefined) throw new Error('Nothing arrived')
  return new Webhook(secret).verify(request.body, request.headers as Record<string, string>)
}

describe('a receiver', () => {
  test('S72: can prove with the standard library that an event is from this site', async () => {
    const receiver = await startReceiver()
    const { id, secret } = await endpointAt(receiver)
    startSending([receiver])
    await send(7)
    await expect.poll(() => stateOf(id), hang).toBe('done')
    expect(verified(receiver, secret)).toEqual({
      type: 'contact.received',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { message: 7 },
    })
    expect(await last(id)).toMatchObject({ status: 204, attempts: 1, error: null })
  })

  test('S72: refuses an event whose text was changed, and one that is sent again later', async () => {
    const { secret } = await endpointAt({ origin: 'https://hooks.example' })
    const now = Math.floor(Date.now() / 1000)
    const body = '{"type":"x"}'
    const webhook = new Webhook(secret)
    const signed = (timestamp: number) => signedHeaders({ id: 'msg_1', timestamp, body }, [secret])
    expect(webhook.verify(body, signed(now))).toEqual({ type: 'x' })
    expect(() => webhook.verify('{"type":"y"}', signed(now))).toThrow('No matching signature')
    expect(() => webhook.verify(body, { ...signed(now), 'webhook-id': 'msg_2' })).toThrow()
    const replayed = { ...signed(now), 'webhook-timestamp': String(now + 1) }
    expect(() => webhook.verify(body, replayed)).toThrow('No matching signature')
    expect(() => webhook.verify(body, signed(now - 600))).toThrow('too old')
  })

  test('can change to a new secret in its own time: both sign for a day, then only the new one', async () => {
    const receiver = await startReceiver()
    const { id, secret: old } = await endpointAt(receiver)
    const secret = await exchangeSecret(id, operator)
    startSending([receiver])
    await send()
    await expect.poll(() => arrived(receiver), hang).toBe(1)
    expect(verified(receiver, old)).toEqual(verified(receiver, secret))
    await db.updateTable('webhook_endpoints').set({ old_secret_until: 1 }).execute()
    await send()
    await expect.poll(() => arrived(receiver), hang).toBe(2)
    expect(verified(receiver, secret, 1)).toMatchObject({ type: 'contact.received' })
    expect(() => verified(receiver, old, 1)).toThrow('No matching signature')
  })

  test('that fails gets the same event again under the same id', async () => {
    const statuses = [500, 200]
    const receiver = await startReceiver(({ res }) => {
      res.writeHead(statuses.shift() ?? 200).end('n'.repeat(3_000))
    })
    const { id, secret } = await endpointAt(receiver)
    startSending([receiver])
    await send()
    await expect.poll(() => attemptsOf(id), hang).toBe(1)
    expect(await last(id)).toMatchObject({
      state: 'waiting',
      status: 500,
      answer: 'n'.repeat(1_000),
      error: 'It answered 500.',
    })
    await endWaits()
    await expect.poll(() => stateOf(id), hang).toBe('done')
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    expect(verified(receiver, secret, 0)).toEqual(verified(receiver, secret, 1))
  })

  test('that answers 410 gets no more events, and operators learn of it', async () => {
    const receiver = await startReceiver(({ res }) => {
      res.writeHead(410).end()
    })
    const { id } = await endpointAt(receiver)
    startSending([receiver])
    await send()
    await expect.poll(async () => (await findEndpoint(id))?.offReason, hang).toBe('gone')
    await send()
    expect((await listDeliveries(id)).map(({ state }) => state)).toEqual(['failed'])
    const notice = operatorEvents.find(({ setting }) => setting === 'always: webhook off')
    expect((await notice?.current())?.item.title).toBe('A webhook was turned off')
    await switchEndpoint(id, true, operator)
    expect(await notice?.current()).toBeNull()
  })

  test('that fails at every try of the plan is turned off', { tags: 'whole' }, async () => {
    const receiver = await startReceiver(({ res }) => {
      res.writeHead(500).end()
    })
    const { id } = await endpointAt(receiver)
    startSending([receiver])
    await send()
    for (let tries = 1; tries < 10; tries += 1) {
      await expect.poll(() => attemptsOf(id), hang).toBe(tries)
      expect((await findEndpoint(id))?.offReason).toBeNull()
      await endWaits()
    }
    await expect.poll(async () => (await findEndpoint(id))?.offReason, hang).toBe('failing')
    expect(await last(id)).toMatchObject({ state: 'failed', attempts: 10 })
  })

  test.each([429, 502, 504])(
    'that is too busy (%i) is left alone for as long as it asks',
    async (status) => {
      const statuses = [status]
      const receiver = await startReceiver(({ res }) => {
        res.writeHead(statuses.shift() ?? 200, { 'retry-after': '600' }).end()
      })
      const { id } = await endpointAt(receiver)
      startSending([receiver])
      await send(1)
      await expect.poll(() => attemptsOf(id), hang).toBe(1)
      await send(2)
      const job = db.selectFrom('jobs').select('run_at').where('state', '=', 'waiting')
      const waitOf = async () => ((await job.executeTakeFirst())?.run_at ?? 0) - Date.now()
      await expect.poll(waitOf, hang).toBeGreaterThan(500_000)
      expect(arrived(receiver)).toBe(1)
      await endWaits()
      await expect.poll(() => arrived(receiver), hang).toBe(3)
    },
  )

  test('that redirects is not followed', async () => {
    const inside = await startReceiver()
    const receiver = await startReceiver(({ res }) => {
      res.writeHead(307, { location: `${inside.origin}/admin` }).end()
    })
    const { id } = await endpointAt(receiver)
    startSending([receiver, inside])
    await send()
    await expect.poll(() => attemptsOf(id), hang).toBe(1)
    expect(await last(id)).toMatchObject({
      status: 307,
      error: 'It answered 307. Redirects aren’t followed.',
    })
    expect(arrived(inside)).toBe(0)
  })

  test('gets an event again when an operator asks for it', async () => {
    const receiver = await startReceiver()
    const { id } = await endpointAt(receiver)
    startSending([receiver])
    await send()
    await expect.poll(() => stateOf(id), hang).toBe('done')
    const delivery = (await last(id))?.id ?? 0
    expect(await resendDelivery(id, delivery, operator)).toBe(true)
    await expect.poll(() => arrived(receiver), hang).toBe(2)
    await expect.poll(() => stateOf(id), hang).toBe('done')
    expect(await resendDelivery('another', delivery, operator)).toBe(false)
    await switchEndpoint(id, false, operator)
    expect(await resendDelivery(id, delivery, operator)).toBe(false)
  })

  test('that never answers holds up no other one, with a thousand events waiting', async () => {
    const stuck = await startReceiver(() => {})
    const quick = await startReceiver()
    const { id: slow } = await endpointAt(stuck)
    const { id } = await endpointAt(quick, ['report.weekly'])
    await transact(async (trx) => {
      for (let message = 1; message <= 1_000; message += 1) {
        await publish(trx, 'contact.received', { message })
      }
    })
    startSending([stuck, quick])
    await expect.poll(() => arrived(stuck), hang).toBe(4)
    await transact((trx) => publish(trx, 'report.weekly', {}))
    await expect.poll(() => stateOf(id), hang).toBe('done')
    expect(arrived(stuck)).toBe(4)
    expect((await findEndpoint(slow))?.offAt).toBeNull()
  })
})

describe('addresses inside', () => {
  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.7/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/',
    'https://[::ffff:10.0.0.7]/',
    'https://localhost/',
    'https://hooks.example:8443/',
    'http://hooks.example/',
    'https://user:password@hooks.example/',
    'ftp://hooks.example/',
    'hooks.example',
    `https://hooks.example/${'a'.repeat(500)}`,
  ])('S72: %s can’t become an endpoint', (url) => {
    expect(urlProblem(url)).not.toBeNull()
  })

  test('a public https address can', () => {
    expect(urlProblem('https://hooks.example/cleanclip?key=1')).toBeNull()
  })

  async function tryOne(origin: string, client: GuardedClient) {
    const { id } = await endpointAt({ origin })
    startSending([], client)
    await send()
    await expect.poll(() => attemptsOf(id), hang).toBe(1)
    return last(id)
  }

  test('S72: a name that resolves to an address inside is never called', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const client = closing(createGuardedClient({ trustedUpstreams: [], resolve }))
    expect(await tryOne('https://hooks.example', client)).toMatchObject({
      status: null,
      error: 'Its address isn’t public. To allow it, list its host:port in TRUSTED_UPSTREAMS.',
    })
  })

  test('S72: an address inside that was stored anyway is never called', async () => {
    const receiver = await startReceiver()
    const client = closing(createGuardedClient({ trustedUpstreams: [] }))
    expect(await tryOne(receiver.origin, client)).toMatchObject({ status: null, attempts: 1 })
    expect(arrived(receiver)).toBe(0)
  })
})

describe('an event', () => {
  test('is stored with what it reports: neither is there without the other', async () => {
    const { id } = await endpointAt({ origin: 'https://hooks.example' })
    const broken = transact(async (trx) => {
      await publish(trx, 'contact.received', { message: 1 })
      throw new Error('The act failed')
    })
    await expect(broken).rejects.toThrow('The act failed')
    expect(await listDeliveries(id)).toEqual([])
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  test('names no visitor: a message’s event has its number only', async () => {
    const { id } = await endpointAt({ origin: 'https://hooks.example' })
    const from = { language: 'en', stamp: 'a', network: '' } as const
    const values = {
      name: 'Ada',
      email: 'ada@example.com',
      topic: 'general',
      message: 'Hello',
    } as const
    await leaveMessage(values, from)
    await leaveMessage(values, from)
    const rows = await db.selectFrom('webhook_deliveries').select('body').execute()
    expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([{ message: expect.any(Number) }])
    expect((await listDeliveries(id)).length).toBe(1)
  })

  test('of many removed posts is split, so that none is larger than receivers take', async () => {
    await endpointAt({ origin: 'https://hooks.example' }, ['post.blocked', 'post.unblocked'])
    const postIds = Array.from({ length: 250 }, (_, index) =>
      String(7_000_000_000_000_000_000n + BigInt(index)),
    )
    const change = { postIds, reason: 'Test', actor: operator }
    await changePostStatus(db, { ...change, to: 'removed' })
    await changePostStatus(db, { ...change, to: 'flagged' })
    await changePostStatus(db, { ...change, to: 'active' })
    const rows = await db.selectFrom('webhook_deliveries').selectAll().orderBy('id').execute()
    expect(rows.map(({ type, body }) => [type, JSON.parse(body).data.posts.length])).toEqual(
      ['post.blocked', 'post.unblocked'].flatMap((type) => [100, 100, 50].map((n) => [type, n])),
    )
    expect(Math.max(...rows.map(({ body }) => body.length))).toBeLessThan(20_000)
  })
})

test('waits between tries grow from seconds to a day, with some chance, and end after the tenth', () => {
  const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  const waits = Array.from({ length: 10 }, (_, index) => webhookRetryMs(index + 1, 0))
  expect(waits).toEqual([...seconds.map((s) => s * 1000), null])
  expect(webhookRetryMs(1, 1)).toBe(6_000)
})

test('a server can ask for a pause in seconds or by a date, and nonsense isn’t followed', () => {
  expect(retryAfterMs('120')).toBe(120_000)
  expect(retryAfterMs('Sat, 28 Nov 2026 05:00:30 GMT', Date.UTC(2026, 10, 28, 5))).toBe(30_000)
  expect(retryAfterMs('Sat, 28 Nov 2026 05:00:00 GMT', Date.UTC(2026, 10, 28, 6))).toBe(0)
  for (const nonsense of [undefined, '', '-1', '1.5', 'soon']) {
    expect(retryAfterMs(nonsense)).toBeNull()
  }
})

test('a secret is sealed, and an address is added once and ten in all', async () => {
  const { secret } = await endpointAt({ origin: 'https://hooks.example' })
  const stored = await db.selectFrom('webhook_endpoints').select('secret').executeTakeFirstOrThrow()
  expect(stored.secret).toMatch(/^v1\./)
  expect(stored.secret).not.toContain(secret.slice(6))
  const add = (url: string) => addEndpoint({ url, events: [] }, operator)
  expect(await add('https://hooks.example/hook')).toBe('known')
  for (let n = 1; n < mostEndpoints; n += 1) await add(`https://hooks.example/${n}`)
  expect(await add('https://hooks.example/one-more')).toBe('full')
})
