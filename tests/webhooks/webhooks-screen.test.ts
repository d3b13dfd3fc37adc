// @module-tag process

import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeServer, startServer } from '#tests/fakes/http.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { limits } from '#tests/support/limits.ts'
import type { Sql } from '#tests/support/sql.ts'

const hang = { timeout: limits.poll }
const list = '/admin/settings/webhooks'

let receiver: FakeServer
let app: AppServer
let db: Sql
beforeAll(async () => {
  receiver = await startServer(({ res }) => {
    res.writeHead(200).end('<b>taken</b>')
  })
  app = await startApp({ TRUSTED_UPSTREAMS: receiver.hostPort })
  db = openDatabase(app)
  await addUser(db, { email: 'olga@example.com', role: 'admin' })
})
afterAll(async () => {
  await db.close()
  await discardApp(app)
  await receiver.close()
})

const secretIn = (html: string) => /data-secret[^>]*>(whsec_[^<]+)</.exec(html)?.[1] ?? ''

test('an operator adds a webhook, sees its secret once, and sees what a test event was answered', async () => {
  const olga = createBrowser(app)
  await olga.signIn('olga@example.com')
  const refused = await olga.post(list, { url: 'https://10.0.0.1/', event: 'source.failing' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('TRUSTED_UPSTREAMS')
  const without = await olga.post(list, { url: `${receiver.origin}/hook` })
  expect(await without.text()).toContain('Choose at least one event.')

  const added = await olga.post(list, { url: `${receiver.origin}/hook`, event: 'contact.received' })
  const secret = secretIn(await added.text())
  expect(secret).not.toBe('')
  expect(await olga.html(list)).not.toContain(secret)
  const id = await db.value('select id from webhook_endpoints')
  const page = `${list}/${id}`
  await olga.post(page, { intent: 'test' })
  await expect.poll(() => olga.html(page), hang).toContain('&lt;b&gt;taken&lt;/b&gt;')
  const [request] = receiver.requests
  expect(
    new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>),
  ).toMatchObject({ type: 'webhook.test', data: { endpoint: id } })

  const delivery = await db.value('select id from webhook_deliveries')
  await olga.post(page, { intent: 'resend', delivery: String(delivery) })
  await expect.poll(() => receiver.requests.length, hang).toBe(2)
  const exchanged = secretIn(await (await olga.post(page, { intent: 'secret' })).text())
  expect(exchanged).not.toBe(secret)
  await olga.post(page, { intent: 'off' })
  expect(await olga.html(page)).toContain('Turn on')
  const log = await db.column('select coalesce(after, sentence) from audit_log')
  expect(log.join()).not.toContain('whsec_')
  expect(await olga.html(page)).toContain(`${page}?delete"`)
  expect(await olga.html(page)).not.toContain('value="delete"')
  const question = await olga.html(`${page}?delete`)
  expect(question).toContain('Delete this webhook?')
  expect(question).toContain('value="delete"')
  expect((await olga.get(page)).status).toBe(200)
  await olga.post(`${page}?delete`, { intent: 'delete' })
  expect((await olga.get(page)).status).toBe(404)
})
