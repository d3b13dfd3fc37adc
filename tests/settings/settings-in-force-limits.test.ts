// @module-tag whole
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#app/i18n/texts.server.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { finishJob } from '#tests/mail/mail-world.ts'
import { addUser, createBrowser, plantSession } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { linksIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { testEngine } from '#tests/support/sql.ts'
import { startSettingsWorld } from './settings-in-force-world.ts'

const world = startSettingsWorld({}, { LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' })

let network = 0
/** A visitor from a network that no one came from before. */
const visitor = () => ({ 'X-Forwarded-For': `203.0.113.${++network}` })

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.app.origin + path, { redirect: 'manual', headers })

async function saveLink(link: string): Promise<string> {
  const { html } = await lookUp(world.app, link)
  return saveLinkIn(world.app, html)
}

describe('limits for visitors', () => {
  test('S50: a network gets as many look-ups and saves a minute as it is set', async () => {
    const href = await saveLink(posts.video.url)
    const look = (headers: Record<string, string>) =>
      fetch(world.app.origin, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ url: posts.video.url }),
      })
    await world.set({ rateLimitPerMinute: 2 })
    const busy = visitor()
    expect((await look(busy)).status).toBe(200)
    expect((await get(href, busy)).status).toBe(200)
    for (const refused of [await look(busy), await get(href, busy)]) {
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await look(visitor())).status).toBe(200)
    await world.set({ rateLimitPerMinute: 4 })
    expect((await look(busy)).status).toBe(200)
  })

  test('S50: beyond the downloads that may run the next reads a friendly page with 503', async () => {
    const href = await saveLink(posts.mediaHangBody.url)
    await world.set({ maxConcurrentDownloads: 1 })
    const left = new AbortController()
    const { signal } = left
    const running = await fetch(world.app.origin + href, { headers: visitor(), signal })
    expect(running.status).toBe(200)
    const next = await get(href, visitor())
    expect(next.status).toBe(503)
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(select(elementsOf(await next.text()), 'h1')[0]?.text).toBe(
      catalogue('en').saveProblem.busyTitle,
    )
    await world.set({ maxConcurrentDownloads: 2 })
    const second = await fetch(world.app.origin + href, { headers: visitor(), signal })
    expect(second.status).toBe(200)
    left.abort()
  })

  test('S50: a download without progress ends after the timeout', async () => {
    const href = await saveLink(posts.mediaHangBody.url)
    await world.set({ downloadTimeoutSeconds: 600 })
    const left = new AbortController()
    const patient = await fetch(world.app.origin + href, {
      headers: visitor(),
      signal: left.signal,
    })
    const ends = (response: Response) =>
      response
        .arrayBuffer()
        .then(() => 'whole')
        .catch(() => 'cut')
    const late = ends(patient).then(() => 'the patient one')
    await world.set({ downloadTimeoutSeconds: 5 })
    const begin = performance.now()
    const hasty = await get(href, visitor())
    expect(hasty.status).toBe(200)
    expect(await Promise.race([ends(hasty), late])).toBe('cut')
    expect(performance.now() - begin).toBeGreaterThan(3500)
    left.abort()
    await late
  })

  test('R6: a longer timeout lets no media host hang longer than 10 and 20 seconds', async () => {
    const before = await saveLink(posts.mediaHangHeaders.url)
    const during = await saveLink(posts.mediaHangBody.url)
    await world.set({ downloadTimeoutSeconds: 600 })
    // Longer than a test may take: what ends has ended by the shorter limits.
    const ended: string[] = []
    await Promise.all([
      get(during, visitor())
        .then((answer) => expect(answer.arrayBuffer()).rejects.toThrow())
        .then(() => ended.push('body')),
      get(before, visitor())
        .then(({ status }) => expect(status).toBe(504))
        .then(() => ended.push('headers')),
    ])
    expect(ended).toEqual(['headers', 'body'])
  })

  test('S50: pages and files are compressed or not, as it is set', async () => {
    const script = linksIn(await (await get('/')).text(), '/assets/').find((href) =>
      /\.css$/.test(href),
    )
    for (const [compression, encoding] of [
      [true, 'br'],
      [false, null],
      [true, 'br'],
    ] as const) {
      await world.set({ compression })
      for (const path of ['/', '/sitemap.xml', script ?? '']) {
        const answer = await get(path, { 'Accept-Encoding': 'br' })
        expect([path, answer.headers.get('content-encoding')]).toEqual([path, encoding])
        expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      }
    }
  })

  test('S50: requests are logged, or aren’t', async () => {
    await world.set({ requestLogging: false })
    await get('/help?not-logged')
    await world.set({ requestLogging: true })
    await get('/contact')
    expect(JSON.parse(await world.app.said('"path":"/contact')).status).toBe(200)
    expect(world.app.lines.filter((line) => line.includes('"path":"/help'))).toEqual([])
  })

  test('S50: who asks not to be tracked is left out of the figures, or counted like others', async () => {
    const views = (path: string) =>
      world.db.value(
        "select count(*) from analytics_events where kind = 'page_view' and path = ?",
        path,
      )
    const visit = (path: string, headers = {}) => createBrowser(world.app).get(path, headers)
    await world.set({ honourPrivacySignal: true })
    await visit('/terms', { 'Sec-GPC': '1' })
    await world.set({ honourPrivacySignal: false })
    await visit('/privacy', { 'Sec-GPC': '1' })
    await visit('/statistics')
    await expect.poll(() => views('/statistics')).toBe(1)
    expect([await views('/terms'), await views('/privacy')]).toEqual([0, 1])
  })
})

describe('sign-ins', () => {
  test('S50: an idle session ends after the timeout', async () => {
    const rest = (minutes: number) =>
      world.db.run(
        'update sessions set last_seen_at = ? where user_id = ?',
        Date.now() - minutes * 60_000,
        idle,
      )
    const idle = await addUser(world.db, { email: 'idle@site.example' })
    const browser = createBrowser(world.app)
    await browser.signIn('idle@site.example')
    await world.set({ sessionTimeoutMinutes: 180 })
    await rest(120)
    expect((await browser.get('/admin')).status).toBe(200)
    await world.set({ sessionTimeoutMinutes: 60 })
    expect((await browser.get('/admin')).status).toBe(200)
    await rest(120)
    expect((await browser.get('/admin')).headers.get('location')).toMatch(/^\/admin\/login/)
  })

  test('S50: admins without a second step open nothing else once it is required', async () => {
    const id = await addUser(world.db, { email: 'new@site.example' })
    const cookie = await plantSession(world.app, world.db, id)
    // So that this one may still change it back.
    await world.db.run("update users set totp_enabled_at = 1 where email = 'op@site.example'")
    expect((await get('/admin', { Cookie: cookie })).status).toBe(200)
    await world.set({ twoFactorRequired: true })
    const answer = await get('/admin', { Cookie: cookie })
    expect(answer.status).toBe(302)
    const account = answer.headers.get('location') ?? ''
    expect(account).toContain('account')
    expect((await get(account, { Cookie: cookie })).status).toBe(200)
    expect((await world.browser.get('/admin')).status).toBe(200)
    await world.set({ twoFactorRequired: false })
    expect((await get('/admin', { Cookie: cookie })).status).toBe(200)
  })

  test('S50: a new password needs what the switches ask for, and its form shows that', async () => {
    const user = await addUser(world.db, { email: 'ann@site.example' })
    const link = async () => {
      const token = randomBytes(24).toString('base64url')
      const hash = createHash('sha256').update(token).digest('base64url')
      await world.db.run(
        `insert into one_time_tokens (token_hash, purpose, user_id, created_at, expires_at)
           values (?, 'reset', ?, ?, ?)`,
        hash,
        user,
        Date.now(),
        Date.now() + 3_600_000,
      )
      return `/admin/reset/${token}`
    }
    const faults = async (chosen: string) => {
      const browser = createBrowser(world.app)
      const answer = await browser.post(await link(), { password: chosen, passwordAgain: chosen })
      return answer.status === 302 ? [] : problems(await answer.text())
    }
    const problems = (html: string) =>
      select(elementsOf(html), 'div')
        .filter(({ attributes }) => attributes.id?.endsWith('-problem'))
        .map(({ text }) => text)
    const plain = 'plain words here'
    expect(await faults(plain)).toHaveLength(1)
    await world.set({ requireUppercase: false, requireNumbers: false, requireSpecial: false })
    expect(await faults(plain)).toEqual([])
    await world.set({ minPasswordLength: 20 })
    expect((await faults(plain)).join()).toContain('Use at least 20 characters.')
    await world.set({ minPasswordLength: 12, requireNumbers: true })
    expect((await faults(plain)).join()).toContain('Use at least one number.')
  })
})

describe('what is kept', () => {
  test('S50: posts that no one asked for are purged after the days that are set', async () => {
    const { postId, url } = fakePost('video', 9900)
    await lookUp(world.app, url)
    const kept = () => world.db.value('select count(*) from posts where post_id = ?', postId)
    const purge = () => finishJob(world, 'post-retention')
    // The last that is written of a look-up.
    const counted = () => world.db.value('select lookups from posts where post_id = ?', postId)
    await expect.poll(counted).toBe(1)
    await world.db.run('update posts set last_seen_at = ?', Date.now() - 40 * 86_400_000)
    await purge()
    expect(await kept()).toBe(1)
    await world.set({ retentionDays: 30 })
    await purge()
    expect(await kept()).toBe(0)
  })

  test('S50: the pool size explains what it is for, since the SQLite file does without', async () => {
    await world.set({ databasePoolSize: 3 })
    expect((await get('/')).status).toBe(200)
    const hints = {
      sqlite: 'The SQLite file in use now needs none.',
      postgres: 'How many connections each process can open to the database server.',
    }
    expect(await world.browser.html('/admin/settings/database')).toContain(hints[testEngine])
  })
})
