// @module-tag process
import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coverGrounds, coverMotifs, coverOf } from '#app/pages/documents/cover.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { articleCards, cardSize, siteCards, stamped, stampOf } from '#tests/tools/social-card.ts'

const slugs = readdirSync('pages-content/blog').map((file) => path.basename(file, '.html'))
const sourceOf = (slug: string) => readFileSync(`pages-content/blog/${slug}.html`, 'utf8')
const coverOfArticle = (slug: string) =>
  /name="cleanclip:cover" content="([^"]*)"/.exec(sourceOf(slug))?.[1] ?? null

let app: AppServer
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => discardApp(app))

const open = async (address: string) => elementsOf(await (await fetch(app.origin + address)).text())

describe('The cover of an article', () => {
  test('has a motif that no other article has', () => {
    const motifs = slugs.map((slug) => coverOf(coverOfArticle(slug)).motif)
    expect(motifs).not.toContain('clip')
    expect(new Set(motifs).size).toBe(slugs.length)
  })

  test('is the plain clip on ink where an article names none, or none that exists', () => {
    for (const text of [null, '', 'unicorn purple', '"><script>']) {
      expect(coverOf(text)).toEqual({ motif: 'clip', ground: 'ink' })
    }
    expect(coverOf('  mint unicorn')).toEqual({ motif: 'clip', ground: 'mint' })
  })

  test('is drawn for every motif, in the colors of its ground alone', () => {
    const drawings = readFileSync('app/pages/blog/covers.svg', 'utf8')
    const ids = [...drawings.matchAll(/<symbol id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.sort()).toEqual([...coverMotifs].sort())
    expect(drawings).not.toMatch(/#[\da-f]{3,6}\b/i)
    const used = new Set([...drawings.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name))
    const styles = readFileSync('app/css/covers.css', 'utf8')
    for (const ground of coverGrounds) {
      const [rule = ''] = new RegExp(`\\.cover-${ground} \\{[^}]*\\}`).exec(styles) ?? []
      for (const name of used) expect(rule).toContain(`${name}: #`)
    }
  })

  test.each(slugs)('%s shows it on top and on the blog, for the eye alone', async (slug) => {
    const { motif, ground } = coverOf(coverOfArticle(slug))
    for (const address of [`/blog/${slug}`, '/blog']) {
      const elements = await open(address)
      const use = elements.findIndex(
        ({ tag, attributes }) => tag === 'use' && attributes.href?.endsWith(`#${motif}`),
      )
      const [frame, svg] = elements.slice(use - 2, use)
      expect(frame?.attributes.class).toContain(`cover cover-${ground}`)
      expect(svg?.attributes).toMatchObject({
        'aria-hidden': 'true',
        width: '400',
        height: '400',
      })
      const [file = ''] = (elements[use]?.attributes.href ?? '').split('#')
      const drawing = await fetch(app.origin + file)
      expect(drawing.headers.get('content-type')).toBe('image/svg+xml')
      expect(await drawing.text()).toContain(`id="${motif}"`)
    }
  })
})

describe('The social card of an article', () => {
  test('is drawn for every article, and for nothing else', () => {
    expect(globSync('*.png', { cwd: 'public/blog-cards' }).sort()).toEqual(
      slugs.map((slug) => `${slug}.png`).sort(),
    )
  })

  test.each([...articleCards(), ...siteCards()])(
    '$file shows the texts as they are now',
    ({ file, stamp }) => {
      // Else: node tests/tools/make-social-cards.ts
      expect(stampOf(readFileSync(file))).toBe(stamp)
    },
  )

  test('names the page it shows, in a chunk that leaves the picture alone', () => {
    const png = readFileSync('public/icon-512.png')
    expect(stampOf(png)).toBeNull()
    const marked = stamped(png, 'abc')
    expect(stampOf(marked)).toBe('abc')
    expect(marked.subarray(0, png.length - 12)).toEqual(png.subarray(0, -12))
  })

  test.each(slugs)('%s names it, and it is there at the size it says', async (slug) => {
    const elements = await open(`/blog/${slug}`)
    const meta = (property: string) =>
      select(elements, 'meta', { property })[0]?.attributes.content ?? ''
    const address = `${app.origin}/blog-cards/${slug}.png`
    expect(meta('og:image')).toBe(address)
    expect(select(elements, 'meta', { name: 'twitter:image' })[0]?.attributes.content).toBe(address)
    expect(meta('og:image:alt')).toBe(meta('og:title'))
    const card = await fetch(address)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = Buffer.from(await card.arrayBuffer())
    expect(bytes.length).toBeLessThan(150_000)
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    expect(size).toEqual(cardSize)
    expect(meta('og:image:width')).toBe(`${size.width}`)
    expect(meta('og:image:height')).toBe(`${size.height}`)
  })
})

describe('Figures in documents', () => {
  const figures = globSync('pages-content/**/*.html').flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(/<figure>.*?<\/figure>/gs)].map(([figure]) => ({ file, figure }))
  })

  test('describe what they show, below them and for people who can’t see them', () => {
    expect(figures.length).toBeGreaterThanOrEqual(7)
    for (const { file, figure } of figures) {
      const elements = elementsOf(figure)
      expect(select(elements, 'figcaption')[0]?.text, file).toBeTruthy()
      for (const { attributes } of select(elements, 'svg')) {
        expect(attributes.role, file).toBe('img')
        expect(attributes['aria-label'], file).toMatch(/\w{3}/)
        expect(Number(attributes.width) / Number(attributes.height), file).toBeGreaterThan(0)
      }
    }
  })

  test('carry no style and no script, which the policy would stop', () => {
    for (const { file, figure } of figures) {
      expect(figure, file).not.toMatch(/\sstyle=|<style|<script|\son\w+=/)
    }
  })
})
