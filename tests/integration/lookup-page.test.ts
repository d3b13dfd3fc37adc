import { describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { linksIn } from '#tests/support/live-app.ts'
import { startSettingsWorld } from './settings-in-force-world.ts'

const world = startSettingsWorld()

async function answerTo(
  link: string,
  { page = '/', headers = {} }: { page?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; html: string }> {
  const response = await fetch(world.app.origin + page, {
    method: 'POST',
    body: new URLSearchParams({ url: link }),
    headers,
  })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** A page without what differs each time: signed links, and where a picture is announced. */
const comparable = (html: string) =>
  html.replace(/<link rel="preload" as="image"[^>]*>/g, '').replace(/e=\d+&amp;s=[\w-]+/g, '')

describe('The page that answers a look-up', () => {
  test.each(['/', '/es'])('%s is the one that is rendered whole, to the byte', async (page) => {
    for (const link of [posts.video.url, posts.slideshow.url, 'no link', '</script>"<b>']) {
      const spliced = await answerTo(link, { page })
      expect(comparable((await answerTo(link, { page })).html)).toBe(comparable(spliced.html))
      await world.set({ responseCaching: false })
      const whole = await answerTo(link, { page })
      await world.set({ responseCaching: true })
      expect(comparable(spliced.html)).toBe(comparable(whole.html))
      expect(spliced.status).toBe(whole.status)
      expect(spliced.headers.get('cache-control')).toBe('no-store')
      expect(spliced.headers.get('content-security-policy')).toBe(
        whole.headers.get('content-security-policy'),
      )
    }
  })

  test('S50: shows a changed setting with the next look-up, around the result too', async () => {
    for (const siteName of ['Zebrafish', 'Cleanclip']) {
      await world.set({ siteName })
      const { html } = await answerTo(posts.video.url)
      expect(select(elementsOf(html), 'a', { class: 'site-header-brand' })[0]?.text).toBe(siteName)
      expect(linksIn(html, '/mp4?').length).toBeGreaterThan(0)
    }
  })

  test('gives a script the downloader alone, with its result or what went wrong', async () => {
    const fetched = { 'sec-fetch-dest': 'empty' }
    for (const link of [posts.video.url, 'no link']) {
      const whole = await answerTo(link)
      const part = await answerTo(link, { headers: fetched })
      expect(part.status).toBe(whole.status)
      const ownParts = ['#lookup-error', '.result-card'].filter((name) =>
        whole.html.includes(name.slice(1)),
      )
      for (const name of ownParts) expect(part.html).toContain(name.slice(1))
      expect(part.html).not.toContain('<html')
      expect(comparable(whole.html)).toContain(comparable(part.html))
    }
  })

  test('holds nothing of what others have looked up', async () => {
    const first = 'https://www.tiktok.com/@first/live'
    const second = 'https://www.tiktok.com/@second/live'
    expect((await answerTo(first)).html).toContain('@first')
    expect((await answerTo(second)).html).not.toContain('@first')
    expect(await (await fetch(`${world.app.origin}/`)).text()).not.toContain('@second')
  })
})
