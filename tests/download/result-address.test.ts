// @module-tag whole
import http, { type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakePost, fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'
import type { Sql } from '#tests/support/sql.ts'

let app: LiveApp
let db: Sql

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

beforeAll(async () => {
  app = await startLiveApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' })
  db = openDatabase(app)
})
afterAll(async () => {
  await db?.close()
  await app?.close()
})

let serial = 100
/** A post that no other test has looked up. */
function newPost(): FakePost {
  serial += 1
  return fakePost('video', serial)
}

type Asked = { address?: string; method?: string; link?: string; agent?: string }

/** A request of a visitor; with a link it is the form's. */
function ask(target: string, { address = '203.0.113.1', method, link, agent = phone }: Asked = {}) {
  return fetch(app.origin + target, {
    method: method ?? (link === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    body: link === undefined ? undefined : new URLSearchParams({ url: link }),
    headers: {
      'User-Agent': agent,
      'X-Forwarded-For': address,
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Site': 'same-origin',
    },
  })
}

/** What browsers send with a request, by what asks. */
const senders = {
  'an image of another site': { Dest: 'image', Mode: 'no-cors', Site: 'cross-site' },
  'a frame of another site': { Dest: 'iframe', Mode: 'navigate', Site: 'cross-site' },
  'a script of another site': { Dest: 'empty', Mode: 'no-cors', Site: 'cross-site' },
  'a script of a site beside': { Dest: 'empty', Mode: 'cors', Site: 'same-site' },
  'a link of another site': { Dest: 'document', Mode: 'navigate', Site: 'cross-site' },
  'the service worker': { Dest: 'empty', Mode: 'navigate', Site: 'none' },
  'a page of ours': { Dest: 'empty', Mode: 'cors', Site: 'same-origin' },
  'an old browser': {},
}
/** Follows redirects, and adds no header of its own as `fetch` does. */
function statusOf(target: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      response.resume()
      const { location } = response.headers
      resolve(location === undefined ? (response.statusCode ?? 0) : statusOf(location, headers))
    }
    http.get(new URL(target, app.origin), { agent: false, headers }, answered).once('error', reject)
  })
}
const strangers = Object.keys(senders).slice(0, 4)

describe('Opening the address of a result', () => {
  test.each(Object.entries(senders))(
    'S65: %s looks a post up only if a person opens the page',
    async (sender, sent) => {
      const headers = Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [`Sec-Fetch-${name}`, value]),
      )
      for (const parameter of ['post', 'url', 'text']) {
        const post = newPost()
        const query = new URLSearchParams({
          [parameter]: parameter === 'post' ? post.postId : post.url,
        })
        const visitor = { ...headers, 'X-Forwarded-For': `192.0.2.${serial % 250}` }
        const status = await statusOf(`/?${query}`, visitor)
        const isStranger = strangers.includes(sender)
        const asked = app.extraction.lookups(post.postId)
        expect([parameter, status, asked]).toEqual([
          parameter,
          ...(isStranger ? [403, 0] : [200, 1]),
        ])
      }
    },
  )

  test('S65: a page that another site has fetched ahead looks nothing up', async () => {
    const post = newPost()
    const ahead = {
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Purpose': 'prefetch;prerender',
    }
    expect([
      await statusOf(`/?post=${post.postId}`, ahead),
      app.extraction.lookups(post.postId),
    ]).toEqual([403, 0])
  })
})

/** The look-ups of a post that the figures have, once everything before is written. */
async function counted(kind: 'lookup' | 'page_view', where = '1'): Promise<number> {
  // Events are written in their order, so this one is the last.
  serial += 1
  const mark = `198.51.100.${serial % 250}`
  const before = await total()
  await ask('/press-kit', { address: mark })
  await expect.poll(total).toBeGreaterThan(before)
  return Number(
    await db.value(`select count(*) from analytics_events where kind = '${kind}' and ${where}`),
  )
}

async function total(): Promise<number> {
  return Number(await db.value(`select count(*) from analytics_events where path = '/press-kit'`))
}

const callsFor = ({ postId }: FakePost) =>
  app.extraction.requests.filter((request) => JSON.stringify(request).includes(postId)).length

describe('A plain form', () => {
  test.each(['/', '/de', '/download', '/fr/tiktok-downloader-pc'])(
    'leads from %s to the result’s address there, and reload sends nothing again',
    async (page) => {
      const post = newPost()
      const sent = await ask(page, { link: post.url })
      const address = `${page}?post=${post.postId}`
      expect([sent.status, sent.headers.get('location')]).toEqual([303, `${address}#downloader`])
      expect(sent.headers.get('cache-control')).toBe('no-store')
      for (const _ of ['redirect', 'reload']) {
        const shown = await ask(address)
        const html = await shown.text()
        expect(shown.status).toBe(200)
        expect(html).toContain('id="result-title"')
        const [field] = select(elementsOf(html), 'input', { id: 'post-link' })
        expect(field?.attributes.value).toBe(post.url)
      }
      expect(callsFor(post)).toBe(1)
    },
  )

  test('is answered in place when the link is invalid', async () => {
    const sent = await ask('/download', { link: 'https://www.tiktok.com/@someone' })
    expect(sent.status).toBe(400)
    expect(await sent.text()).toContain('Please enter a valid TikTok URL')
  })

  test('is answered in place when the post isn’t stored, so its source is asked once', async () => {
    const post = fakePost('expired', 77)
    const sent = await ask('/', { link: post.url })
    expect(sent.status).toBe(200)
    expect(await sent.text()).toContain('id="result-title"')
    expect(callsFor(post)).toBe(1)
  })

  test('sent by a script is answered with the result itself', async () => {
    const post = newPost()
    const sent = await ask('/_.data', { link: post.url })
    expect(sent.status).toBe(200)
    expect(await sent.text()).toContain(post.postId)
  })
})

describe('A result’s address', () => {
  test('shows the post to someone else, and a share leads to it', async () => {
    const post = newPost()
    const shown = await ask(`/es?post=${post.postId}`, { address: '203.0.113.20' })
    expect([shown.status, (await shown.text()).includes('id="result-title"')]).toEqual([200, true])
    const shared = await ask(`/?url=${encodeURIComponent(post.shortUrls.vm)}`)
    expect(shared.headers.get('location')).toBe(`/?post=${post.postId}#downloader`)
  })

  test.each(['x', '', '12', 'https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F7345678900000000000'])(
    'with a bad id explains it: %s',
    async (id) => {
      const shown = await ask(`/?post=${id}`)
      const html = await shown.text()
      expect(shown.status).toBe(400)
      expect(html).toContain('Please enter a valid TikTok URL')
      expect(html).toContain('This link looks incomplete.')
    },
  )

  test('of a deleted post has its status', async () => {
    expect((await ask(`/?post=${posts.parsingFailed.postId}`)).status).toBe(404)
  })

  test('is not looked up by HEAD', async () => {
    const post = newPost()
    const head = await ask(`/?post=${post.postId}`, { method: 'HEAD' })
    expect([head.status, callsFor(post)]).toEqual([200, 0])
  })

  test('S38: is never cached or indexed, and phones share it unchanged', async () => {
    const post = newPost()
    await ask('/', { link: post.url })
    const shown = await ask(`/de?post=${post.postId}`)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.headers.get('x-robots-tag')).toBe('noindex')
    expect(shown.headers.get('etag')).toBeNull()
    const elements = elementsOf(await shown.text())
    const [canonical] = select(elements, 'link', { rel: 'canonical' })
    expect(canonical?.attributes.href).toBe(`${app.origin}/de?post=${post.postId}`)
    expect(select(elements, 'meta', { name: 'robots' })[0]?.attributes.content).toBe('noindex')
    const plain = elementsOf(await (await ask('/de')).text())
    expect(select(plain, 'link', { rel: 'canonical' })[0]?.attributes.href).toBe(`${app.origin}/de`)
  })

  test('has a card for what makes cards of links, which look nothing up', {
    tags: 'gate',
  }, async () => {
    // A rule against it would keep crawlers from the card and from the noindex.
    expect(await (await ask('/robots.txt')).text()).not.toContain('post=')
    const known = newPost()
    await ask('/', { link: known.url })
    const found = callsFor(known)
    const unknown = newPost()
    for (const agent of ['Twitterbot/1.0', 'WhatsApp/2.23.20.0', 'facebookexternalhit/1.1']) {
      const card = await ask(`/?post=${known.postId}`, { agent })
      const elements = elementsOf(await card.text())
      expect(select(elements, 'meta', { name: 'twitter:card' })).toHaveLength(1)
      const [shared] = select(elements, 'meta', { property: 'og:url' })
      expect([agent, card.status, shared?.attributes.content]).toEqual([
        agent,
        200,
        `${app.origin}/?post=${known.postId}`,
      ])
      const plain = await ask(`/?post=${unknown.postId}`, { agent })
      expect([plain.status, plain.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      await ask(`/?url=${encodeURIComponent(unknown.url)}`, { agent })
    }
    expect([callsFor(known), callsFor(unknown)]).toEqual([found, 0])
    const phones = ['w3m/0.5.3', 'Mozilla/5.0 (Linux; Android 13; CUBOT P80) Chrome/120 Mobile']
    for (const agent of phones) {
      const post = newPost()
      await ask(`/?post=${post.postId}`, { agent })
      expect([agent, callsFor(post)]).toEqual([agent, 1])
    }
  })

  test('leaves no post in the log or in the page’s figures', async () => {
    const post = newPost()
    await ask('/', { link: post.url })
    await ask(`/?post=${post.postId}`)
    await ask(`/_.data?post=${post.postId}`)
    await ask('/last-of-all')
    await app.said('/last-of-all')
    expect(app.lines.join('\n')).not.toContain(post.postId)
    expect(await counted('page_view', `path like '%post%' or source like '%post%'`)).toBe(0)
  })
})

describe('One look-up', () => {
  test('is counted once, and once more when someone else opens its address', async () => {
    const post = newPost()
    const where = `post = '${post.postId}'`
    await ask('/', { link: post.url })
    const views = await counted('page_view', `path = '/'`)
    await ask(`/?post=${post.postId}`)
    // What answers the form is no page that was asked for.
    expect(await counted('page_view', `path = '/'`)).toBe(views)
    await ask(`/?post=${post.postId}`)
    expect(await counted('page_view', `path = '/'`)).toBe(views + 1)
    expect(await counted('lookup', where)).toBe(1)
    await ask(`/?post=${post.postId}`, { address: '203.0.113.31' })
    expect(await counted('lookup', where)).toBe(2)
  })

  test('is one request of its network, and its URL counts toward the same limit', async () => {
    const post = newPost()
    const address = '203.0.113.40'
    await ask('/', { link: post.url, address })
    await ask(`/?post=${post.postId}`, { address })
    const statuses: number[] = []
    // A hundred a minute is the default.
    for (let n = 0; n < 100; n += 1) {
      statuses.push((await ask(`/?post=${post.postId}`, { address })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(99)
    expect(statuses.at(-1)).toBe(429)
  })
})
