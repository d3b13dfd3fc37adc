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

const headersOf = ({ headers }: { headers: Headers }) =>
  [...headers].filter(([name]) => !['date', 'content-length'].includes(name))

/** A page without what differs each time: signed links, and where a picture is announced. */
const comparable = (html: string) =>
  html.replace(/<link rel="preload" as="image"[^>]*>/g, '').replace(/e=\d+&amp;s=[\w-]+/g, '')

describe('The page that answers a look-up', () => {
  test.each(['/', '/es'])('%s is the one that is rendered whole, to the byte', async (page) => {
    for (const link of [posts.video.url, posts.slideshow.url, 'no link', '</script>"<b>']) {
      // The router makes the first one, and leaves the page around it for those that follow.
      const made = await answerTo(posts.video.url, { page })
      const kept = [await answerTo(link, { page }), await answerTo(link, { page })]
      await world.set({ responseCaching: false })
      const whole = await answerTo(link, { page })
      await world.set({ responseCaching: true })
      expect(made.status).toBe(200)
      for (const answer of kept) {
        expect(comparable(answer.html)).toBe(comparable(whole.html))
        expect(answer.status).toBe(whole.status)
        expect(headersOf(answer)).toEqual(headersOf(whole))
      }
      expect(whole.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('S17: refuses what another site sends, and whoever asks too often, after it was kept too', async () => {
    await answerTo(posts.video.url)
    const foreign = { 'sec-fetch-site': 'cross-site', cookie: 'consent=declined' }
    expect((await answerTo(posts.video.url, { headers: foreign })).status).toBe(403)
    await world.set({ rateLimitPerMinute: 1 })
    const statuses = [await answerTo(posts.video.url), await answerTo(posts.video.url)]
    await world.set({ rateLimitPerMinute: 1000 })
    expect(statuses.at(-1)?.status).toBe(429)
    expect(Number(statuses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    await world.set({ maintenanceMode: true })
    expect((await answerTo(posts.video.url)).status).toBe(503)
    await world.set({ maintenanceMode: false })
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
