// @module-tag process
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { neutralPath } from '#app/i18n/local-path.ts'
import { documentPages, interfacePages } from '#app/i18n/public-pages.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { circle } from '#tests/support/circles.ts'
import { crawl } from '#tests/support/crawl.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { textFile, writtenIn } from '#tests/support/written-in.ts'
import { childrenOf, parseXml, textOf } from './xml.ts'

const slugs = readdirSync('pages-content/blog')
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace(/\.html$/, ''))

let app: AppServer
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => discardApp(app))

const get = (target: string, init: RequestInit = {}) => fetch(app.origin + target, init)

/** A request whose path is sent as it is, without what clients put right. */
function raw(target: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.origin)
    const request = httpRequest({ hostname, port, path: target })
    request.on('error', reject).on('response', async (response) => {
      const body = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode ?? 0, body })
    })
    request.end()
  })
}

describe('The blog', () => {
  /** The slugs that a listing links to, each once. */
  async function listed(target: string): Promise<string[]> {
    const html = await (await get(target)).text()
    const links = select(elementsOf(html), 'a').map(({ attributes }) => attributes.href ?? '')
    return [...new Set(links.map((href) => /\/blog\/([^/?.]+)$/.exec(href)?.[1] ?? ''))].filter(
      Boolean,
    )
  }

  test('lists every document of its folder, and nothing else', async () => {
    expect((await listed('/blog')).sort()).toEqual([...slugs].sort())
    expect((await listed('/pt/blog')).sort()).toEqual([...slugs].sort())
  })

  test('has a link for each category, which shows the articles of it and is marked', async () => {
    const seen: string[] = []
    for (const category of ['Guide', 'Tutorial', 'Trends', 'Tips']) {
      const html = await (await get(`/blog?category=${category}`)).text()
      const current = select(elementsOf(html), 'a', { 'aria-current': 'page' })
      // The first is the header's.
      expect(current.map(({ text }) => text)).toEqual(['Blog', category])
      const found = await listed(`/blog?category=${category}`)
      expect(found).not.toHaveLength(0)
      for (const slug of found) {
        const source = readFileSync(`pages-content/blog/${slug}.html`, 'utf8')
        expect(source).toContain(`name="cleanclip:category" content="${category}"`)
      }
      seen.push(...found)
    }
    expect(seen.sort()).toEqual([...slugs].sort())
    expect(await listed('/blog?category=Nonsense')).toHaveLength(slugs.length)
  })

  test('shows how long reading takes, and no view counts before there are any', async () => {
    const html = await (await get('/blog')).text()
    expect(html.match(/\d+ min read/g)).toHaveLength(slugs.length)
    expect(html).not.toMatch(/\d views?</)
    expect(html).toContain('id="newsletter"')
  })

  test.each(slugs)('%s can be read, and leads on', async (slug) => {
    const response = await get(`/blog/${slug}`)
    const elements = elementsOf(await response.text())
    expect(response.status).toBe(200)
    expect(select(elements, 'h1')).toHaveLength(1)
    expect(select(elements, 'meta', { property: 'og:type' })[0]?.attributes.content).toBe('article')
    const crumbs = select(elements, 'ol')[0]?.text
    const title = select(elements, 'title')[0]?.text ?? ''
    expect(crumbs).toContain(title)
    expect(select(elements, 'h3').filter(({ text }) => text !== '').length).toBeGreaterThanOrEqual(
      3,
    )
    const graph = select(elements, 'script', { type: 'application/ld+json' }).flatMap(
      ({ text }) => JSON.parse(text)['@graph'],
    )
    const [posting, list] = graph
    expect(posting).toMatchObject({
      '@type': 'BlogPosting',
      headline: title,
      mainEntityOfPage: `${app.origin}/blog/${slug}`,
      datePublished: expect.stringMatching(/^\d{4}-/),
      dateModified: expect.stringMatching(/^\d{4}-/),
      image: `${app.origin}/blog-cards/${slug}.png`,
      author: { name: expect.any(String) },
      publisher: { name: 'Cleanclip' },
    })
    expect(list.itemListElement.map((item: { item: string }) => item.item)).toEqual([
      `${app.origin}/`,
      `${app.origin}/blog`,
      `${app.origin}/blog/${slug}`,
    ])
  })

  test('its feed is well-formed Atom with every article whole and no relative link', async () => {
    const response = await get('/blog/feed.xml')
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const feed = parseXml(await response.text())
    expect(feed.name).toBe('feed')
    expect(feed.attributes.xmlns).toBe('http://www.w3.org/2005/Atom')
    for (const name of ['id', 'title', 'updated']) expect(textOf(feed, name)).toBeTruthy()
    const entries = childrenOf(feed, 'entry')
    expect(entries).toHaveLength(Math.min(20, slugs.length))
    expect(new Set(entries.map((entry) => textOf(entry, 'id'))).size).toBe(entries.length)
    for (const entry of entries) {
      expect(childrenOf(entry, 'link')[0]?.attributes.href).toMatch(`${app.origin}/blog/`)
      const slug = childrenOf(entry, 'link')[0]?.attributes.href?.split('/').at(-1) ?? ''
      const source = readFileSync(`pages-content/blog/${slug}.html`, 'utf8')
      const [changed] = [
        ...source.matchAll(/article:(?:modified|published)_time" content="([^"]+)/g),
      ]
        .map(([, date]) => date)
        .sort()
        .reverse()
      expect([slug, textOf(entry, 'updated')?.slice(0, 10)]).toEqual([slug, changed?.slice(0, 10)])
      const content = elementsOf(textOf(entry, 'content') ?? '')
      expect(select(content, 'h1')).toHaveLength(1)
      for (const { attributes } of content) {
        for (const href of [attributes.href, attributes.src]) {
          if (href !== undefined) expect(href).toMatch(/^(https?:|mailto:)/)
        }
      }
    }
    const days = entries.map((entry) => textOf(entry, 'published') ?? '')
    expect(days).toEqual([...days].sort().reverse())
  })
})

describe('Documents themselves', () => {
  test.each(['help', 'privacy', `blog/${slugs[0]}`, 'es/help'])(
    '/pages/%s.html is the file, which a cache may ask for again',
    async (name) => {
      const response = await get(`/pages/${name}.html`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
      expect(await response.text()).toBe(readFileSync(`pages-content/${name}.html`, 'utf8'))
      const etag = response.headers.get('etag') ?? ''
      const again = await get(`/pages/${name}.html`, { headers: { 'If-None-Match': etag } })
      expect(again.status).toBe(304)
      const since = response.headers.get('last-modified') ?? ''
      const later = await get(`/pages/${name}.html`, { headers: { 'If-Modified-Since': since } })
      expect(later.status).toBe(304)
    },
  )

  test.each(['nothing.html', 'help', 'help.htm', 'blog', '.html'])(
    '/pages/%s is not there',
    async (name) => {
      expect((await raw(`/pages/${name}`)).status).toBe(404)
    },
  )

  test('whatever a path is made of, nothing outside the folder is sent', async () => {
    const part = fc.constantFrom(
      ...['..', '.', '/', '%2e%2e', '%2E', '%2f', '%5c', '\\', '%00', '%252e%252e%252f', '//'],
      ...['package.json', 'help', '.html', 'pages-content', 'app', 'blog', 'data', 'etc/passwd'],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 7 }), async (parts) => {
        const { status, body } = await raw(`/pages/${parts.join('')}`)
        expect([200, 304, 308, 400, 404]).toContain(status)
        expect(body).not.toMatch(/root:x:|"dependencies"|SESSION_SECRET/)
        if (status === 200) expect(body).toMatch(/page-content|<main/)
      }),
      { numRuns: cases(150) },
    )
  })
})

describe('What search engines and phones read', () => {
  test('the sitemap names every page in the languages of its text: none is offered twice', async () => {
    const response = await get('/sitemap.xml')
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const urls = childrenOf(parseXml(await response.text()), 'url')
    const paths = [
      ...interfacePages,
      ...documentPages.map((name) => `/${name}`),
      ...slugs.map((slug) => `/blog/${slug}`),
    ]
    const languageOf = (address: string) =>
      /^\/(\w\w)(?:\/|$)/.exec(new URL(address).pathname)?.[1] ?? 'en'
    const local = (page: string, code: string) =>
      app.origin + (code === 'en' ? page : `/${code}${page === '/' ? '' : page}`)
    const expected = paths.flatMap((page) => writtenIn(page).map((code) => local(page, code)))
    expect(urls.map((url) => textOf(url, 'loc')).sort()).toEqual(expected.sort())
    for (const url of urls) {
      const address = textOf(url, 'loc') ?? ''
      const page = neutralPath(new URL(address).pathname)
      const versions = childrenOf(url, 'xhtml:link').map(({ attributes }) => attributes)
      expect(versions.map(({ hreflang }) => hreflang)).toEqual([...writtenIn(page), 'x-default'])
      expect(versions.map(({ href }) => href)).toContain(address)
      // A date that each deploy renews tells search engines that everything changed.
      const file = textFile(page, languageOf(address))
      const html = existsSync(file) ? readFileSync(file, 'utf8') : ''
      const stated =
        /"(?:article:modified_time|dcterms.modified)" content="([^"]+)/.exec(html) ??
        /"article:published_time" content="([^"]+)/.exec(html)
      const day = stated?.[1]?.slice(0, 10)
      expect([page, textOf(url, 'lastmod')?.slice(0, 10)]).toEqual([page, day])
      expect(day === undefined).toBe(html === '')
    }
  })

  test('robots stay out of the back office and of links to files, and find the sitemap', async () => {
    const response = await get('/robots.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = (await response.text()).split('\n')
    for (const closed of ['/admin', '/save/', '/prepare/', '/cover/']) {
      expect(lines).toContain(`Disallow: ${closed}`)
    }
    expect(lines).toContain(`Sitemap: ${app.origin}/sitemap.xml`)
  })

  test('no page has a link, an anchor or a file that leads to nothing', async () => {
    const sitemap = parseXml(await (await get('/sitemap.xml')).text())
    const starts = childrenOf(sitemap, 'url').map((url) => textOf(url, 'loc') ?? '')
    const listed = new Set(starts)
    const { broken } = await crawl(starts, {
      // Compressing them would take the app longer than rendering them.
      get: (page) => fetch(page, { headers: { 'Accept-Encoding': 'identity' } }),
      // English texts in other languages' frames: in the gate, in one of those.
      follows: (page) =>
        circle !== 'gate' || listed.has(page) || !/^\/(?:fr|de|pt)\//.test(new URL(page).pathname),
    })
    expect(broken).toEqual([])
  })
})
