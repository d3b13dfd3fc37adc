// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, plural } from '#app/i18n/catalogue.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { isPublicPage } from '#app/i18n/public-pages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { defaultSettings } from '#tests/support/default-settings.ts'
import { elementsOf, type HtmlElement, select } from '#tests/support/html.ts'
import { type LiveApp, prepareLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { writtenIn } from '#tests/support/written-in.ts'

let app: LiveApp

beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => app.close())

type Page = { status: number; headers: Headers; html: string; elements: HtmlElement[] }

async function request(path: string, init?: RequestInit): Promise<Page> {
  const response = await fetch(app.origin + path, { redirect: 'manual', ...init })
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, elements: elementsOf(html) }
}

const home = (language: Language) => localPath('/', language, 'en')

/** What a plain form shows in the end: a problem in place, or the result that it leads on to. */
function lookUpIn(language: Language, link: string): Promise<Page> {
  const body = new URLSearchParams({ url: link })
  return request(home(language), { method: 'POST', body, redirect: 'follow' })
}

function langOf(page: Page): string | undefined {
  return select(page.elements, 'html')[0]?.attributes.lang
}

/** What the page says, as one line; white space of every kind is a space. */
function said(page: Page): string {
  return select(page.elements, 'body')[0]?.text ?? ''
}

const spoken = (text: string) => text.replace(/\s+/g, ' ')

function switcher(page: Page): HtmlElement[] {
  return select(page.elements, 'a').filter(({ attributes }) => attributes.hreflang !== undefined)
}

describe.each(languages)('A visitor who reads %s', (language) => {
  const t = catalogue(language)

  test('has a home page in it, whose links to pages all stay in it', async () => {
    const page = await request(home(language))
    expect(page.status).toBe(200)
    expect(langOf(page)).toBe(language)
    expect(page.headers.get('content-language')).toBe(language)
    expect(select(page.elements, 'title')[0]?.text).toBe(`${t.home.title} · Cleanclip`)
    expect(select(page.elements, 'h1')[0]?.text).toBe(t.home.headline.join(' '))
    expect(select(page.elements, 'form')[0]?.attributes.action).toBe(`${home(language)}#downloader`)
    const others = new Set(switcher(page))
    for (const link of select(page.elements, 'a')) {
      const { href = '' } = link.attributes
      if (!href.startsWith('/') || others.has(link)) continue
      const path = href.replace(/[?#].*/, '')
      expect([href, isPublicPage(neutralPath(path))]).toEqual([href, true])
      expect(path).toBe(localPath(neutralPath(path), language, 'en'))
    }
  })

  test('reads in it why a look-up failed, and what to do', async () => {
    const cases: [link: string, status: number, texts: string[]][] = [
      ['  ', 400, [t.errors.empty, t.hints.copyLink]],
      ['https://faketiktok.example/video/1', 400, [t.errors.invalid, t.hints.copyLink]],
      ['https://www.tiktok.com/@tester', 400, [t.errors.invalid, t.hints.profile]],
      [posts.parsingFailed.url, 404, [t.errors.failed, t.hints.notFound]],
    ]
    for (const [link, status, texts] of cases) {
      const page = await lookUpIn(language, link)
      expect([link, page.status, langOf(page)]).toEqual([link, status, language])
      const alert = select(page.elements, 'div', { role: 'alert' })[0]?.text ?? ''
      for (const text of texts) expect(alert).toContain(spoken(text))
    }
  })

  test('reads the result, its size and the countdown in it', async () => {
    const page = await lookUpIn(language, posts.hd.url)
    expect(page.status).toBe(200)
    expect(said(page)).toContain(spoken(t.result.downloadNow))
    const bytes = app.media.files.get('hd.mp4')?.size ?? 0
    expect(said(page)).toContain(spoken(`HD · ${formatBytes(bytes, language)}`))
    const prepareHref = await prepareLinkIn(app, page.html)
    expect(prepareHref.startsWith(localPath('/prepare/', language, 'en'))).toBe(true)
    const prepare = await request(prepareHref)
    expect(langOf(prepare)).toBe(language)
    expect(said(prepare)).toContain(spoken(t.prepare.title))
    expect(said(prepare)).toContain(
      spoken(plural(t.prepare.countdown, defaultSettings.countdownSeconds, language)),
    )
  })

  test('reads in it why there is no file', async () => {
    const page = await request(localPath(`/save/${posts.video.postId}/mp4`, language, 'en'))
    expect([page.status, langOf(page)]).toEqual([403, language])
    expect(said(page)).toContain(spoken(t.saveProblem.invalidTitle))
    expect(said(page)).toContain(spoken(t.saveProblem.invalid))
  })

  test('reads the dates and the sort of English articles in it', async () => {
    const page = await request(localPath('/blog', language, 'en'))
    const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
    const times = select(page.elements, 'time')
    expect(times.length).toBeGreaterThan(7)
    for (const { text, attributes } of times) {
      expect(text).toBe(spoken(dates.format(new Date(attributes.datetime ?? ''))))
    }
    expect(said(page)).toContain(t.blog.categories.Tips)
    const marked = select(page.elements, 'h2', { lang: 'en' })
    expect(marked.length > 0).toBe(language !== 'en')
    expect(said(page).includes(t.blog.onlyEnglish)).toBe(language !== 'en')
  })

  test('reads in it that an address has no page, with a way to their home page', async () => {
    for (const path of ['/no-such-page', '/no/such/page']) {
      const page = await request(language === 'en' ? path : `/${language}${path}`)
      expect([page.status, langOf(page)]).toEqual([404, language])
      expect(page.headers.get('content-language')).toBe(language)
      expect(select(page.elements, 'h1')[0]?.text).toBe(t.notFound.title)
      const back = select(page.elements, 'a').find(({ text }) => text === t.notFound.back)
      expect(back?.attributes.href).toBe(home(language))
      const [spanish] = switcher(page).filter(({ attributes }) => attributes.hreflang === 'es')
      expect(spanish?.attributes.href).toBe('/es')
    }
  })

  test('finds no English text of the interface on a page that is translated', async () => {
    if (language === 'en') return
    const foreign = (node: unknown, own: unknown): string[] => {
      if (typeof node === 'string') return node === own || node.length < 12 ? [] : [node]
      if (typeof node !== 'object' || node === null) return []
      return Object.entries(node).flatMap(([key, value]) =>
        foreign(value, (own as Record<string, unknown> | undefined)?.[key]),
      )
    }
    const english = foreign(catalogue('en'), t)
    expect(english.length).toBeGreaterThan(100)
    for (const path of ['/', '/help', '/download', '/tiktok-downloader-pc', '/newsletter']) {
      const page = await request(localPath(path, language, 'en'))
      const whole = said(page)
      expect(english.filter((text) => whole.includes(text))).toEqual([])
    }
  })
})

describe('The versions of a page', () => {
  const pages = ['/', '/help', '/privacy', '/statistics', '/blog', '/blog/captions-for-short-video']

  test.each(pages)('of %s name each other, and each is there', async (path) => {
    const named = []
    for (const language of languages) {
      const page = await request(localPath(path, language, 'en'))
      const alternates = select(page.elements, 'link', { rel: 'alternate' }).flatMap(
        ({ attributes: { hreflang, href } }) => (hreflang === undefined ? [] : [[hreflang, href]]),
      )
      const canonical = select(page.elements, 'link', { rel: 'canonical' })[0]?.attributes.href
      const own = writtenIn(path).includes(language) ? language : 'en'
      expect([page.status, langOf(page)]).toEqual([200, own])
      expect(select(page.elements, 'body')[0]?.attributes.lang).toBe(language)
      expect(Object.fromEntries(alternates)[own]).toBe(canonical)
      named.push(alternates)
    }
    for (const alternates of named) expect(alternates).toEqual(named[0])
  })

  test.each([
    '/es/resources?category=audio',
    '/blog?category=Tips',
    '/de',
    '/fr',
    '/pt/help',
    '/es/backlink-builder?siteName=A%26B&siteAddress=https%3A%2F%2Fa.example&yourName=',
    '/de/newsletter',
  ])('of %s are a plain link away, with what was chosen on it', async (address) => {
    const page = await request(address)
    const url = new URL(address, app.origin)
    const links = switcher(page)
    // In the header and in the footer.
    expect(links.map(({ attributes }) => attributes.hreflang)).toEqual([...languages, ...languages])
    const hrefs = new Set<string>()
    for (const { text, attributes } of links) {
      const { hreflang = '', lang, href = '' } = attributes
      expect(lang).toBe(hreflang)
      expect(text).not.toBe('')
      expect(attributes['aria-current']).toBe(hreflang === langOf(page) ? 'true' : undefined)
      const target = new URL(href, app.origin)
      expect(target.search).toBe(url.search)
      expect(neutralPath(target.pathname)).toBe(neutralPath(url.pathname))
      if (hrefs.has(href)) continue
      hrefs.add(href)
      const version = await request(href)
      expect([version.status, langOf(version)]).toEqual([200, hreflang])
    }
  })

  test('of a countdown keep its signed link, so that no one starts again', async () => {
    const found = await lookUpIn('es', fakePost('video', 1).url)
    const prepareHref = await prepareLinkIn(app, found.html)
    const page = await request(prepareHref)
    const german = switcher(page).find(({ attributes }) => attributes.hreflang === 'de')
    const version = await request(german?.attributes.href ?? '')
    expect(version.status).toBe(200)
    expect(said(version)).toContain(catalogue('de').prepare.title)
  })
})

test.each(['/xx', '/xx/HELP', '/pt-BR/help', '/es/es', '/es/en', '/Nothing/', '/de/ADMIN/users'])(
  '%s is no page: each language has one address',
  async (path) => {
    expect((await request(path)).status).toBe(404)
  },
)

test.each([
  ['/HELP', '/help'],
  ['/Blog?utm_source=X&q=A/', '/blog?utm_source=X&q=A/'],
  ['/DE/help', '/de/help'],
  ['/Es', '/es'],
  ['/es/', '/es'],
  ['/En/Help/', '/en/help'],
  ['/en/HELP', '/en/help'],
  ['/en/Blog/?utm_source=x', '/en/blog?utm_source=x'],
  ['/help/', '/help'],
  ['/Blog/Feed.xml', '/blog/feed.xml'],
  ['/Status/FEED.XML', '/status/feed.xml'],
  ['/SITEMAP.XML', '/sitemap.xml'],
  ['/Robots.txt', '/robots.txt'],
  ['/Site.Webmanifest/', '/site.webmanifest'],
  ['/Health', '/health'],
  ['/Offline', '/offline'],
  ['/API/V1/Status', '/api/v1/status'],
  ['/api/V1/openapi.JSON', '/api/v1/openapi.json'],
  ['/Pages/help.html', '/pages/help.html'],
  ['/Blog/An-Article', '/blog/An-Article'],
  ['/De/Newsletter/Confirm/Ab%C3%A9-C_', '/de/newsletter/confirm/Ab%C3%A9-C_'],
  ['/Dmca/Status/aBc', '/dmca/status/aBc'],
  ['/Prepare/1/MP4?t=Aa', '/prepare/1/MP4?t=Aa'],
  ['/Cover/X:1', '/cover/X:1'],
  ['/.Well-Known/Change-Password', '/.well-known/change-password'],
  ['/Admin/', '/admin'],
  ['/ADMIN/Users/5', '/admin/users/5'],
  ['/Admin/Backlinks/Templates/', '/admin/backlinks/templates'],
])('%s is no page of its own: it leads to %s for good', async (path, to) => {
  for (const method of ['GET', 'HEAD']) {
    const page = await request(path, { method })
    expect([page.status, page.headers.get('location')]).toEqual([308, to])
  }
})

test('a form sent to an address in capitals reaches no page, and the API says so in JSON', async () => {
  const page = await request('/Newsletter', { method: 'POST', body: new URLSearchParams() })
  expect(page.status).toBe(404)
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
  const answer = await request('/API/v1/lookups', init)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
})

test.each([
  ['/en', '/'],
  ['/en/', '/'],
  ['/en/help', '/help'],
  ['/en/blog?category=Tips', '/blog?category=Tips'],
  ['/en/blog?utm_source=x&gclid=1', '/blog?utm_source=x&gclid=1'],
])('%s leads to the page without the prefix, on this site and not for good', async (path, to) => {
  const page = await request(path)
  expect([page.status, page.headers.get('location')]).toEqual([307, to])
})

test.each(['/en//evil.example/x', '/en/\\evil.example'])(
  'S30: %s leads nowhere, least of all to another host',
  async (path) => {
    const page = await request(path)
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
  },
)

test('a visitor at an address of no language gets the default one', async () => {
  const page = await request('/xx/help')
  expect(langOf(page)).toBe('en')
  expect(page.headers.get('content-language')).toBe('en')
  expect(
    switcher(page)
      .slice(languages.length)
      .map(({ attributes }) => attributes.href),
  ).toEqual(languages.map(home))
})
