// @module-tag process
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createAsk } from '#app/download/platforms/ask.server.ts'
import { createPlatformSource } from '#app/download/platforms/platform-source.server.ts'
import { paced } from '#app/download/platforms/platforms.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { createTiktok } from '#app/download/platforms/tiktok/tiktok.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { startServer } from '#tests/fakes/http.ts'
import {
  landingLink,
  landings,
  oddShortLink,
  platformPost,
  startPlatform,
} from '#tests/fakes/platform-pages.ts'
import { closing } from '#tests/support/closing.ts'
import { holdClock } from '#tests/support/held-clock.ts'

const noPace = () => 0

async function world(intervalMs: () => number = noPace) {
  const foreign = closing(await startServer(({ res }) => void res.end('foreign')))
  const platform = closing(await startPlatform({ foreignOrigin: foreign.origin }))
  const trustedUpstreams = [platform.hostPort, foreign.hostPort]
  const client = closing(createGuardedClient({ trustedUpstreams }))
  const hosts = createTiktokHosts({ testOrigin: platform.origin, cdnHosts: () => [] })
  const source = createPlatformSource({
    id: 'native',
    adapter: createTiktok(hosts),
    ask: createAsk({ client, hosts, intervalMs }),
    timeoutMs: () => 600_000,
  })
  const lookup = (link: string, signal = new AbortController().signal) => {
    const parsed = parsePostLink(link)
    if (!parsed.ok) throw new Error(parsed.reason)
    return source.lookup(parsed.ref, signal)
  }
  const lookupPost = async (name: string, serial = 0) => {
    const post = platformPost(name, serial)
    const result = await lookup(post.url)
    return { result, pages: platform.pages(post.postId), ...post }
  }
  /** From now on posts that are known to work fail as well. */
  const failKnown = (name: string) => {
    for (const link of canaryLinks) platform.setBehaviour(link.split('/').at(-1) ?? '', name)
  }
  return { platform, foreign, source, lookup, lookupPost, failKnown }
}

type Result = Awaited<ReturnType<Awaited<ReturnType<typeof world>>['lookup']>>

function outcome(result: Result): string {
  if (result.ok) return 'ok'
  const { failure } = result
  if (failure.kind === 'not_found') return failure.reason
  return failure.kind === 'unavailable' ? failure.cause : failure.kind
}

function postOf(result: Result) {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.post
}

const address = (profile: string, path: string) => ({
  profile,
  url: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}`)),
})

describe('a post of the platform', () => {
  test('is read from its page with its files, counts and guest session', async () => {
    const { platform, lookupPost } = await world()
    const { result, postId } = await lookupPost('video')
    const post = postOf(result)
    expect(post).toMatchObject({
      source: 'native',
      platform: 'tiktok',
      postId,
      title: 'Test pattern with a tone #testing',
      author: { handle: 'tester', name: 'The Tester' },
      hd: null,
      sound: null,
      images: [],
      durationSeconds: 3,
      region: 'US',
      counts: { plays: 120_345, likes: 4321, comments: 87, shares: 12 },
      session: { profile: 'tiktok_guest', cookies: { tt_chain_token: 'TOKEN-1' } },
    })
    expect(post.video).toMatchObject({
      bytes: platform.files.get('video.mp4')?.size,
      codec: 'h264',
      width: 576,
      height: 1024,
      addresses: [
        address('tiktok_open', '/aweme/v1/play/'),
        address('tiktok_guest', `/media/a/${postId}/1/v16/video.mp4`),
        address('tiktok_guest', `/media/a/${postId}/1/v19/video.mp4`),
      ],
    })
    expect(post.cover?.addresses[0]).toMatchObject(address('tiktok_cdn', '/media/p/'))
    expect(Object.keys(post.session?.cookies ?? {}).sort()).toEqual(['tt_chain_token', 'ttwid'])
    // A guest's session counts two hours at most.
    const hours = ((post.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(1.9)
    expect(hours).toBeLessThanOrEqual(2)
  })

  test('is asked for by a fresh guest: no cookie goes in, not even those of the page before', async () => {
    const { platform, lookupPost } = await world(paced(1_000))
    holdClock()
    await lookupPost('video', 1)
    const second = lookupPost('video', 2)
    await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBeGreaterThan(0)
    vi.advanceTimersByTime(999)
    await turn()
    expect(platform.requests).toHaveLength(1)
    // Up to a quarter more.
    vi.advanceTimersByTime(251)
    await second
    expect(platform.requests).toHaveLength(2)
    for (const { headers, path } of platform.requests) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('referer')
      expect(headers['accept-encoding']).toBe('gzip, br')
      expect(path).toMatch(/^\/@_\/video\/\d+$/)
    }
  })

  const files = (post: ReturnType<typeof postOf>) =>
    [post.video, post.hd].map((file) => file && `${file.codec} ${file.width}x${file.height}`)

  test.for([
    ['hd', ['h264 576x1024', 'hevc 1080x1920']],
    ['hd_h264', ['h264 720x1280', null]],
    ['hevc_only', ['hevc 1080x1920', null]],
    ['unplayable_beside', ['h264 576x1024', null]],
    ['no_qualities', ['h264 576x1024', null]],
    ['only_play_address', ['h264 nullxnull', null]],
    ['play_address_list', ['h264 nullxnull', null]],
    ['renamed_scope', ['h264 576x1024', null]],
    ['nested_reflow', ['h264 576x1024', null]],
    ['author_as_text', ['h264 576x1024', null]],
    ['odd_types', ['h264 576x1024', null]],
    ['own_page', ['h264 576x1024', null]],
    ['error_once', ['h264 576x1024', null]],
    ['challenge_desktop', ['h264 576x1024', null]],
    ['expired', 'incomplete_answer'],
  ] as [string, unknown][])('%s gives %j', async ([name, wanted]) => {
    const { lookupPost } = await world()
    const { result } = await lookupPost(name)
    if (name === 'expired') {
      expect(postOf(result).expiresAt?.getTime()).toBeLessThan(Date.now())
    } else {
      expect(files(postOf(result))).toEqual(wanted)
    }
  })

  test('of pictures has them in order, with the sound when there is one', async () => {
    const { lookupPost } = await world()
    const { postId, result } = await lookupPost('slideshow')
    const slides = postOf(result)
    expect(slides).toMatchObject({ postId, video: null, hd: null })
    expect(slides.images).toHaveLength(3)
    expect(slides.images[1]?.addresses[0]).toMatchObject(
      address('tiktok_cdn', `/media/p/${postId}/p16/image-2\\.jpg.*\\.jpeg`),
    )
    expect(slides.sound?.addresses[0]).toMatchObject(address('tiktok_open', '/aweme/v1/play/'))
    expect(postOf((await lookupPost('slideshow_silent')).result).sound).toBeNull()
    expect(postOf((await lookupPost('slideshow_35')).result).images).toHaveLength(35)
    const own = postOf((await lookupPost('slideshow_own_sound')).result)
    expect(own.sound?.addresses[0]?.url).toContain('music.m4a')
  })

  test('whose page sets no token keeps only the URLs that need none, and no session', async () => {
    const { lookupPost } = await world()
    for (const name of ['no_token', 'evil_cookies']) {
      const post = postOf((await lookupPost(name)).result)
      expect(post.video?.addresses.map(({ profile }) => profile)).toEqual(['tiktok_open'])
      expect(post.session).toBeNull()
    }
  })
})

describe('a post that is not for everyone', () => {
  test.for([
    ['gone', 'gone'],
    ['region', 'region'],
    ['region_other_code', 'region'],
    ['deleted', 'gone'],
    ['deleted_other_code', 'gone'],
    ['deleted_privacy', 'gone'],
    ['private', 'private'],
    ['private_account', 'private'],
    ['private_self', 'private'],
    ['private_friends', 'private'],
    ['private_message', 'private'],
    ['private_as_text', 'private'],
    ['audit', 'restricted'],
    ['reviewing', 'restricted'],
    ['author_banned', 'restricted'],
    ['classified', 'restricted'],
    ['story', 'unsupported'],
    ['bad_id', 'gone'],
    ['region_code', 'region'],
    ['gone_code', 'gone'],
    ['gone_other_code', 'gone'],
    ['code_internal', 'unknown'],
    ['code_negative', 'unknown'],
    ['code_new', 'unknown'],
    ['code_odd', 'unknown'],
    ['panic_deleted', 'gone'],
    ['age', 'age'],
    ['flag_private', 'private'],
    ['flag_secret', 'private'],
    ['flag_friends', 'private'],
    ['flag_account', 'private'],
    ['flag_reviewing', 'restricted'],
    ['flag_taken_down', 'gone'],
    ['profile_page', 'unknown'],
    ['other_post', 'unknown'],
    ['missing_page', 'gone'],
  ] as [string, string][])('%s is %s after one request', async ([name, reason]) => {
    const { source, lookupPost } = await world()
    const { result, pages } = await lookupPost(name)
    expect([outcome(result), pages]).toEqual([reason, 1])
    expect(source.status().breaker).toBe('closed')
  })
})

describe('R8: a page that cannot be used is a failure of the source', () => {
  test.for([
    ['panic', 'bad_answer', 2],
    ['challenge', 'challenged', 2],
    ['challenge_header', 'challenged', 2],
    ['challenge_short', 'challenged', 2],
    ['challenge_once', 'ok', 2],
    ['decoy', 'shape', 2],
    ['no_scope', 'shape', 2],
    ['no_item', 'shape', 2],
    ['cut_script', 'shape', 2],
    ['wrong_id', 'shape', 2],
    ['forbidden', 'blocked', 1],
    ['too_many', 'blocked', 1],
    ['app_refusal', 'blocked', 1],
    ['region_page', 'blocked', 1],
    ['login', 'blocked', 1],
    ['signup', 'blocked', 1],
    ['home_page', 'blocked', 1],
    ['other_page', 'blocked', 1],
    ['redirect_away', 'blocked', 1],
    ['no_target', 'challenged', 2],
    ['bad_target', 'challenged', 2],
    ['server_error', 'http_status', 2],
    ['endless', 'too_large', 1],
    ['gzip_bomb', 'too_large', 1],
    ['huge_script', 'too_large', 1],
    ['hvc1_only', 'incomplete_answer', 1],
    ['bytevc2_only', 'incomplete_answer', 1],
    ['only_watermarked', 'incomplete_answer', 1],
    ['foreign_address', 'incomplete_answer', 1],
  ] as const)('%s is %s after %d requests', async ([name, wanted, requests]) => {
    const { foreign, lookupPost } = await world()
    const { result, pages } = await lookupPost(name)
    expect([outcome(result), pages]).toEqual([wanted, requests])
    expect(foreign.requests).toEqual([])
  })

  test('a challenge is never solved: the second and last request is made under our own name', async () => {
    const { platform, lookupPost } = await world()
    await lookupPost('challenge')
    const { postId } = platformPost('challenge')
    const ofPost = platform.requests.filter(({ path }) => path.includes(postId))
    const agents = ofPost.map(({ headers }) => headers['user-agent'])
    expect(agents).toEqual([
      expect.stringContaining('iPhone'),
      expect.stringMatching(/^Cleanclip\//),
    ])
    expect(platform.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true)
  })

  test.for(['challenge', 'forbidden', 'too_many', 'region_page'])(
    'R32: after %s the platform is left alone for a minute, if a known post is refused as well',
    async (name) => {
      const { source, lookupPost } = await world()
      expect(outcome((await lookupPost(name)).result)).toMatch(/challenged|blocked/)
      expect(source.status().breaker).toBe('closed')
      expect(outcome((await lookupPost('video')).result)).toBe('ok')
      const other = await world()
      other.failKnown('forbidden')
      const { result: first } = await other.lookupPost(name)
      expect([outcome(first), other.source.status().breaker]).toEqual(['breaker_open', 'open'])
      const before = other.platform.requests.length
      const { result } = await other.lookupPost('video')
      expect(outcome(result)).toBe('breaker_open')
      expect(result).toMatchObject({ failure: { retryAfterSeconds: expect.closeTo(60, -1) } })
      expect(other.platform.requests.length).toBe(before)
    },
  )

  test('R32: after pages of three posts and a known post that can’t be read, the platform is left alone', async () => {
    const { source, lookupPost, failKnown } = await world()
    failKnown('decoy')
    for (const serial of [1, 1, 1, 2]) await lookupPost('decoy', serial)
    expect(source.status().breaker).toBe('closed')
    await lookupPost('decoy', 3)
    const { result, pages } = await lookupPost('video')
    expect([outcome(result), pages]).toEqual(['breaker_open', 0])
    expect(result).toMatchObject({ failure: { retryAfterSeconds: expect.closeTo(60, -1) } })
  })

  test('R32: codes of posts, however many and whichever, are no fault of the platform', async () => {
    const { platform, source, lookupPost, failKnown } = await world()
    failKnown('panic')
    const codes = [
      'code_internal',
      'code_negative',
      'code_new',
      'code_odd',
      'region_code',
      'gone_code',
    ]
    for (const name of codes) await lookupPost(name)
    expect(platform.requests).toHaveLength(codes.length)
    expect(source.status().breaker).toBe('closed')
    expect(outcome((await lookupPost('video')).result)).toBe('ok')
  })

  test('one that hangs ends when the visitor leaves', async () => {
    const { platform, lookup } = await world()
    const visitor = new AbortController()
    const result = lookup(platformPost('hang').url, visitor.signal)
    await expect.poll(() => platform.requests.length).toBe(1)
    visitor.abort()
    expect(outcome(await result)).toBe('aborted')
    await expect.poll(() => platform.requests[0]?.state).toBe('aborted')
  })
})

describe('a short link', () => {
  test('of any kind leads to its post', async () => {
    const { lookup } = await world()
    const { postId, shortUrls } = platformPost('video')
    const links = [
      shortUrls.vm,
      shortUrls.www,
      ...'RHBSMKQTVYJ'.split('').map((letter) => oddShortLink(letter, postId)),
    ]
    for (const link of links) expect(postOf(await lookup(link)).postId, link).toBe(postId)
  })

  test.for([
    ['D', 'gone'],
    ['L', 'gone'],
    ['U', 'unsupported'],
    ['G', 'blocked'],
    ['A', 'unsupported'],
    ['N', 'gone'],
    ['E', 'unknown'],
    ['F', 'blocked'],
    ['O', 'blocked'],
    ['C', 'blocked'],
    ['Z', 'gone'],
    ['I', 'gone'],
  ] as const)('that leads nowhere (%s) is %s', async ([letter, wanted]) => {
    const { lookup } = await world()
    const { postId } = platformPost('video')
    expect(outcome(await lookup(oddShortLink(letter, postId)))).toBe(wanted)
  })

  test('S5: to another host is not followed', async () => {
    const { foreign, lookup } = await world()
    const { postId } = platformPost('video')
    const result = await lookup(oddShortLink('X', postId))
    expect(result).toMatchObject({ failure: { reason: 'unsupported', landing: 'elsewhere' } })
    expect(foreign.requests).toEqual([])
  })

  test('R32: that leads to no post is named for what it is, and doesn’t count against the source', async () => {
    const { source, lookup, lookupPost, failKnown } = await world()
    failKnown('forbidden')
    for (const [index, [url, landing]] of landings.entries()) {
      const result = await lookup(landingLink(index))
      expect([url, result]).toEqual([
        url,
        { ok: false, failure: expect.objectContaining({ reason: 'unsupported', landing }) },
      ])
    }
    for (const letter of 'NEFDLGAOCZI')
      await lookup(oddShortLink(letter, platformPost('video').postId))
    expect(source.status().breaker).toBe('closed')
    expect(outcome((await lookupPost('video')).result)).toBe('ok')
  })
})
