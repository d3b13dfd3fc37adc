// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Settings } from '#app/settings/settings-schema.ts'
import { type AppServer, discardApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { elementsOf, type HtmlElement, select } from '#tests/support/html.ts'
import { prepareLinkIn } from '#tests/support/live-app.ts'

const ad = '<p id="ad">Buy <script>document.title</script></p>'

let empty: AppServer
let filled: AppServer

beforeAll(async () => {
  empty = await startAppWith({})
  filled = await startAppWith({ adBanner: ad, adContent: ad, adDialog: ad })
})
afterAll(async () => {
  await discardApp(empty)
  await discardApp(filled)
})

async function open(app: AppServer, path: string) {
  const response = await fetch(app.origin + path)
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, elements: elementsOf(html) }
}

const result = '/?post=7123456789012345678'

/** The page that counts down without JavaScript. In the browser tests/e2e/ads.spec.ts sees the dialog. */
const countdown = async (app: AppServer) => prepareLinkIn(app, (await open(app, result)).html)

const slots = (elements: HtmlElement[]) =>
  elements.filter(({ attributes }) => 'data-ad-slot' in attributes)

describe('A place without an advertisement', () => {
  test('takes no room, and loads nothing', async () => {
    const { elements, html } = await open(empty, '/')
    expect(slots(elements)).toEqual([])
    expect(html).not.toContain('Advertisement')
    expect(select(elements, 'iframe')).toEqual([])
    for (const path of [result, await countdown(empty)]) {
      const page = await open(empty, path)
      expect(page.status).toBe(200)
      expect([path, slots(page.elements), select(page.elements, 'iframe')]).toEqual([path, [], []])
    }
    for (const place of ['banner', 'content', 'dialog', 'other', '__proto__']) {
      expect((await open(empty, `/ad/${place}`)).status).toBe(404)
    }
  })
})

describe.each([
  ['adBanner', 'banner', async () => result],
  ['adContent', 'content', async () => result],
  ['adDialog', 'dialog', countdown],
] as const)('S50: the setting %s', (name, place, pathIn) => {
  test('puts a sealed frame into its place and into no other', async () => {
    const settings: Partial<Settings> = { [name]: ad }
    const app = await startAppWith(settings)
    try {
      const { elements, html } = await open(app, await pathIn(app))
      const frames = select(elements, 'iframe')
      expect(new Set(frames.map(({ attributes }) => attributes.src))).toEqual(
        new Set([`/ad/${place}`]),
      )
      for (const { attributes } of frames) {
        expect(attributes.sandbox?.split(' ').sort()).toEqual([
          'allow-popups',
          'allow-popups-to-escape-sandbox',
          'allow-scripts',
        ])
        expect(attributes.title).toBe('Advertisement')
        expect(Number(attributes.height)).toBeGreaterThanOrEqual(100)
      }
      expect(html).not.toContain('id="ad"')
      expect((await open(app, `/ad/${place}`)).html).toContain(ad)
    } finally {
      await discardApp(app)
    }
  })
})

describe('The document of an advertisement', () => {
  test('S34: has an origin of its own even when it is opened by itself, and is framed here only', async () => {
    const { status, headers } = await open(filled, '/ad/banner')
    const policy = headers.get('content-security-policy') ?? ''
    expect(status).toBe(200)
    expect(policy).toContain('sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox')
    expect(policy).not.toMatch(/allow-(same-origin|forms|top-navigation|modals|downloads)/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("form-action 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    // What the operator changes is shown at once.
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  test('leaves the rest of the site as it was: no other page may be framed', async () => {
    for (const path of ['/', '/help', '/ad/none', '/admin/login']) {
      const { headers } = await open(filled, path)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })
})
