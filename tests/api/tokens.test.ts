// @module-tag process
import { expect, test } from 'vitest'
import { newToken } from '#app/api/token-text.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { lookupOf, problemOf, startApiWorld, tokenIn, tokensPage } from './api-world.ts'

const world = startApiWorld({}, { LOG_LEVEL: 'debug' })
const link = lookupOf(posts.video.url)

test('an operator makes a token, sees it once, and ends it: it stops working at once', async () => {
  const { browser, ask } = world
  const empty = await browser.post(tokensPage, { intent: 'make', name: ' ', perMinute: '0' })
  expect(empty.status).toBe(400)
  const refused = await empty.text()
  expect(refused).toContain('Enter a name of up to 60 characters.')
  expect(refused).toContain('Enter a number from 1 to 10,000.')
  expect(refused).toContain('Choose at least one scope.')
  expect(refused).toContain('Choose when the token expires.')
  expect(tokenIn(refused)).toBeNull()

  const token = await world.token()
  const page = await browser.html(tokensPage)
  expect(page).not.toContain(token)
  expect(page).toContain('Not used yet.')
  expect((await ask(link, token)).status).toBe(200)
  expect(await browser.html(tokensPage)).toContain('Last used')

  const id = String(await world.db.value('select max(id) from api_tokens'))
  await browser.post(tokensPage, { intent: 'end', id })
  expect(await problemOf(await ask(link, token), 401)).toMatchObject({ code: 'token-invalid' })
  expect(await browser.html('/admin/audit')).toContain('the API token “Program')
})

test('a token is stored only as a hash, and is in no log, audit entry or page', async () => {
  const token = await world.token()
  await world.ask(link, token)
  await world.ask(`/lookups?token=${token}`, token)
  await world.ask('/nothing', token)
  expect(await world.db.dump()).not.toContain(token)
  expect(world.app.lines.join('\n')).not.toContain(token)
  const secret = token.slice(3, 30)
  expect(await world.browser.html('/admin/audit')).not.toContain(secret)
})

test('unknown, ended and expired tokens are answered alike', async () => {
  const { db, ask, browser } = world
  const ended = await world.token()
  await browser.post(tokensPage, {
    intent: 'end',
    id: String(await db.value('select max(id) from api_tokens')),
  })
  const expired = await world.token({ days: '30' })
  await db.run('update api_tokens set expires_at = 1 where id = (select max(id) from api_tokens)')
  const broken = `${newToken().slice(0, -1)}!`
  const answers = await Promise.all(
    [newToken(), broken, ended, expired].map(async (token) => {
      const response = await ask(link, token)
      const { date: _, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, body: await response.text() }
    }),
  )
  expect(answers[0]).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
  for (const answer of answers.slice(1)) expect(answer).toEqual(answers[0])
})

test('a token opens nothing beyond its scopes', async () => {
  const token = await world.token({ scopes: ['lookup'] })
  expect((await world.ask(link, token)).status).toBe(200)
  const save = await world.ask(link.replace('lookups', 'save'), token, {
    headers: { Accept: 'application/json' },
  })
  expect(await problemOf(save, 403)).toMatchObject({ code: 'out-of-scope' })
  const saver = await world.token({ scopes: ['save'] })
  expect(await problemOf(await world.ask(link, saver), 403)).toMatchObject({ code: 'out-of-scope' })
})

test('a token that floods meets its own limit, and other programs and visitors don’t', async () => {
  const flooding = await world.token({ perMinute: 5 })
  const other = await world.token({ perMinute: 5 })
  const begunAt = performance.now()
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push((await world.ask(link, flooding)).status)
  // As many minutes as may have begun meanwhile.
  const minutes = 2 + Math.floor((performance.now() - begunAt) / 60_000)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5 * minutes)
  const refused = await Promise.all(Array.from({ length: 12 }, () => world.ask(link, flooding)))
  const last = refused.find(({ status }) => status === 429)
  expect(last?.headers.get('ratelimit-policy')).toBe('"token";q=5;w=60')
  expect(last?.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/)
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  const spared = await world.ask(link, other)
  expect(spared.status).toBe(200)
  expect(spared.headers.get('ratelimit')).toMatch(/^"token";r=4;t=\d+$/)
  const page = await createBrowser(world.app).post('/', { url: posts.video.url })
  expect(page.status).toBeLessThan(400)
})

test('who may use the API is the operator’s choice', async () => {
  const token = await world.token()
  const without = await world.ask(link)
  expect(without.headers.get('www-authenticate')).toBe('Bearer')
  expect(await problemOf(without, 401)).toMatchObject({ code: 'token-needed' })
  await world.set({ apiAccess: 'anyone' })
  expect((await world.ask(link)).status).toBe(200)
  await world.set({ apiAccess: 'off' })
  for (const who of [null, token]) {
    expect(await problemOf(await world.ask(link, who), 403)).toMatchObject({ code: 'off' })
  }
})

test('programs without a token share the limit of their network’s visitors', async () => {
  const token = await world.token()
  await world.set({ apiAccess: 'anyone', rateLimitPerMinute: 1 })
  const statuses: number[] = []
  // A minute can end in between.
  for (let n = 0; n < 4; n += 1) statuses.push((await world.ask(link)).status)
  expect(statuses).toContain(429)
  expect((await world.ask(link, token)).status).toBe(200)
})

test('an operator’s cookie has no effect on the API, and pages of other sites need a token', async () => {
  const { browser, ask } = world
  const cookie = browser.cookie()
  const signedIn = await ask(link, null, { headers: { Cookie: cookie } })
  expect(await problemOf(signedIn, 401)).toMatchObject({ code: 'token-needed' })
  expect(signedIn.headers.getSetCookie()).toEqual([])
  await world.set({ apiAccess: 'anyone' })
  const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.example' }
  for (const headers of [foreign, { ...foreign, Cookie: cookie }, { Origin: 'null' }]) {
    const answer = await ask(link, null, { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(await problemOf(answer, 403)).toMatchObject({ code: 'cross-site' })
  }
  const token = await world.token()
  const answer = await ask(link, token, { headers: foreign })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  const preflight = await ask('/lookups', null, { method: 'OPTIONS', headers: foreign })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
})
