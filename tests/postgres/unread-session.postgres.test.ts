// @module-tag whole
import { expect, test } from 'vitest'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { closing } from '#tests/support/closing.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { startLiveApp } from '#tests/support/live-app.ts'
import { databaseEnv } from '#tests/support/sql.ts'

const email = 'op@site.example'
const form = { name: 'Nora New', email: 'nora@site.example', role: 'user', how: 'invite' }

test('an outage would sign operators out, and lose what they have typed', async () => {
  const dataDir = await makeDataFolder({})
  const { DATABASE_URL: url = '' } = await databaseEnv(dataDir)
  const between = await databaseBetween(url)
  const app = closing(await startLiveApp({ DATABASE_URL: between.url }, [], dataDir))
  const db = closing(openDatabase(app))
  await addUser(db, { email })
  const operator = createBrowser(app)
  await operator.signIn(email)

  between.refuse()
  const stays = { unavailable: 'unreachable', reference: expect.any(String) }
  const sent = await operator.post('/admin/users/new.data', form)
  expect([sent.status, await sent.json()]).toEqual([503, stays])
  const link = await operator.get('/admin/users.data')
  expect([link.status, await link.json()]).toEqual([503, stays])
  expect(link.headers.get('cache-control')).toBe('no-store')
  // The session goes on, so a browser without its cookie would only look signed out.
  const out = await operator.post('/admin/logout.data')
  expect([out.status, await out.json(), operator.lastSetCookie()]).toEqual([503, stays, []])
  expect((await operator.post('/admin/logout')).status).toBe(503)
  for (const answer of [
    await operator.post('/admin/users/new', form),
    await operator.get('/admin/users'),
  ]) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    // As of the back office, not of the site.
    const page = elementsOf(await answer.text())
    const [title] = select(page, 'h2')
    expect(title?.text).toBe('The database can’t be reached')
    const links = select(page, 'a').map(({ text }) => text)
    expect(links).toEqual([expect.stringMatching(/ Admin$/), 'Try again', 'To the dashboard'])
    const { pathname } = new URL(answer.url)
    expect(select(page, 'a', { href: pathname })[0]?.text).toBe('Try again')
    expect(select(page, 'meta', { name: 'robots', content: 'noindex' })).toHaveLength(1)
  }
  const accept = { accept: 'text/event-stream' }
  const others = [
    await operator.get('/admin/users/export.csv'),
    await operator.get('/admin/events'),
    await operator.get('/admin/events', accept),
  ]
  expect(others.map(({ status }) => status)).toEqual([503, 503, 503])
  // Those of the site go on as for everyone.
  expect((await operator.get('/')).status).toBe(200)
  expect((await operator.get('/admin/login')).status).toBe(200)

  between.accept()
  await expect.poll(async () => (await operator.get('/admin')).status).toBe(200)
  expect((await operator.post('/admin/users/new', form)).status).toBe(200)
  expect(await db.column('select name from users order by name')).toEqual([
    form.name,
    'Test Person',
  ])
  await operator.post('/admin/logout')
  expect(await db.value('select count(*) from sessions')).toBe(0)
})
