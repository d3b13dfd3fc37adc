// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noMetrics } from '#app/analytics/dimensions.ts'
import { fillTemplate, outreachTemplates } from '#app/backlinks/outreach-templates.ts'
import { resources } from '#app/pages/resources/resources.ts'
import { openDatabase } from '#db/sqlite/open.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf, select } from '#tests/support/html.ts'

let app: AppServer
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => discardApp(app))

async function pageOf(path: string, origin = app.origin) {
  const response = await fetch(origin + path)
  const html = await response.text()
  return { status: response.status, html, elements: elementsOf(html) }
}

const paths = ['/resources', '/statistics', '/backlink-builder', '/press-kit', '/newsletter']

describe.each(paths)('%s', (path) => {
  test('is a whole page: one h1, a title, a description, unique ids, no inline styles', async () => {
    const { status, elements } = await pageOf(path)
    expect(status).toBe(200)
    expect(select(elements, 'h1')).toHaveLength(1)
    expect(select(elements, 'title')[0]?.text).not.toBe('')
    expect(select(elements, 'meta', { name: 'description' })).toHaveLength(1)
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? [])
    expect(ids).toEqual([...new Set(ids)])
    expect(elements.filter(({ attributes }) => attributes.style !== undefined)).toEqual([])
    const labelled = elements.flatMap(({ attributes }) => [
      ...(attributes['aria-labelledby']?.split(' ') ?? []),
      ...(attributes['aria-describedby']?.split(' ') ?? []),
      ...(attributes.for?.split(' ') ?? []),
    ])
    expect(labelled.filter((id) => !ids.includes(id))).toEqual([])
  })

  test.each(['es', 'fr', 'de', 'pt'])(
    'explains in %s that its long texts are English',
    async (lang) => {
      const { status, elements } = await pageOf(`/${lang}${path}`)
      expect(status).toBe(200)
      expect(select(elements, 'html', { lang })).toHaveLength(1)
      const english = elements.filter(({ attributes }) => attributes.lang === 'en')
      const linked = english.filter(({ tag }) => tag !== 'a')
      expect(linked.length > 0).toBe(path !== '/newsletter')
    },
  )
})

describe('/resources', () => {
  test('lists tools whose addresses are https and whose names are no others', () => {
    expect(resources.length).toBeGreaterThanOrEqual(24)
    expect(new Set(resources.map(({ url }) => url)).size).toBe(resources.length)
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length)
    for (const { url, rating } of resources) {
      expect(new URL(url).protocol).toBe('https:')
      expect(rating).toBeGreaterThanOrEqual(0)
      expect(rating).toBeLessThanOrEqual(5)
    }
  })

  const isFilter = (href = '') => /^\/resources\?category=/.test(href)

  test('shows all at first, and one category by its link', async () => {
    const all = await pageOf('/resources')
    expect(select(all.elements, 'h3')).toHaveLength(resources.length)
    const chips = all.elements.filter(({ attributes }) => isFilter(attributes.href))
    expect(chips.length).toBe(new Set(resources.map(({ category }) => category)).size)
    let listed = 0
    for (const chip of chips) {
      const { elements } = await pageOf(chip.attributes.href ?? '')
      const names = select(elements, 'h3').map(({ text }) => text)
      listed += names.length
      expect(chip.text.endsWith(String(names.length))).toBe(true)
      const current = elements.filter(({ attributes }) => attributes['aria-current'] === 'page')
      expect(current.filter(({ attributes }) => isFilter(attributes.href))).toMatchObject([
        { text: chip.text },
      ])
    }
    expect(listed).toBe(resources.length)
  })

  test('a category that does not exist shows all instead of nothing', async () => {
    for (const query of ['?category=nothing', '?category=', '?category=a&category=__proto__']) {
      const { status, elements } = await pageOf(`/resources${query}`)
      expect(status).toBe(200)
      expect(select(elements, 'h3')).toHaveLength(resources.length)
    }
  })

  test('a rating of 4.8 is four stars: the floor, for screen readers too', async () => {
    const { elements } = await pageOf('/resources')
    const said = elements
      .filter(({ attributes }) => attributes.role === 'img')
      .map(({ attributes }) => attributes['aria-label'])
    const floors = resources.map(({ rating }) => `Rated ${Math.floor(rating)} out of 5`)
    expect(said.toSorted()).toEqual(floors.toSorted())
    const filled = select(elements, 'use', { class: 'fill-accent' })
    expect(filled).toHaveLength(resources.reduce((sum, { rating }) => sum + Math.floor(rating), 0))
  })
})

describe('/statistics', () => {
  test('every chart has its figures as a table and names a source', async () => {
    const { elements } = await pageOf('/statistics')
    const figures = select(elements, 'figure')
    expect(figures.length).toBeGreaterThanOrEqual(6)
    expect(select(elements, 'table')).toHaveLength(figures.length)
    for (const { text } of select(elements, 'figcaption')) expect(text).toContain('Source: ')
    const charts = elements.filter(({ attributes }) => attributes.class?.startsWith('chart '))
    expect(charts.every(({ attributes }) => attributes['aria-hidden'] === 'true')).toBe(true)
  })

  test('shows no totals before there is anything, then the true ones', async () => {
    const { html } = await pageOf('/statistics')
    expect(html).not.toContain('On this site')

    const other = await startApp({ LOG_LEVEL: 'warn' })
    await other.stop()
    const db = await openDatabase(`${other.dataDir}/cleanclip.db`)
    const facts = {
      link: '',
      title: '',
      search_text: '',
      kind: 'video' as const,
      first_seen_at: 1,
      last_seen_at: 1,
    }
    await db
      .insertInto('posts')
      .values([
        { ...facts, post_id: '1' },
        { ...facts, post_id: '2' },
      ])
      .execute()
    await db
      .insertInto('analytics_days')
      .values({ ...noMetrics(), dimension: 'all', day: 20_000, key: '', lookups: 1234, saves: 35 })
      .execute()
    await db.destroy()
    const app = await startApp({ LOG_LEVEL: 'warn' }, other.dataDir)
    const { elements } = await pageOf('/statistics', app.origin)
    const german = await pageOf('/de/statistics', app.origin)
    await discardApp(app)
    expect(select(elements, 'dd').map(({ text }) => text)).toEqual(['2', '1,234', '35'])
    expect(select(german.elements, 'dd').map(({ text }) => text)).toEqual(['2', '1.234', '35'])
  })
})

describe('/backlink-builder', () => {
  test('has a template for each kind of outreach, with 16 rows of text and a copy button', async () => {
    const { elements } = await pageOf('/backlink-builder')
    const bodies = select(elements, 'textarea')
    expect(bodies.length).toBeGreaterThanOrEqual(8)
    expect(bodies.map(({ attributes }) => attributes.rows)).toEqual(bodies.map(() => '16'))
    const ids = bodies.map(({ attributes }) => attributes.id)
    // The script makes the buttons: without it there is nothing to press.
    expect(select(elements, 'button').some(({ text }) => text === 'Copy Email')).toBe(false)
    const places = select(elements, 'copy-button', { 'data-label': 'Copy Email' })
    expect(places.map(({ attributes }) => attributes['data-source'])).toEqual(ids)
  })

  test('a visitor’s own site is in every template, as text', async () => {
    const query = new URLSearchParams({
      siteName: 'Knots </textarea><script>alert(1)</script>',
      siteAddress: 'https://knots.example/',
      yourName: 'Ann\r\nBcc: everybody',
    })
    const { html, elements } = await pageOf(`/backlink-builder?${query}`)
    expect(html).not.toContain('<script>alert(1)')
    const values = {
      siteName: 'Knots </textarea><script>alert(1)</script>',
      siteAddress: 'https://knots.example/',
      yourName: 'Ann Bcc: everybody',
    }
    const lines = (text: string) => text.replace(/\s+/g, ' ').trim()
    expect(select(elements, 'textarea').map(({ text }) => text)).toEqual(
      outreachTemplates.map(({ text }) => lines(fillTemplate(text, values))),
    )
  })

  test('nothing is left that a reader would not know to fill in: one kind of bracket', async () => {
    const { elements } = await pageOf('/backlink-builder')
    const bodies = select(elements, 'textarea').map(({ text }) => text)
    expect(bodies.filter((text) => !text.includes('[your name]'))).toEqual([])
    expect(bodies.filter((text) => /[{}]/.test(text))).toEqual([])
  })

  test('values that are far too long are not taken', async () => {
    const { status, elements } = await pageOf(`/backlink-builder?siteName=${'x'.repeat(5000)}`)
    expect(status).toBe(200)
    expect(select(elements, 'input', { name: 'siteName' })[0]?.attributes.value).toBe('')
  })
})

describe('/press-kit', () => {
  test('everything on it downloads, with the size that the page states', async () => {
    const { elements } = await pageOf('/press-kit')
    const downloads = elements.filter(({ attributes }) => attributes.download !== undefined)
    expect(downloads.length).toBeGreaterThanOrEqual(5)
    const stated = select(elements, 'p').flatMap(
      ({ text }) => /^[\d.,]+ (?:byte|kB|MB)/.exec(text) ?? [],
    )
    const sizes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
    const real: string[] = []
    for (const { attributes } of downloads) {
      const response = await fetch(app.origin + attributes.href, {
        headers: { 'Accept-Encoding': 'identity' },
      })
      expect(response.status).toBe(200)
      const bytes = (await response.arrayBuffer()).byteLength
      const kilobytes = bytes / 1000
      real.push(`${sizes.format(kilobytes < 10 ? kilobytes : Math.round(kilobytes))} kB`)
      const start = Buffer.from(await (await fetch(app.origin + attributes.href)).arrayBuffer())
      if (attributes.href?.endsWith('.png')) expect(start.toString('latin1', 1, 4)).toBe('PNG')
      if (attributes.href?.endsWith('.svg')) expect(start.toString()).toContain('<svg')
    }
    expect(stated).toEqual(real)
  })
})
