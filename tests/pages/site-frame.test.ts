// @module-tag process
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'

let app: LiveApp
beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'info' })
})
afterAll(() => app?.close())

const get = (target: string, init: RequestInit = {}) => fetch(app.origin + target, init)

async function open(target: string, init: RequestInit = {}) {
  const response = await get(target, init)
  const html = await response.text()
  return { response, html, elements: elementsOf(html) }
}

const inLanguage = (language: string, page: string) =>
  language === 'en' ? page : `/${language}${page}`

describe('The web app manifest', () => {
  test('makes the site installable, with pictures and icons of the sizes it names', async () => {
    const response = await get('/site.webmanifest')
    expect(response.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = JSON.parse(await response.text())
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Cleanclip',
      start_url: '/',
      display: 'standalone',
      categories: ['utilities', 'photo', 'video'],
      share_target: {
        action: '/share',
        method: 'GET',
        enctype: 'application/x-www-form-urlencoded',
        params: { title: 'title', text: 'text', url: 'url' },
      },
    })
    const factors = manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor)
    expect(factors.sort()).toEqual(['narrow', 'wide'])
    for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
      const picture = await get(src)
      expect(picture.headers.get('content-type')).toBe(type)
      // A PNG's width and height are at a fixed place.
      const bytes = Buffer.from(await picture.arrayBuffer())
      const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
      expect([src, `${width}x${height}`]).toEqual([src, sizes])
      // What browsers take: https://developer.mozilla.org/docs/Web/Progressive_web_apps/Manifest/Reference/screenshots
      if (manifest.icons.some((icon: { src: string }) => icon.src === src)) continue
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(320)
      expect(Math.max(width, height)).toBeLessThanOrEqual(3840)
      expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3)
    }
    expect(manifest.shortcuts).toEqual([
      { name: 'Paste a link', url: '/' },
      { name: 'Several links', url: '/batch' },
    ])
    expect((await get('/batch')).status).toBe(200)
    const card = Buffer.from(await (await get('/social-card.png')).arrayBuffer())
    expect([card.readUInt32BE(16), card.readUInt32BE(20)]).toEqual([1200, 630])
  })
})

describe('The service worker', () => {
  test('S35, S76: is asked for again each time, runs one hashed file, and the policy lets it', async () => {
    const { response, html } = await open('/sw.js')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("worker-src 'self'")
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    const [, file = ''] = /^importScripts\("(\/assets\/[\w.-]+\.js)"\)\n$/.exec(html) ?? []
    const source = readFileSync(path.join('build/client', file), 'utf8')
    expect(source.length).toBeLessThan(3_000)
    // A version of its own for every build, and no React.
    expect(source).toMatch(/offline-[0-9a-f]{16}/)
    const tag = response.headers.get('etag') ?? ''
    expect((await get('/sw.js', { headers: { 'if-none-match': tag } })).status).toBe(304)
  })

  test('is registered by no page for a visitor who saves data', async () => {
    const registering = async (headers: Record<string, string>) =>
      (await open('/help', { headers })).html.includes('/assets/frame-')
    expect([await registering({}), await registering({ 'save-data': 'on' })]).toEqual([true, false])
  })
})

describe('The offline page', () => {
  test.each(languages)('is designed, no one’s own, and in %s', async (language) => {
    const t = catalogue(language)
    const { response, elements, html } = await open(inLanguage(language, '/offline'), {
      headers: { cookie: 'consent=accept', 'accept-language': 'ja' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('content-language')).toBe(language)
    expect(select(elements, 'html')[0]?.attributes.lang).toBe(language)
    expect(select(elements, 'h1').map(({ text }) => text)).toEqual([t.offline.title])
    expect(select(elements, 'a').map(({ text, attributes }) => [text, attributes.href])).toEqual([
      [t.offline.again, ''],
    ])
    const scripts = select(elements, 'script', { type: 'module' })
    expect(scripts.map(({ attributes }) => attributes.src)).toEqual([
      expect.stringMatching(/^\/assets\/come-back-/),
    ])
    expect(select(elements, 'meta', { name: 'robots' })[0]?.attributes.content).toBe('noindex')
    expect(html).not.toContain('stamp')
  })

  test('is there in the site’s languages only, and not in its sitemap', async () => {
    expect((await get('/xx/offline')).status).toBe(404)
    expect(await (await get('/sitemap.xml')).text()).not.toContain('/offline')
  })
})

describe('The share page', () => {
  const share = (fields: Record<string, string>, language = 'en') =>
    open(`${inLanguage(language, '/share')}?${new URLSearchParams(fields)}`)

  test('S17: shows the link that another app shared, and looks nothing up by itself', async () => {
    const before = app.extraction.lookups(posts.video.postId)
    for (const field of ['url', 'text', 'title']) {
      const { response, elements } = await share({ [field]: `Look! ${posts.video.url} #fun` })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('referrer-policy')).toBe('same-origin')
      const link = select(elements, 'input', { name: 'url' })[0]?.attributes.value ?? ''
      expect(link).toContain(posts.video.postId)
      expect(select(elements, 'bdi').map(({ text }) => text)).toEqual([link])
    }
    expect(app.extraction.lookups(posts.video.postId)).toBe(before)
  })

  test.each(languages)('leads to the result in one press in %s', async (language) => {
    const t = catalogue(language)
    const { elements } = await share({ text: posts.video.url }, language)
    const form = select(elements, 'form').find(({ text }) => text.includes(t.share.lookUp))
    expect(form?.attributes).toMatchObject({ method: 'post' })
    const link = select(elements, 'input', { name: 'url' })[0]?.attributes.value ?? ''
    const action = new URL(form?.attributes.action ?? '', app.origin)
    const answer = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams({ url: link }),
      headers: { origin: app.origin },
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('data-result-card')
  })

  test('explains it where a shared text has no link to a post', async () => {
    const t = catalogue('en')
    const cases: [Record<string, string>, string][] = [
      [{}, t.errors.empty],
      [{ text: 'nothing here' }, t.errors.invalid],
      [{ title: 'Ann', text: 'https://www.tiktok.com/@ann' }, t.hints.profile],
      [{ url: 'https://tiktok.com.evil.example/@a/video/7123456789012345678' }, t.errors.invalid],
    ]
    for (const [fields, said] of cases) {
      const { response, elements } = await share(fields)
      expect(response.status).toBe(400)
      expect(select(elements, 'main')[0]?.text).toContain(said)
      expect(select(elements, 'form')).toEqual([])
      expect(select(elements, 'input', { name: 'url' })).toEqual([])
    }
  })

  test('leaves nothing of the link in the log', async () => {
    await share({ text: `${posts.video.url}?secret=hidden-words` })
    await app.said('"/share"')
    expect(app.lines.join('\n')).not.toContain('hidden-words')
    expect(app.lines.join('\n')).not.toContain(posts.video.postId)
  })
})

describe('The search of the help', () => {
  const search = (query: string, language = 'en') =>
    open(`${inLanguage(language, '/help')}?q=${encodeURIComponent(query)}`)
  const answers = ({ elements }: Awaited<ReturnType<typeof open>>) =>
    elements.filter(({ attributes }) => 'data-help-entry' in attributes)
  const status = ({ elements }: Awaited<ReturnType<typeof open>>) =>
    select(elements, 'p', { role: 'status' })[0]?.text

  test('finds in questions and in answers, opens what it finds, and hides the rest', async () => {
    const question = await search('BLACK picture')
    expect(answers(question).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Black picture, but there is sound'),
    )
    expect(answers(question).length).toBeLessThan(4)
    const answer = await search('VLC')
    expect(answers(answer).length).toBeGreaterThan(0)
    for (const { text } of answers(answer)) expect(text).toContain('VLC')
    const sections = select(answer.elements, 'details').filter(
      ({ attributes }) => 'id' in attributes,
    )
    expect(sections.length).toBeGreaterThan(0)
    for (const { attributes } of sections) expect(attributes).toHaveProperty('open')
    expect(status(answer)).toMatch(/^\d+ answers?$/)
    expect(select(answer.elements, 'input', { name: 'q' })[0]?.attributes.value).toBe('VLC')
    expect(select(answer.elements, 'link', { rel: 'canonical' })[0]?.attributes.href).toMatch(
      /\/help$/,
    )
  })

  test('ignores accents and letter case, and shows when there is nothing', async () => {
    expect(answers(await search('VIDEO', 'pt')).length).toBeGreaterThan(0)
    expect(answers(await search('vídeo', 'pt')).length).toBeGreaterThan(0)
    const nothing = await search('xylophone')
    expect(answers(nothing)).toEqual([])
    expect(status(nothing)).toBe(catalogue('en').helpSearch.none)
    expect(nothing.response.status).toBe(200)
  })

  test('S36: shows a hostile query as text, and is bounded', async () => {
    const hostile = await search('"><script>alert(1)</script>')
    expect(hostile.html).not.toContain('<script>alert')
    const long = await search('a '.repeat(2000))
    expect(long.response.status).toBe(200)
    const [field] = select(long.elements, 'input', { name: 'q' })
    expect(field?.attributes.value?.length).toBeLessThanOrEqual(100)
  })

  test.each(languages)('shows every section in %s when nothing is searched', async (language) => {
    const { elements } = await open(inLanguage(language, '/help'))
    const ids = select(elements, 'details').flatMap(({ attributes }) => attributes.id ?? [])
    const source = readFileSync(
      language === 'en' ? 'pages-content/help.html' : `pages-content/${language}/help.html`,
      'utf8',
    )
    expect(ids).toEqual([...source.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, id = ''] of source.matchAll(/<h3 id="([^"]+)"/g)) {
      expect(select(elements, 'h3', { id })).toHaveLength(1)
    }
  })
})

/** Browsers that know neither styles nor scripts show whatever is in the HTML. */
const plainPages = [
  '/',
  '/de',
  '/contact',
  '/newsletter',
  '/dmca',
  '/backlink-builder',
  '/press-kit',
]

describe.each(plainPages)('%s', (page) => {
  test('has no control that only a script or a style puts right', async () => {
    const { html, elements } = await open(page)
    const buttons = select(elements, 'button')
    expect(buttons.filter(({ attributes }) => 'hidden' in attributes)).toEqual([])
    expect(buttons.filter(({ attributes }) => attributes.type === 'button')).toEqual([])
    expect(html).not.toMatch(/field empty|Feld leer/)
    expect(select(elements, 'nav', { id: 'site-nav' })).toHaveLength(1)
    const [nav = ''] = /<nav id="site-nav"[\s\S]*?<\/nav>/.exec(html) ?? []
    for (const name of ['blog', 'help', 'contact', 'terms', 'privacy', 'dmca']) {
      expect([name, nav.match(new RegExp(`href="(/de)?/${name}"`, 'g'))]).toMatchObject([
        name,
        { length: 1 },
      ])
    }
  })
})

const hasLynx = spawnSync('lynx', ['-version']).status === 0

test.runIf(hasLynx)('lynx shows the menu once, and no button that does nothing', () => {
  const shown = spawnSync('lynx', ['-dump', '-nolist', app.origin], { encoding: 'utf8' }).stdout
  expect(shown).toContain('Download')
  expect(shown).not.toContain('Paste\n')
  expect(shown).not.toMatch(/\(BUTTON\)\s*Paste/)
  expect(shown.match(/Blog Help Contact Terms Privacy DMCA/g)).toHaveLength(1)
})
