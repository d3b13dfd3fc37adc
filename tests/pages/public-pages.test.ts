// @module-tag process
import { existsSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { documentPages, interfacePages } from '#app/i18n/public-pages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { siteCardPath } from '#app/ui/site/head/site-card.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { elementsOf, type HtmlElement, select } from '#tests/support/html.ts'
import { markupFaults } from '#tests/support/markup-faults.ts'
import { writtenIn } from '#tests/support/written-in.ts'

const contact = 'operator@example.org'
/** As long as a site name may be, and as bad. */
const hostileName = '</script><img src=x onerror=alert(1)>\u2028&"'

const en = catalogue('en')
let app: AppServer
/** The same site after its operator has set a name and an address. */
let named: AppServer

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
  named = await startAppWith({ siteName: hostileName, contactAddress: contact })
})
afterAll(async () => {
  await discardApp(app)
  await discardApp(named)
})

type Page = { status: number; headers: Headers; html: string; elements: HtmlElement[] }

async function open(target: string, headers: Record<string, string> = {}, at = app): Promise<Page> {
  const response = await fetch(at.origin + target, { headers, redirect: 'manual' })
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, elements: elementsOf(html) }
}

function attribute(
  page: Page,
  tag: string,
  given: Record<string, string>,
  name: string,
): string | null {
  return select(page.elements, tag, given)[0]?.attributes[name] ?? null
}

function text(page: Page, tag: string, given: Record<string, string> = {}): string | null {
  return select(page.elements, tag, given)[0]?.text ?? null
}

/** Everything that JSON-LD says about a page. */
function things(page: Page): Record<string, unknown>[] {
  return select(page.elements, 'script', { type: 'application/ld+json' }).flatMap(
    (script) => JSON.parse(script.text)['@graph'],
  )
}

function documentFile(name: string, language: string): string | null {
  const translated = `pages-content/${language}/${name}.html`
  return language !== 'en' && existsSync(translated) ? translated : null
}

const local = (page: string, language: string) =>
  language === 'en' ? page : `/${language}${page === '/' ? '' : page}`

describe.each(languages)('Every page in %s', (language) => {
  test.each([...interfacePages, ...documentPages.map((name) => `/${name}`)])('%s', async (name) => {
    const address = local(name, language)
    const page = await open(address)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-language')).toBe(language)
    expect(page.headers.get('vary')).toContain('Accept-Language')
    const versions = writtenIn(name)
    expect(attribute(page, 'html', {}, 'lang')).toBe(versions.includes(language) ? language : 'en')
    expect(attribute(page, 'body', {}, 'lang')).toBe(language)
    expect(markupFaults(page.html)).toEqual([])
    expect(select(page.elements, 'h1')).toHaveLength(1)
    expect(select(page.elements, 'title')).toHaveLength(1)
    const title = text(page, 'title') ?? ''
    expect(title.length).toBeGreaterThan(3)
    const description = attribute(page, 'meta', { name: 'description' }, 'content') ?? ''
    expect(description.length).toBeGreaterThan(50)
    const own = versions.includes(language) ? address : name
    expect(attribute(page, 'link', { rel: 'canonical' }, 'href')).toBe(app.origin + own)
    const alternates = select(page.elements, 'link', { rel: 'alternate' })
      .filter(({ attributes }) => attributes.hreflang !== undefined)
      .map(({ attributes }) => [attributes.hreflang, attributes.href])
    expect(Object.fromEntries(alternates)).toEqual({
      ...Object.fromEntries(versions.map((code) => [code, app.origin + local(name, code)])),
      'x-default': app.origin + name,
    })
    expect(attribute(page, 'meta', { property: 'og:url' }, 'content')).toBe(app.origin + own)
    expect(attribute(page, 'meta', { property: 'og:image' }, 'content')).toBe(
      `${app.origin}${siteCardPath(versions.includes(language) ? language : 'en')}`,
    )
    expect(attribute(page, 'meta', { property: 'og:description' }, 'content')).toBeTruthy()
    expect(attribute(page, 'meta', { name: 'twitter:card' }, 'content')).toBe('summary_large_image')
    expect(attribute(page, 'link', { rel: 'manifest' }, 'href')).toBe('/site.webmanifest')
  })
})

describe('A static page', () => {
  test.each(documentPages)('/%s is its document, with its title and meta tags', async (name) => {
    const page = await open(`/${name}`)
    const source = elementsOf(readFileSync(`pages-content/${name}.html`, 'utf8'))
    expect(text(page, 'title')).toBe(select(source, 'title')[0]?.text)
    expect(text(page, 'h1')).toBe(select(source, 'h1')[0]?.text)
    for (const { attributes } of select(source, 'meta')) {
      const { name: own, property, content = '' } = attributes
      if (own === 'viewport' || (own === undefined && property === undefined)) continue
      const key: Record<string, string> =
        property === undefined ? { name: own ?? '' } : { property }
      expect(attribute(page, 'meta', key, 'content')).toBe(content)
    }
    const headings = select(source, 'h2').map((heading) => heading.text)
    const shown = select(page.elements, 'h2').map((heading) => heading.text)
    expect(shown).toEqual(expect.arrayContaining(headings))
  })

  test('an article that isn’t translated has its title in its own language, and the frame in the page’s', async () => {
    const page = await open('/de/blog/mp4-h264-hevc-explained')
    expect(attribute(page, 'html', {}, 'lang')).toBe('en')
    expect(attribute(page, 'body', {}, 'lang')).toBe('de')
    expect(attribute(page, 'meta', { property: 'og:locale' }, 'content')).toBe('en_US')
    expect(page.headers.get('content-language')).toBe('de')
    expect(markupFaults(page.html)).toEqual([])
  })

  test.each(documentPages)('/es/%s is translated, or says that it is not', async (name) => {
    const page = await open(`/es/${name}`)
    const file = documentFile(name, 'es') ?? `pages-content/${name}.html`
    const translated = file.includes('/es/')
    const source = elementsOf(readFileSync(file, 'utf8'))
    expect(text(page, 'h1')).toBe(select(source, 'h1')[0]?.text)
    const content = page.elements.find(({ attributes }) =>
      attributes.class?.startsWith('page-content'),
    )
    expect(content?.attributes.lang ?? null).toBe(translated ? null : 'en')
    const said = select(page.elements, 'p').map((item) => item.text)
    expect(said.includes(catalogue('es').pages.onlyEnglish)).toBe(!translated)
    const inside = page.html.slice(page.html.indexOf('page-content'), page.html.indexOf('</main>'))
    const links = [...inside.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href)
    for (const href of links) expect(href).toMatch(/^\/es([/?#]|$)/)
  })

  test('/download has a downloader of its own that works without JavaScript', async () => {
    const page = await open('/download')
    const form = select(page.elements, 'form').find(
      ({ attributes }) => attributes.action === '/download#downloader',
    )
    expect(form?.attributes.method).toBe('post')
    expect(attribute(page, 'input', { name: 'url' }, 'type')).toBe('url')
  })

  test('the bookmarklet opens this site with the link to the current page', async () => {
    const page = await open('/de/tiktok-downloader-chrome-extension')
    const link = select(page.elements, 'a').find(({ attributes }) =>
      attributes.href?.startsWith('javascript:'),
    )
    const code = (link?.attributes.href ?? '').slice('javascript:'.length)
    expect(text(page, 'textarea')).toBe(`javascript:${code}`)
    const opened: string[] = []
    const run = new Function('open', 'location', code)
    run((address: string) => opened.push(address), {
      href: 'https://www.tiktok.com/@a/video/1?x=&',
    })
    expect(opened).toEqual([
      `${app.origin}/de?url=https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F1%3Fx%3D%26`,
    ])
  })

  test('the contact page has a form, and the operator’s address if there is one', async () => {
    expect((await open('/contact')).html).toContain(en.contact.form.heading)
    expect((await open('/contact', {}, named)).html).toContain(`mailto:${contact}`)
  })
})

describe('An address without a page', () => {
  test.each(['/blog/no-such-article', '/es/blog/no-such-article', '/blog/UPPER', '/blog/a%20b'])(
    '%s answers 404 with the text for it',
    async (address) => {
      const page = await open(address)
      expect(page.status).toBe(404)
      const language = address.startsWith('/es/') ? 'es' : 'en'
      expect(page.html).toContain(catalogue(language).pages.problem)
      expect(select(page.elements, 'header')).not.toHaveLength(0)
      expect(attribute(page, 'meta', { name: 'robots' }, 'content')).toBe('noindex')
    },
  )

  test.each(['/nothing', '/nothing/at/all', '/xx/help', '/help/more'])(
    '%s answers 404 with a way home',
    async (address) => {
      const page = await open(address)
      expect(page.status).toBe(404)
      expect(text(page, 'title')).toBe('Page not found · Cleanclip')
      expect(text(page, 'h1')).toBe('Page not found')
      expect(page.elements.map((element) => element.text)).toContain(
        "The page you're looking for doesn't exist or has been moved.",
      )
      expect(select(page.elements, 'a').map((link) => link.text)).toContain('Back to Home')
      expect(select(page.elements, 'header')).not.toHaveLength(0)
    },
  )
})

describe('What search engines and other programs get', () => {
  test('S31: a forged Host changes none of a page’s addresses', async () => {
    const html = await new Promise<string>((resolve, reject) => {
      const request = httpRequest(`${app.origin}/es/help`, { headers: { Host: 'evil.example' } })
      request.on('error', reject).on('response', async (response) => {
        resolve(Buffer.concat(await response.toArray()).toString())
      })
      request.end()
    })
    expect(html).toContain(`${app.origin}/es/help`)
    expect(html).not.toContain('evil.example')
  })

  test('JSON-LD of the home page names the site, the tool and its questions', async () => {
    const page = await open('/fr')
    const found = Object.fromEntries(things(page).map((thing) => [thing['@type'], thing]))
    expect(Object.keys(found).sort()).toEqual(['FAQPage', 'WebApplication', 'WebSite'])
    expect(found.WebSite).toMatchObject({ name: 'Cleanclip', url: `${app.origin}/fr` })
    expect(found.WebApplication).toMatchObject({
      name: 'Cleanclip',
      applicationCategory: 'MultimediaApplication',
      offers: { price: '0', priceCurrency: expect.any(String) },
    })
    const questions = select(page.elements, 'summary')
      .map((summary) => summary.text)
      .filter((question) => question !== '')
    expect(questions).not.toHaveLength(0)
    expect(found.FAQPage?.mainEntity).toEqual(
      questions.map((name) => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text: expect.any(String) },
      })),
    )
  })

  test('S36: a hostile name of the site stays text, in every place that has it', async () => {
    for (const address of ['/', '/blog', '/tiktok-downloader-chrome-extension', '/nothing/here']) {
      const page = await open(address, {}, named)
      expect(select(page.elements, 'img', { src: 'x' })).toEqual([])
      expect(page.elements.some(({ attributes }) => 'onerror' in attributes)).toBe(false)
    }
    const site = things(await open('/', {}, named)).find((thing) => thing['@type'] === 'WebSite')
    expect(site?.name).toBe(hostileName)
    for (const feed of ['/blog/feed.xml', '/status/feed.xml']) {
      const { html } = await open(feed, {}, named)
      expect(html).toContain('&lt;img')
      expect(html).not.toContain('<img')
    }
  })
})

describe('A visitor whose browser asks for another language', () => {
  const hint = (page: Page) => select(page.elements, 'aside')[0]
  const german = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' }

  test('is offered that version in it, and is never sent there', async () => {
    const page = await open('/help?x=1', german)
    expect(page.status).toBe(200)
    expect(attribute(page, 'html', {}, 'lang')).toBe('en')
    expect(hint(page)?.attributes.lang).toBe('de')
    expect(page.html).toContain('href="/de/help?x=1"')
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('can put the line away by a plain link, and does not see it again on other pages', async () => {
    const inside = { ...german, 'Sec-Fetch-Site': 'same-origin' }
    expect(hint(await open('/help', inside))).toBeUndefined()
    expect(hint(await open('/blog', { ...german, Referer: `${app.origin}/help` }))).toBeUndefined()
    expect(hint(await open('/blog', { ...german, Referer: 'https://a.example/' }))).toBeDefined()
  })

  test('sees none where it has no use: on their own page, on a result, on an error', async () => {
    expect(hint(await open('/de/help', german))).toBeUndefined()
    expect(hint(await open('/?url=nonsense', german))).toBeUndefined()
    expect(hint(await open('/nothing/here', german))).toBeUndefined()
    expect(hint(await open('/help'))).toBeUndefined()
  })
})

test('a link that an Android app shares is looked up, wherever the app puts it', async () => {
  const link = 'https://www.tiktok.com/@someone/video/7301234567890123456'
  const inText = new URLSearchParams({ title: 'A clip', text: `Look at this: ${link} !`, url: '' })
  const inUrl = new URLSearchParams({ url: link })
  for (const query of [inText, inUrl]) {
    const shared = await open(`/?${query}`)
    const address = shared.headers.get('location') ?? ''
    expect([shared.status, address]).toEqual([303, '/?post=7301234567890123456#downloader'])
    expect((await open(address)).html).toContain(en.result.downloadNow)
  }
})
