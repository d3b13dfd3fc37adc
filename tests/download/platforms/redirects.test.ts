// @module-tag module
import { describe, expect, test } from 'vitest'
import type { AskAnswer, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { createPlatformSource } from '#app/download/platforms/platform-source.server.ts'
import { createPlatforms } from '#app/download/platforms/platforms.ts'
import { parsePostLink } from '#app/posts/post-link.ts'

/** Where platforms send a request instead of answering it, on their real hosts. */

const { tiktok, others } = createPlatforms({ testOrigins: {}, cdnHosts: () => [] })
const adapters: Partial<Record<string, PlatformAdapter>> = { tiktok: tiktok.adapter }
for (const [platform, { adapter }] of Object.entries(others)) adapters[platform] = adapter

type Site = {
  site: string
  post: string
  /** Unset for a platform without short links. */
  short?: string
  /** True if it sends those to its home page whom it refuses. */
  homeRefuses?: true
}

/** Each platform's own site, a post of it, and a short link. */
const sites = {
  TikTok: {
    site: 'https://www.tiktok.com',
    post: 'https://www.tiktok.com/@_/video/7345678000000000001',
    short: 'https://vm.tiktok.com/ZMabc12/',
    homeRefuses: true as const,
  },
  X: {
    site: 'https://x.com',
    post: 'https://x.com/a_b/status/1790000000000000001',
    short: 'https://t.co/AbCd1234',
  },
  Bluesky: {
    site: 'https://bsky.app',
    post: 'https://bsky.app/profile/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/post/3kaaaaaaaaa2a',
  },
  Pinterest: {
    site: 'https://www.pinterest.com',
    post: 'https://www.pinterest.com/pin/664281013778109299/',
    short: 'https://pin.it/aBc123',
  },
  Instagram: {
    site: 'https://www.instagram.com',
    post: 'https://www.instagram.com/p/DFQe23tOWXx/',
    short: 'https://www.instagram.com/share/reel/BAGoodShare',
    homeRefuses: true as const,
  },
  Facebook: {
    site: 'https://www.facebook.com',
    post: 'https://www.facebook.com/reel/730293269054799',
    short: 'https://www.facebook.com/share/r/1AbCdEfGh',
  },
  Reddit: {
    site: 'https://www.reddit.com',
    post: 'https://www.reddit.com/comments/6rrwxx/',
    short: 'https://www.reddit.com/r/paperbirds/s/aBc123',
  },
  Snapchat: {
    site: 'https://www.snapchat.com',
    post: 'https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPwAAYcnVx',
    short: 'https://t.snapchat.com/AbCd1234',
  },
  Streamable: {
    site: 'https://streamable.com',
    post: 'https://streamable.com/hn8hx',
  },
}

type Name = keyof typeof sites
const names = Object.keys(sites) as Name[]
const siteOf = (name: Name): Site => sites[name]
const withShort = names.filter((name) => siteOf(name).short !== undefined)

function sourceOf(name: Name, answer: (url: URL) => AskAnswer) {
  const adapter = adapters[name.toLowerCase()]
  if (adapter === undefined) throw new Error(`No platform ${name}`)
  return createPlatformSource({
    id: adapter.platform === 'tiktok' ? 'native' : adapter.platform,
    adapter,
    ask: () => async (url) => answer(new URL(url)),
    timeoutMs: () => 600_000,
  })
}

function shown(text: string, status = 200): AskAnswer {
  const header = () => null
  return { kind: 'answer', status, text, header, setCookies: [], retryAfterSeconds: null }
}

function refOf(link: string) {
  const parsed = parsePostLink(link)
  if (!parsed.ok) throw new Error(`${link} is ${parsed.reason}`)
  return parsed.ref
}

function redirectTo(to: string, from: URL): AskAnswer {
  return { kind: 'redirect', to: new URL(to, from), status: 302 }
}

/** What becomes of a link whose platform answers each request with `answer`. */
async function lookUp(name: Name, link: string, answer: (url: URL) => AskAnswer) {
  const asked: string[] = []
  const source = sourceOf(name, (url) => {
    asked.push(url.href)
    return answer(url)
  })
  const result = await source.lookup(refOf(link), new AbortController().signal)
  const failure = result.ok ? null : result.failure
  const outcome =
    failure === null
      ? 'ok'
      : failure.kind === 'not_found'
        ? (failure.landing ?? failure.reason)
        : failure.kind === 'unavailable'
          ? (failure.because ?? failure.cause)
          : failure.kind
  return { outcome, asked, breaker: source.status().breaker }
}

const follow = (name: Name, answer: (url: URL) => AskAnswer) =>
  lookUp(name, siteOf(name).short ?? '', answer)
const post = (name: Name, to: string) =>
  lookUp(name, sites[name].post, (url) =>
    redirectTo(to.startsWith('/') ? sites[name].site + to : to, url),
  )

/** Pages about who asks, some of them on one platform only. */
const signIn: [only: Name | null, to: string][] = [
  [null, '/login'],
  [null, '/login/?next=%2F'],
  [null, '/de/login'],
  [null, '/pt-br/login?x=1'],
  [null, '/signup'],
  [null, '/sign-in'],
  [null, '/auth/login'],
  [null, '/captcha'],
  [null, '/consent/?flow=x'],
  [null, '/forbidden'],
  ['X', '/i/flow/login?redirect_after_login=%2Fa_b'],
  ['X', '/i/flow/signup'],
  ['X', '/account/access'],
  ['X', 'https://twitter.com/login/error'],
  ['Bluesky', '/oauth/authorize'],
  ['Pinterest', '/login/reset/'],
  ['Pinterest', 'https://accounts.pinterest.com/'],
  ['Instagram', '/accounts/login/?next=%2Fp%2FDFQe23tOWXx%2F'],
  ['Instagram', '/challenge/?next=%2F'],
  ['Instagram', '/accounts/emailsignup/'],
  ['Instagram', '/auth_platform/?apc=x'],
  ['Instagram', 'https://m.instagram.com/accounts/login/'],
  ['Facebook', '/login.php?next=x'],
  ['Facebook', 'https://m.facebook.com/login/?next=x'],
  ['Facebook', '/checkpoint/block/'],
  ['Facebook', '/privacy/consent/?flow=x'],
  ['Facebook', '/unsupportedbrowser'],
  ['Reddit', '/account/login?dest=x'],
  ['Reddit', 'https://old.reddit.com/login?dest=x'],
  ['Reddit', '/register/'],
  ['Snapchat', 'https://accounts.snapchat.com/accounts/v2/login?continue=x'],
  ['Snapchat', '/accounts/welcome'],
  ['Streamable', 'https://auth.streamable.com/'],
  ['TikTok', '/login/phone?redirect_url=x'],
]

describe('a sign-in page in place of a post would be told as the post’s own state', () => {
  const rows = signIn.flatMap(([only, to]) =>
    (only === null ? names : [only]).map((name): [Name, string] => [name, to]),
  )
  test.each(rows)('%s sends to %s', async (name, to) => {
    expect((await post(name, to)).outcome).toBe('blocked')
  })

  test.each(rows.filter(([name]) => withShort.includes(name)))(
    '%s sends a short link to %s',
    async (name, to) => {
      const target = to.startsWith('/') ? sites[name].site + to : to
      expect((await follow(name, (url) => redirectTo(target, url))).outcome).toBe('blocked')
    },
  )
})

/** Pages of the site other than the post's. TikTok's are in its own tests. */
const away: [only: Name | null, to: string, outcome: string][] = [
  [null, '/404', 'gone'],
  [null, '/404.html?from=x', 'gone'],
  [null, '/de/404', 'gone'],
  [null, '/notfound', 'gone'],
  [null, '/not-found/', 'gone'],
  [null, '/page_not_found', 'gone'],
  [null, '/unavailable', 'gone'],
  [null, '/content/unavailable/', 'gone'],
  [null, '/error', 'gone'],
  ['X', '/', 'gone'],
  ['X', '/account/suspended', 'gone'],
  ['X', '/explore', 'gone'],
  ['X', '/a_b', 'unknown'],
  ['X', '/new-place', 'unknown'],
  ['X', '/i/status/1790000000000000002', 'unknown'],
  ['X', '/i/spaces/1YqKDqWqdPLJV', 'live'],
  ['Bluesky', '/', 'gone'],
  ['Bluesky', '/profile/a.test', 'unknown'],
  ['Bluesky', '/search', 'gone'],
  ['Bluesky', 'https://main.bsky.dev/', 'gone'],
  ['Pinterest', '/', 'gone'],
  ['Pinterest', '/?show_error=true', 'gone'],
  ['Pinterest', 'https://www.pinterest.de/ideas/', 'gone'],
  ['Pinterest', '/somebody/', 'unknown'],
  ['Pinterest', '/somebody/a-board/', 'unknown'],
  ['Pinterest', '/pin/664281013778109298/', 'unknown'],
  ['Pinterest', '/shop/', 'shop'],
  ['Instagram', '/some.one_/', 'unknown'],
  ['Instagram', '/explore/', 'gone'],
  ['Instagram', '/reel/DFQe23tOWKz/', 'unknown'],
  ['Instagram', '/stories/some.one_/1/', 'story'],
  ['Instagram', '/reels/audio/123/', 'sound'],
  ['Facebook', '/', 'gone'],
  ['Facebook', '/reel/', 'gone'],
  ['Facebook', '/watch/', 'gone'],
  ['Facebook', '/some.one', 'unknown'],
  ['Facebook', '/some.one/live', 'live'],
  ['Facebook', '/groups/1', 'unknown'],
  ['Facebook', '/marketplace/item/1', 'shop'],
  ['Reddit', '/', 'gone'],
  ['Reddit', '/r/paperbirds/', 'unknown'],
  ['Reddit', '/user/somebody', 'unknown'],
  ['Reddit', '/r/paperbirds/comments/6rrwyj/x/.rss', 'unknown'],
  ['Snapchat', '/', 'gone'],
  ['Snapchat', '/de-DE', 'gone'],
  ['Snapchat', '/spotlight', 'gone'],
  ['Snapchat', '/add/some.one', 'unknown'],
  ['Snapchat', '/lens/1', 'effect'],
  ['Streamable', '/', 'gone'],
  ['Streamable', '/hn8hq', 'unknown'],
  ['Streamable', '/upload', 'unknown'],
]

describe('a page that one link leads to would be told as a change of the platform', () => {
  const rows = away.flatMap(([only, to, outcome]) =>
    (only === null ? names : [only]).map((name): [Name, string, string] => [name, to, outcome]),
  )
  test.each(rows)('%s sends a post to %s: %s', async (name, to, outcome) => {
    const told = await post(name, to)
    expect(told.outcome).toBe(outcome)
    expect(told.breaker).toBe('closed')
    // No post that is known to work is asked for: there's nothing to confirm.
    expect(told.asked.length).toBeLessThanOrEqual(2)
  })

  test.each(names)(
    '%s sends to its home page those whom it refuses, or who ask for nothing',
    async (name) => {
      const { homeRefuses } = siteOf(name)
      expect((await post(name, '/')).outcome).toBe(homeRefuses ? 'blocked' : 'gone')
    },
  )

  test.each(names)('%s is replaced by another site on the way here', async (name) => {
    for (const to of ['https://block.example/page', 'http://192.0.2.1/login']) {
      expect((await post(name, to)).outcome).toBe('blocked')
    }
  })

  test.each(['X', 'Bluesky', 'Streamable'] as const)('%s moves its data', async (name) => {
    const { outcome } = await lookUp(name, sites[name].post, (url) =>
      redirectTo('/moved/elsewhere', url),
    )
    expect(outcome).toBe('shape')
  })

  test.each(names)('ten dead links of %s leave a healthy one alone', async (name) => {
    let isDead = true
    const source = sourceOf(name, (url) =>
      isDead ? redirectTo(`${sites[name].site}/404`, url) : shown('', 410),
    )
    const signal = new AbortController().signal
    const ref = refOf(sites[name].post)
    for (let index = 0; index < 10; index += 1) await source.lookup(ref, signal)
    expect(source.status().breaker).toBe('closed')
    isDead = false
    expect(await source.lookup(ref, signal)).toMatchObject({ failure: { reason: 'gone' } })
  })
})

describe('a short link’s own end would be told as something else', () => {
  test.each(withShort)(
    '%s: pages for what is missing, home pages, other sites, stores',
    async (name) => {
      const { site } = sites[name]
      const outcomes = async (to: string) =>
        (await follow(name, (url) => redirectTo(to, url))).outcome
      expect(await outcomes(`${site}/404?from=x`)).toBe('gone')
      expect(await outcomes(`${site}/notfound`)).toBe('gone')
      expect(await outcomes(`${site}/unavailable`)).toBe('gone')
      expect(await outcomes('https://evil.example/login')).toBe('elsewhere')
      expect(await outcomes('https://apps.apple.com/app/id1')).toBe('app_store')
      const help = `https://help.${new URL(site).hostname.replace('www.', '')}/x`
      expect(await outcomes(help)).toBe('help')
      if (name !== 'TikTok') {
        // TikTok's ports and names are the parser's of its test origin.
        expect(await outcomes(`${site.replace('//', '//u:p@')}/404`)).toBe('elsewhere')
        expect(await outcomes(`${site}:8443/404`)).toBe('elsewhere')
      }
      const home = await outcomes(`${site}/`)
      expect(home).toBe(name === 'Instagram' ? 'blocked' : 'gone')
    },
  )

  test.each(withShort)(
    '%s: a page instead of a redirect leads to the post, as do its links',
    async (name) => {
      const { post: own } = sites[name]
      const leads = async (html: string, status = 200) => {
        const { asked } = await follow(name, () => shown(html, status))
        // TikTok's sign-in pages are asked for once more as another client.
        return new Set(asked).size > 1
      }
      expect(await leads(`<meta http-equiv="refresh" content="0;url=${own}">`)).toBe(true)
      expect(await leads(`<head><meta property="og:url" content="${own}"></head>`)).toBe(true)
      expect(await leads(`<a href="${own}">Moved</a>`, 200)).toBe(true)
      expect(await leads('<a href="/login">Log in</a>')).toBe(false)
      expect(await leads('<title>Nothing</title>')).toBe(false)
    },
  )

  test.each(withShort)('%s: a post behind the sign-in page is looked up', async (name) => {
    const { post: own, site } = sites[name]
    const to = encodeURIComponent(own)
    const targets: Partial<Record<Name, string>> = {
      TikTok: `/login?redirect_url=${to}`,
      X: `/i/flow/login?redirect_after_login=${encodeURIComponent(new URL(own).pathname)}`,
      Reddit: `/login/?dest=${to}`,
    }
    const target = site + (targets[name] ?? `/login/?next=${to}`)
    let hops = 0
    const { asked, outcome } = await follow(name, (url) => {
      hops += 1
      return hops === 1 ? redirectTo(target, url) : shown('', 404)
    })
    expect(asked.length).toBeGreaterThan(1)
    expect(outcome).toBe('gone')
  })
})

test('a platform without such rules would be added', () => {
  expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual(
    Object.keys(adapters).toSorted(),
  )
})

test('a Facebook video that is no reel would be lost', async () => {
  const { asked, outcome } = await lookUp('Facebook', sites.Facebook.post, (url) => {
    if (url.pathname.startsWith('/plugins/')) return redirectTo('/reel/', url)
    if (url.pathname.startsWith('/reel/')) {
      return redirectTo('/some.one/videos/a-title/730293269054799/', url)
    }
    return shown('', 410)
  })
  expect(asked.at(-1)).toBe('https://www.facebook.com/watch/?v=730293269054799')
  expect(outcome).toBe('gone')
})

test('a Reddit feed below its subreddit’s name would be lost', async () => {
  const feed = '/r/paperbirds/comments/6rrwxx/a_paper_bird/.rss'
  const { asked } = await lookUp('Reddit', sites.Reddit.post, (url) => redirectTo(feed, url))
  expect(asked).toEqual([
    'https://www.reddit.com/comments/6rrwxx/.rss',
    `https://www.reddit.com${feed}`,
  ])
})
