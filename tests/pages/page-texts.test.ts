// @module-tag module
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textResponse } from '#app/http/text-response.ts'
import { preferredLanguage } from '#app/i18n/accept-language.ts'
import { languages } from '#app/i18n/languages.ts'
import { localHref, localPath, neutralPath } from '#app/i18n/local-path.ts'
import { documentPages, interfacePages, isPublicPage } from '#app/i18n/public-pages.ts'
import { bookmarkletCode, bookmarkletLink } from '#app/pages/documents/bookmarklet.ts'
import { readingMinutes } from '#app/pages/documents/reading-time.ts'
import { xmlText } from '#app/pages/feeds/xml.ts'
import { blogPosting, breadcrumbList, jsonLdText } from '#app/ui/site/head/json-ld.ts'
import { themeColors } from '#app/ui/site/head/theme-color.ts'
import fc from '#tests/support/cases.ts'
import { parseXml } from './xml.ts'

const hostileTitle = '</script><img src=x onerror=alert(1)>\u2028&amp;"\']]>'
const anyText = fc.string({ unit: 'binary', maxLength: 200 })

describe('Texts that others wrote', () => {
  test('S36: a hostile title in JSON-LD stays a title', () => {
    const text = jsonLdText([breadcrumbList([{ name: hostileTitle, url: 'https://a.example/' }])])
    expect(text).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(text)['@graph'][0].itemListElement[0].name).toBe(hostileTitle)
  })

  test('S36: whatever a text is made of, JSON-LD neither ends its element nor changes it', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const text = jsonLdText([{ '@type': 'Thing', name }])
        expect(text).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(text)['@graph'][0].name).toBe(name)
      }),
    )
  })

  test('S36: whatever a text is made of, a feed with it is well-formed and inert', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = xmlText(text)
        const root = parseXml(`<feed><title name="${escaped}">${escaped}</title></feed>`)
        expect(root.children).toHaveLength(1)
        // XML reads line ends and tabs in attributes as spaces; everything else comes back.
        expect(root.children[0]?.text).toBe(root.children[0]?.attributes.name)
      }),
    )
    expect(parseXml(`<t>${xmlText(hostileTitle)}</t>`).text).toBe(hostileTitle)
  })

  test('S36: a site name of markup cannot leave the bookmarklet', () => {
    const html = bookmarkletLink(bookmarkletCode('https://a.example/'), `Save ${hostileTitle}`)
    expect(html.match(/</g)).toHaveLength(2)
    expect(html).toContain('href="javascript:void(open(&quot;https://a.example/?url=&quot;+')
  })

  test('an article has everything that BlogPosting needs', () => {
    const post = blogPosting({
      url: 'https://a.example/blog/x',
      title: 'T'.repeat(200),
      description: 'D',
      language: 'en',
      image: 'https://a.example/card.png',
      author: 'A',
      publisher: { name: 'S', url: 'https://a.example/' },
      publishedAt: Date.UTC(2026, 0, 2),
      modifiedAt: Date.UTC(2026, 0, 3),
      words: 10,
      section: null,
    })
    expect(post).toMatchObject({
      datePublished: '2026-01-02T00:00:00.000Z',
      dateModified: '2026-01-03T00:00:00.000Z',
      author: { name: 'A' },
    })
    expect(post).not.toHaveProperty('articleSection')
  })
})

describe('The language of a page', () => {
  test('a visitor is offered the language that their browser puts first', () => {
    const prefer = (header: string | null) => preferredLanguage(header, languages)
    expect(prefer('de-AT,de;q=0.9,en;q=0.8')).toBe('de')
    expect(prefer('nl, pt-BR;q=0.8, en;q=0.5')).toBe('pt')
    expect(prefer('en;q=0.2, fr;q=0.7')).toBe('fr')
    expect(prefer('ja')).toBeNull()
    expect(prefer('es;q=0')).toBeNull()
    expect(prefer('*')).toBeNull()
    expect(prefer(null)).toBeNull()
  })

  test('a browser that sends nonsense gets no error and at most a known language', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (header) => {
        const preferred = preferredLanguage(header, languages)
        expect([...languages, null]).toContain(preferred)
      }),
    )
  })

  test('a path keeps its page in every language, and finds back to it', () => {
    const path = fc.constantFrom(...interfacePages, ...documentPages.map((name) => `/${name}`))
    const language = fc.constantFrom(...languages)
    fc.assert(
      fc.property(path, language, language, (page, shown, byDefault) => {
        const local = localPath(page, shown, byDefault)
        expect(neutralPath(local)).toBe(page)
        expect(localHref(`${local}?a=1#b`, 'fr', byDefault)).toBe(
          `${localPath(page, 'fr', byDefault)}?a=1#b`,
        )
      }),
    )
  })

  test('links that lead to no page of the site are left alone', () => {
    for (const href of ['#x', 'https://a.example/help', '//a.example/help', 'mailto:a@b.example']) {
      expect(localHref(href, 'es', 'en')).toBe(href)
    }
    expect(localHref('/icon-192.png', 'es', 'en')).toBe('/icon-192.png')
    expect(localHref('/pages/help.html', 'es', 'en')).toBe('/pages/help.html')
    expect(localHref('/fr/help#busy', 'es', 'en')).toBe('/es/help#busy')
    expect(localHref('/es', 'en', 'en')).toBe('/')
    expect(isPublicPage('/admin')).toBe(false)
  })
})

describe('What programs read', () => {
  const modifiedAt = Date.UTC(2026, 4, 1, 12, 0, 0, 500)
  const answer = (headers: Record<string, string>) =>
    textResponse(new Request('https://a.example/', { headers }), 'text', {
      type: 'text/plain',
      modifiedAt,
    })

  test('a reader that has the newest version is not sent it again', () => {
    const first = answer({})
    expect(first.status).toBe(200)
    const etag = first.headers.get('etag') ?? ''
    const modified = first.headers.get('last-modified') ?? ''
    expect(answer({ 'If-None-Match': etag }).status).toBe(304)
    expect(answer({ 'If-None-Match': `"other", ${etag}` }).status).toBe(304)
    expect(answer({ 'If-None-Match': '"other"', 'If-Modified-Since': modified }).status).toBe(200)
    expect(answer({ 'If-Modified-Since': modified }).status).toBe(304)
    expect(answer({ 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' }).status).toBe(200)
    expect(answer({ 'If-Modified-Since': 'nonsense' }).status).toBe(200)
  })

  test('reading takes at least a minute', () => {
    expect([0, 219, 1100].map(readingMinutes)).toEqual([1, 1, 5])
  })

  test('the color that browsers draw around the page is the color of the page', () => {
    const css = readFileSync('app/css/colors.css', 'utf8')
    const pages = [...css.matchAll(/^\s+--page: (#[\da-f]{6});/gm)].map(([, color]) => color)
    expect(pages.slice(0, 2)).toEqual([themeColors.light, themeColors.dark])
  })
})
