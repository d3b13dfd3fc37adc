// @module-tag process
import { describe, expect, test } from 'vitest'
import { changeUsers, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { testEngine } from '#tests/support/sql.ts'

const world = startAdminWorld()
const path = '/admin/events'

type Poll = { cursor: string; topics: string[] }

async function poll(browser: Browser, after = ''): Promise<Poll> {
  return (await browser.get(`${path}?after=${after}`)).json()
}

/** Opens a stream of what changes from now on. */
async function open(browser: Browser, headers: Record<string, string> = {}) {
  const { cursor } = await poll(browser)
  const leaving = new AbortController()
  const response = await browser.send(`${path}?after=${cursor}`, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** Reads on until the text so far is as wanted, or the stream has ended. */
  async function readUntil(isEnough: (text: string) => boolean): Promise<string> {
    while (!isEnough(text)) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
      if (done) break
      text += value
    }
    return text
  }
  return {
    response,
    readUntil,
    told: (topic: string) => readUntil((read) => new RegExp(`^data: .*${topic}`, 'm').test(read)),
    toEnd: () => readUntil(() => false),
    leave: () => leaving.abort(),
  }
}

describe('the events of the back office', () => {
  test('are for operators who are signed in', async () => {
    const stranger = createBrowser(world.app)
    // Anything else would have the browser ask again and again.
    const stream = await stranger.get(path, { Accept: 'text/event-stream' })
    expect([stream.status, await stream.text()]).toEqual([204, ''])
    const asked = await stranger.get(path)
    expect(asked.status).toBe(302)
    expect(asked.headers.get('location')).toBe('/admin/login?next=%2Fadmin%2Fevents')
    await addUser(world.db, { email: 'user@site.example', role: 'user' })
    const user = createBrowser(world.app)
    await user.signIn('user@site.example')
    expect((await user.get(path, { Accept: 'text/event-stream' })).status).toBe(204)
  })

  test('are neither compressed nor cached, and start at once', async () => {
    const stream = await open(world.browser, { 'Accept-Encoding': 'br, gzip' })
    expect(stream.response.status).toBe(200)
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(stream.response.headers.get('content-encoding')).toBe(null)
    expect(await stream.readUntil((text) => text.includes('\n\n'))).toMatch(
      /^id: [\w-]+\.\w+\.\d+\ndata: .*\n\n$/,
    )
    stream.leave()
    expect((await world.browser.send(path, { method: 'HEAD' })).status).toBe(200)
  })

  test.runIf(testEngine === 'sqlite')('name what has changed, and nothing else', async () => {
    const stream = await open(world.browser)
    await world.browser.post('/admin/settings/database', { intent: 'back-up' })
    const text = await stream.told('backups')
    for (const line of text.split('\n'))
      expect(line).toMatch(/^(|:|id: [\w-]+\.\w+\.\d+|data: [a-z ]*)$/)
    stream.leave()
  })

  test('continue from the browser’s cursor, or report everything as changed when it’s unknown', async () => {
    const { cursor } = await poll(world.browser)
    const told = await open(world.browser)
    // Nothing else announces this topic, so that no announcement has to wait for an earlier one.
    const hook = { url: 'https://hooks.example/cleanclip', event: 'source.failing' }
    await world.browser.post('/admin/settings/webhooks', hook)
    await told.told('webhooks')
    told.leave()
    expect((await poll(world.browser, cursor)).topics).toContain('webhooks')
    const resumed = await open(world.browser, { 'Last-Event-ID': cursor })
    await resumed.told('webhooks')
    resumed.leave()
    expect((await poll(world.browser, 'build.another.7')).topics).toEqual(
      expect.arrayContaining(['badge', 'backups', 'checks', 'outbox', 'downloads']),
    )
  })

  test('are limited to a few streams per operator, and a closed one makes room', async () => {
    const streams = await Promise.all(Array.from({ length: 8 }, () => open(world.browser)))
    expect(streams.map(({ response }) => response.status)).toEqual(Array(8).fill(200))
    const tooMany = await open(world.browser)
    expect(tooMany.response.status).toBe(429)
    expect(tooMany.response.headers.get('retry-after')).toBe('15')
    await addUser(world.db, { email: 'other@site.example' })
    const other = createBrowser(world.app)
    await other.signIn('other@site.example')
    const othersOwn = await open(other)
    expect(othersOwn.response.status).toBe(200)
    for (const stream of [...streams, othersOwn]) stream.leave()
    await expect
      .poll(async () => {
        const again = await open(world.browser)
        again.leave()
        return again.response.status
      })
      .toBe(200)
  })

  test.each(['signing out', 'a ban', 'npm run admin'])('end with the session: %s', async (how) => {
    const other = await addUser(world.db, { email: 'other@site.example' })
    const browser = createBrowser(world.app)
    await browser.signIn('other@site.example')
    const stream = await open(browser)
    if (how === 'signing out') await browser.post('/admin/logout')
    else if (how === 'a ban') await changeUsers(world.browser, 'ban', [other])
    else {
      // Another process tells no one: it is noticed with the next change.
      await world.db.run('delete from sessions where user_id = ?', other)
      await world.browser.post('/admin/settings/database', { intent: 'check' })
    }
    await stream.toEnd()
    expect((await browser.get(path)).status).toBe(302)
  })

  test('don’t keep the session alive, and neither does a page that refreshes itself', async () => {
    const seen = () =>
      world.db.value('select last_seen_at from sessions where user_id = ?', world.operator)
    await world.db.run(
      'update sessions set last_seen_at = last_seen_at - 120000 where user_id = ?',
      world.operator,
    )
    const before = await seen()
    const stream = await open(world.browser)
    stream.leave()
    const cookie = `${world.browser.cookie()}; renewal=1`
    await world.browser.get('/admin/system.data', { Cookie: cookie })
    expect(await seen()).toBe(before)
    await world.browser.get('/admin/system.data')
    expect(await seen()).toBeGreaterThan(Number(before))
  })
})

test('stopping the server ends the streams and isn’t delayed by them', async () => {
  const app = await startApp()
  const db = openDatabase(app)
  try {
    await addUser(db, { email: 'op@site.example' })
    const browser = createBrowser(app)
    await browser.signIn('op@site.example')
    const stream = await open(browser)
    await stream.readUntil((text) => text.includes('\n\n'))
    const stopped = app.stop('SIGTERM')
    // A connection that had to be cut would be an error.
    await stream.toEnd()
    expect(await stopped).toBe(0)
  } finally {
    await db.close()
    await discardApp(app)
  }
})
