// @module-tag whole
import { describe, expect, test } from 'vitest'
import type { Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { documentPages, interfacePages, isPublicPage } from '#app/i18n/public-pages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { elementsOf, type HtmlElement, select } from '#tests/support/html.ts'
import { chooseLinkIn, prepareLinkIn } from '#tests/support/live-app.ts'
import { queuedMails } from '#tests/support/mail.ts'
import { writtenIn } from '#tests/support/written-in.ts'
import { startSettingsWorld } from './settings-in-force-world.ts'

const world = startSettingsWorld({ defaultLanguage: 'de' })

type Page = { status: number; headers: Headers; html: string; elements: HtmlElement[] }

async function request(path: string, init?: RequestInit): Promise<Page> {
  const response = await fetch(world.app.origin + path, { redirect: 'manual', ...init })
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, elements: elementsOf(html) }
}

const langOf = (page: Page) => select(page.elements, 'html')[0]?.attributes.lang
const here = (path: string, language: Language) => localPath(path, language, 'de')

const paths = [
  ...interfacePages,
  ...documentPages.map((name) => `/${name}`),
  '/blog/captions-for-short-video',
]

describe('with German as the default language', () => {
  test.each(paths)(
    'S50: %s is German without a prefix, and the others have theirs',
    async (path) => {
      for (const language of languages) {
        const page = await request(here(path, language))
        const versions = writtenIn(path)
        const written = versions.includes(language) ? language : 'en'
        expect([language, page.status, langOf(page)]).toEqual([language, 200, written])
        expect(page.headers.get('content-language')).toBe(language)
        const address = (code: Language) => world.app.origin + here(path, code)
        const [canonical] = select(page.elements, 'link', { rel: 'canonical' })
        const shown = (code: Language) => address(versions.includes(code) ? code : 'en')
        expect(canonical?.attributes.href).toBe(shown(language))
        const alternates = select(page.elements, 'link', { rel: 'alternate' }).flatMap(
          ({ attributes: { hreflang, href } }) =>
            hreflang === undefined ? [] : [[hreflang, href]],
        )
        expect(Object.fromEntries(alternates)).toEqual({
          ...Object.fromEntries(versions.map((code) => [code, address(code)])),
          'x-default': shown('de'),
        })
        const links = select(page.elements, 'a')
        const switcher = links.filter(({ attributes }) => attributes.hreflang !== undefined)
        // In the header, and in the footer.
        const addresses = languages.map((code) => here(path, code))
        expect(switcher.map(({ attributes }) => attributes.href)).toEqual([
          ...addresses,
          ...addresses,
        ])
        for (const link of links) {
          const { href = '' } = link.attributes
          const target = href.replace(/[?#].*/, '')
          if (switcher.includes(link) || !target.startsWith('/')) continue
          if (isPublicPage(neutralPath(target))) {
            expect([href, target]).toEqual([href, here(neutralPath(target), language)])
          }
        }
      }
    },
  )

  test.each([
    ['/de', '/'],
    ['/de/', '/'],
    ['/de/help?a=1', '/help?a=1'],
  ])('S50: %s, as it was linked before, leads to %s', async (from, to) => {
    const page = await request(from)
    expect([page.status, page.headers.get('location')]).toEqual([307, to])
  })

  test('S50: a look-up, its countdown and its refusals are German without a prefix', async () => {
    const t = catalogue('de')
    const body = new URLSearchParams({ url: posts.video.url })
    // The answer is a redirect to the result's address.
    const lookUp = { method: 'POST', body, redirect: 'follow' } as const
    const found = await request('/', lookUp)
    expect([found.status, langOf(found)]).toEqual([200, 'de'])
    const href = await prepareLinkIn(world.app, found.html)
    expect(href.startsWith('/prepare/')).toBe(true)
    const prepare = await request(href)
    expect(select(prepare.elements, 'h1')[0]?.text).toBe(t.prepare.title)
    const refused = await request(`/save/${posts.video.postId}/mp4`)
    expect([refused.status, langOf(refused)]).toEqual([403, 'de'])
    const english = await request('/en', lookUp)
    expect(chooseLinkIn(english.html, 'mp4')).toMatch(/^\/en\/prepare\//)
    // A form of a page from before, whose address has a prefix, is taken all the same.
    const former = await request('/de', lookUp)
    expect([former.status, langOf(former)]).toEqual([200, 'de'])
  })

  test('S50: the page of an address that leads nowhere is in it', async () => {
    for (const path of ['/no-such-page', '/xx/help', '/no/such/page']) {
      const page = await request(path)
      expect([page.status, langOf(page)]).toEqual([404, 'de'])
      expect(page.headers.get('content-language')).toBe('de')
      expect(select(page.elements, 'h1')[0]?.text).toBe(catalogue('de').notFound.title)
      const switcher = select(page.elements, 'a').filter(({ attributes }) => attributes.hreflang)
      const addresses = languages.map((code) => here('/', code))
      expect(switcher.map(({ attributes }) => attributes.href)).toEqual([
        ...addresses,
        ...addresses,
      ])
    }
    const english = await request('/en/no-such-page')
    expect([english.status, langOf(english)]).toEqual([404, 'en'])
  })

  test('S50: the hint offers English at its prefix, and German to no one who reads it', async () => {
    const hint = async (path: string, language: string) => {
      const page = await request(path, { headers: { 'Accept-Language': language } })
      const [hint] = select(page.elements, 'aside')
      if (hint === undefined) return undefined
      const { lang = '' } = hint.attributes
      // The footer's links have the attribute too, and come after it.
      return select(page.elements, 'a', { hreflang: lang })[0]?.attributes.href
    }
    expect(await hint('/help', 'en-GB')).toBe('/en/help')
    expect(await hint('/help', 'de-AT')).toBeUndefined()
    expect(await hint('/en/help', 'de-AT')).toBe('/help')
  })

  test('S50: texts that exist in English only are marked so, and their English version is not', async () => {
    const german = await request('/blog')
    expect(german.html).toContain(catalogue('de').blog.onlyEnglish)
    expect(select(german.elements, 'h2', { lang: 'en' })).not.toEqual([])
    const english = await request('/en/blog')
    expect(english.html).not.toContain(catalogue('en').blog.onlyEnglish)
    expect(select(english.elements, 'h2', { lang: 'en' })).toEqual([])
  })

  test('S50: the sitemap, the feed and the manifest follow at once', async () => {
    const sitemap = await request('/sitemap.xml')
    expect(sitemap.html).toContain(`<loc>${world.app.origin}/en/help</loc>`)
    expect(sitemap.html).toContain(`hreflang="x-default" href="${world.app.origin}/help"`)
    expect(sitemap.html).not.toContain('/de/')
    expect((await request('/blog/feed.xml')).html).toContain('xml:lang="de"')
    expect(JSON.parse((await request('/site.webmanifest')).html)).toMatchObject({ lang: 'de' })
    await world.set({ defaultLanguage: 'fr' })
    const changed = await request('/sitemap.xml')
    expect(changed.html).toContain(`<loc>${world.app.origin}/de/help</loc>`)
    expect(changed.html).not.toContain('/fr/')
    expect(JSON.parse((await request('/site.webmanifest')).html)).toMatchObject({ lang: 'fr' })
  })

  test('S50: the back office and its sign-in stay English', async () => {
    for (const path of ['/admin/login', '/admin', '/admin/settings']) {
      const browser = path === '/admin/login' ? createBrowser(world.app) : world.browser
      const html = await browser.html(path)
      expect(select(elementsOf(html), 'html')[0]?.attributes.lang).toBe('en')
    }
  })

  test('S50: emails to claimants and subscribers lead to addresses as they are now', async () => {
    await world.set({ smtpHost: '127.0.0.1', smtpPort: 9 })
    const insert = `insert into subscribers (email, language, source, status, unsubscribe_token, created_at)
       values (?, ?, '/', 'unconfirmed', ?, 1)`
    for (const language of ['de', 'en'])
      await world.db.run(insert, `${language}@a.example`, language, language)
    await world.browser.post('/admin/system', { intent: 'run-job', job: 'newsletter-requests' })
    await expect
      .poll(async () =>
        (await queuedMails(world.db, world.app)).filter(({ recipient }) =>
          /@a\.ex/.test(recipient),
        ),
      )
      .toHaveLength(2)
    const texts = new Map(
      (await queuedMails(world.db, world.app)).map((mail) => [mail.recipient, mail.text]),
    )
    expect(texts.get('de@a.example')).toContain(`${world.app.origin}/newsletter/confirm/`)
    expect(texts.get('en@a.example')).toContain(`${world.app.origin}/en/newsletter/confirm/`)
  })
})
