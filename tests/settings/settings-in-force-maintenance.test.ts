// @module-tag whole
import { describe, expect, test } from 'vitest'
import type { Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { createBrowser, throughSignIn } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { linksIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { startSettingsWorld } from './settings-in-force-world.ts'

const world = startSettingsWorld()

const get = (path: string, init?: RequestInit) =>
  fetch(world.app.origin + path, { redirect: 'manual', ...init })

async function expectClosed(response: Response, language: Language = 'en'): Promise<string> {
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-language')).toBe(language)
  const html = await response.text()
  const elements = elementsOf(html)
  expect(select(elements, 'html')[0]?.attributes.lang).toBe(language)
  expect(select(elements, 'h1')[0]?.text).toBe(catalogue(language).maintenance.title)
  return html
}

describe('maintenance mode', () => {
  test('S50: every public address but those promised answers 503, in the design and the language of the site', async () => {
    expect((await get('/')).status).toBe(200)
    await world.set({ maintenanceMode: true, siteName: 'Clips' })
    const paths = ['/', '/help', '/blog', '/newsletter', '/contact', '/prepare/1/mp4', '/no-such']
    for (const language of languages) {
      for (const path of paths) {
        const html = await expectClosed(await get(localPath(path, language, 'en')), language)
        expect(html).toContain('Clips')
        expect(html).toContain(catalogue(language).maintenance.text)
      }
    }
    for (const path of ['/sitemap.xml', '/blog/feed.xml', '/cover/1', '/pages/help.html']) {
      await expectClosed(await get(path))
    }
    const html = await (await get('/')).text()
    for (const href of linksIn(html, '/assets/')) expect((await get(href)).status).toBe(200)
    expect(linksIn(html, '.css')).toHaveLength(1)
    await world.set({ maintenanceMode: false })
    expect((await get('/')).status).toBe(200)
  })

  test('S50: the operator’s own words are shown as text, never as HTML', async () => {
    await world.set({
      maintenanceMode: true,
      maintenanceText: 'Back at 9 <script>alert(1)</script>',
      contactAddress: 'hello@site.example',
    })
    const html = await expectClosed(await get('/es'), 'es')
    expect(html).toContain('Back at 9 &lt;script&gt;')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain(catalogue('es').maintenance.text)
    expect(html).toContain('mailto:hello@site.example')
  })

  test('S50: no one gets past it by data requests, forms or other spellings', async () => {
    const before = world.service.lookups(posts.video.postId)
    await world.set({ maintenanceMode: true })
    const body = new URLSearchParams({ url: posts.video.url })
    await expectClosed(await get('/', { method: 'POST', body }))
    await expectClosed(await get(`/?url=${encodeURIComponent(posts.video.url)}`))
    expect((await get('/HELP')).status).toBe(308)
    await expectClosed(await get('/administrator'))
    for (const path of ['/_root.data', '/help.data', '/blog.data?_routes=root']) {
      const answer = await get(path)
      expect([answer.status, await answer.text()]).toEqual([503, ''])
    }
    expect((await get('/', { method: 'HEAD' })).status).toBe(503)
    expect(world.service.lookups(posts.video.postId)).toBe(before)
  })

  test('what the law or an email promises stays open', { tags: 'gate' }, async () => {
    await world.set({ maintenanceMode: true })
    const token = 'a'.repeat(32)
    await world.db.run(
      `insert into subscribers (email, status, language, source, unsubscribe_token, created_at)
       values ('reader@site.example', 'confirmed', 'de', '/blog', ?, 1)`,
      token,
    )
    const oneClick = await get(`/de/newsletter/unsubscribe/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(oneClick.status).toBe(200)
    expect(await world.db.value('select status from subscribers')).toBe('unsubscribed')
    for (const path of ['/dmca', '/dmca/notice', '/privacy', '/terms']) {
      for (const language of ['en', 'fr'] as const) {
        const page = await get(localPath(path, language, 'en'))
        expect([path, page.status]).toEqual([path, 200])
        expect(await page.text()).not.toContain('because you’re signed in')
      }
    }
    const choice = await get('/consent', { method: 'POST', body: new URLSearchParams() })
    expect(choice.status).not.toBe(503)
    const notice = await get('/dmca/notice', { method: 'POST', body: new URLSearchParams() })
    expect(notice.status).toBe(400)
    // These tokens are no one's: the pages themselves say so.
    for (const path of ['dmca/status', 'dmca/counter', 'outreach/stop', 'newsletter/unsubscribe']) {
      for (const address of [`/${path}/unknown`, `/pt/${path}/unknown`, `/${path}/unknown.data`]) {
        expect([address, (await get(address)).status]).not.toEqual([address, 503])
      }
    }
    for (const path of ['/dmcas', '/newsletter/confirm/unknown', '/outreach/stop', '/consent/x']) {
      await expectClosed(await get(path))
    }
    expect(linksIn(await (await get('/es')).text(), '/es/dmca')).toHaveLength(1)
  })

  test('S50: probes, static files and the sign-in stay up', async () => {
    await world.set({ maintenanceMode: true })
    expect((await get('/health')).status).toBe(200)
    expect((await get('/robots.txt')).status).toBe(200)
    expect((await get('/favicon.ico')).status).toBe(200)
    expect((await get('/admin')).headers.get('location')).toBe('/admin/login')
    const browser = createBrowser(world.app)
    expect((await browser.get('/admin/login')).status).toBe(200)
    expect((await browser.signIn('op@site.example')).headers.get('location')).toBe(throughSignIn())
    expect((await browser.get('/admin')).status).toBe(200)
  })

  test('S50: a signed-in operator sees the site, with a word that visitors do not', async () => {
    const notice = 'Maintenance mode is on'
    expect(await world.browser.html('/')).not.toContain(notice)
    await world.set({ maintenanceMode: true })
    for (const path of ['/', '/es/help']) {
      const page = await world.browser.get(path)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(notice)
    }
    expect(await world.browser.html('/admin/notifications')).toContain(notice)
    await world.db.run("update users set role = 'user'")
    await expectClosed(await world.browser.get('/'))
    await world.db.run("update users set role = 'admin'")
  })

  test('S50: a download that runs ends well, a new one is refused', async () => {
    const post = fakePost('video', 41)
    world.service.script(post.postId, (lookup) => {
      const play = `${lookup.media}/fault/rate/30000/post/${lookup.postId}/video.mp4`
      const data = { id: lookup.postId, title: 'x', play, cover: '', size: 0 }
      lookup.call.res.end(JSON.stringify({ code: 0, msg: 'success', data }))
    })
    const { html } = await lookUp(world.app, post.url)
    const href = await saveLinkIn(world.app, html)
    const running = await get(href)
    expect(running.status).toBe(200)
    await world.set({ maintenanceMode: true })
    await expectClosed(await get(href))
    const bytes = await running.arrayBuffer()
    expect(bytes.byteLength).toBe(world.media.files.get('video.mp4')?.size)
  })
})
