// @module-tag module
import { describe, expect, test } from 'vitest'
import { postUrl } from '#app/download/platforms/links.ts'
import { x } from '#app/download/platforms/x/x.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { startX, type XPostName } from '#tests/fakes/platforms/x.ts'
import { closing } from '#tests/support/closing.ts'
import { outcomeOf, postOf, readerOf } from './reader-world.ts'

const id = '1790000000000000001'

async function world() {
  const fake = closing(await startX())
  const reader = readerOf(x, fake)
  const lookup = (name: XPostName) => reader.lookup(fake.link(name))
  return { fake, ...reader, lookup, lookupLink: reader.lookup }
}

const post = (more: object = {}) => ({
  ok: true,
  ref: { kind: 'post', platform: 'x', postId: `x:${id}`, user: 'a_b', media: 'video', ...more },
})

describe('links', () => {
  test.each([
    ...['x.com', 'www.x.com', 'mobile.x.com', 'm.x.com', 'twitter.com', 'www.twitter.com'],
    ...['mobile.twitter.com', 'fxtwitter.com', 'vxtwitter.com', 'd.fxtwitter.com', 'fixupx.com'],
    ...['fixvx.com', 'www.fixvx.com'],
  ])('a post on %s is found', (host) => {
    expect(parsePostLink(`https://${host}/a_b/status/${id}?s=20&t=abc`)).toEqual(post())
    expect(parsePostLink(`${host}/a_b/status/${id}`)).toEqual(post())
  })

  test.each([
    [`/a_b/statuses/${id}`, {}],
    [`/a_b/status/${id}/`, {}],
    [`/a_b/status/${id}/video/1`, { item: 1 }],
    [`/a_b/status/${id}/video/4`, { item: 4 }],
    [`/a_b/status/${id}/video/5`, {}],
    [`/a_b/status/${id}/photo/2`, { media: 'photo' }],
    [`/a_b/status/${id}/mediaviewer`, {}],
    [`/a_b/status/${id}/en`, {}],
    [`/i/status/${id}`, { user: null }],
    [`/i/web/status/${id}`, { user: null }],
    [`/i/bookmarks?post_id=${id}`, { user: null }],
    [`/an-impossible.name/status/${id}`, { user: null }],
  ])('the post of %s is found', (path, more) => {
    expect(parsePostLink(`https://x.com${path}`)).toEqual(post(more))
  })

  test('a link in a shared text, a key and a short link are found', () => {
    expect(parsePostLink(`Look at this! https://x.com/a_b/status/${id} via X`)).toEqual(post())
    expect(parsePostLink(`x:${id}`)).toEqual(post({ user: null }))
    expect(parsePostLink('https://t.co/AbC123defg')).toEqual({
      ok: true,
      ref: { kind: 'short', platform: 'x', host: 't.co', code: 'AbC123defg' },
    })
  })

  test.each([
    ['/a_b/status/', 'bad_id'],
    ['/a_b/status/abc', 'bad_id'],
    ['/a_b/status/0123', 'bad_id'],
    [`/a_b/status/${'1'.repeat(21)}`, 'bad_id'],
    ['/i/web/status/', 'bad_id'],
    ['/i/bookmarks?post_id=', 'bad_id'],
    ['/i/bookmarks', 'collection'],
    ['/a_b', 'profile'],
    ['/a_b/media', 'profile'],
    ['/a_b/lists/x', 'collection'],
    ['/i/lists/123', 'collection'],
    ['/i/spaces/1YqKDqWqdPLJV', 'live'],
    ['/i/broadcasts/1YqKDqWqdPLJV', 'live'],
    ['/hashtag/cats', 'tag'],
    ['/search?q=cats', 'discover'],
    ['/explore', 'discover'],
    ['/i/flow/login', 'login'],
    ['/login', 'login'],
    ['/tos', 'about'],
    ['/i/anything', 'unknown_path'],
    ['/', 'unknown_path'],
  ])('%s is refused as %s', (path, reason) => {
    expect(parsePostLink(`https://x.com${path}`)).toEqual({ ok: false, reason })
  })

  test.each(['https://netflix.com/a/status/1', 'https://x.com.evil.example/a/status/1'])(
    'another site is not taken for X: %s',
    (link) => {
      expect(parsePostLink(link)).toEqual({ ok: false, reason: 'not_platform' })
    },
  )

  test('a rebuilt link leads to the same post and holds nothing else of the pasted one', () => {
    const parsed = parsePostLink(`https://fxtwitter.com/a_b/status/${id}/video/2?x=<b>#evil`)
    if (!parsed.ok) throw new Error(parsed.reason)
    expect(postUrl(parsed.ref)).toBe(`https://x.com/a_b/status/${id}/video/2`)
    const key = parsePostLink(`x:${id}`)
    expect(key.ok && postUrl(key.ref)).toBe(`https://x.com/i/status/${id}`)
  })
})

describe('a post', () => {
  test('is read by one request with the token of its id, without cookies', async () => {
    const { fake, lookup } = await world()
    const read = postOf(await lookup('video'))
    expect(fake.asked()).toEqual([
      `GET https://cdn.syndication.twimg.com/tweet-result?id=${id}&token=4c7g8auqyik&lang=en`,
    ])
    const [request] = fake.requests
    expect(request?.headers).toMatchObject({ accept: 'application/json' })
    expect(request?.headers['user-agent']).toBe('Cleanclip/1.0')
    expect(request?.headers).not.toHaveProperty('cookie')
    expect(read).toMatchObject({
      source: 'native',
      platform: 'x',
      postId: `x:${id}`,
      title: 'two clips & more',
      author: { handle: 'a_b', name: 'A B' },
      durationSeconds: 6.001,
      isSilent: false,
      isSensitive: false,
      moreVideos: [],
      images: [],
      postedAt: new Date('2026-05-13T09:00:00.000Z'),
      counts: { plays: null, likes: 3, comments: 1, shares: null },
      expiresAt: null,
      session: null,
    })
  })

  test('has the token that X made for a known id', async () => {
    const { fake, lookupLink } = await world()
    await lookupLink('https://x.com/captainamerica/status/719944021058060289')
    expect(fake.asked()[0]).toContain('token=1qtrrnvqpw&')
  })

  test('keeps the last digits of its id, which a number loses', async () => {
    const { lookup } = await world()
    expect(postOf(await lookup('clips')).postId).toBe('x:1790000000000000002')
    expect(postOf(await lookup('mixed')).postId).toBe('x:1790000000000000003')
  })

  test('is offered at 720p and 1080p, without what X counts in the address', async () => {
    const { lookup, open } = await world()
    const { video, hd, cover } = postOf(await lookup('video'))
    expect(video).toMatchObject({
      addresses: [
        { url: 'https://video.twimg.com/amplify_video/1/vid/avc1/720x1280/c.mp4', profile: 'x' },
      ],
      codec: 'h264',
      width: 720,
      height: 1280,
    })
    expect(hd).toMatchObject({ codec: 'h264', width: 1080, height: 1920 })
    expect(cover?.addresses[0]?.url).toBe(
      'https://pbs.twimg.com/amplify_video_thumb/1/img/c?format=jpg&name=orig',
    )
    if (video === null || hd === null || cover === null) throw new Error('A file is missing')
    expect(await open(video)).toBe('mp4')
    expect(await open(hd)).toBe('mp4')
    expect(await open(cover, 'image')).toBe('jpeg')
  })

  test('with several videos, a GIF and a picture has them all, in order', async () => {
    const { lookup, open } = await world()
    const { video, moreVideos, images } = postOf(await lookup('clips'))
    expect(video?.addresses[0]?.url).toContain('/amplify_video/1/')
    const [gif, second] = moreVideos
    expect(gif).toMatchObject({
      isSilent: true,
      durationSeconds: null,
      hd: null,
      video: { width: 480, height: 480 },
    })
    expect(second).toMatchObject({ isSilent: false, durationSeconds: 6.002 })
    expect(second?.video.addresses[0]?.url).toContain('/amplify_video/2/')
    expect(images).toHaveLength(1)
    if (gif === undefined) throw new Error('No GIF')
    expect(await open(gif.video)).toBe('mp4')
  })

  test('with one GIF is silent', async () => {
    const { lookup } = await world()
    expect(postOf(await lookup('gif'))).toMatchObject({ isSilent: true, moreVideos: [] })
  })

  test('with pictures has each at its largest, and a smaller one where that is lost', async () => {
    const { lookup, open } = await world()
    const { video, images, cover } = postOf(await lookup('photos'))
    expect(video).toBeNull()
    expect(cover).toEqual(images[0])
    expect(images.map(({ addresses }) => addresses.map(({ url }) => url))).toEqual([
      [
        'https://pbs.twimg.com/media/P?format=jpg&name=orig',
        'https://pbs.twimg.com/media/P?format=jpg&name=4096x4096',
      ],
      [
        'https://pbs.twimg.com/media/Q?format=jpg&name=orig',
        'https://pbs.twimg.com/media/Q?format=jpg&name=4096x4096',
      ],
    ])
    for (const image of images) expect(await open(image, 'image')).toBe('jpeg')
  })

  test('keeps its pictures beside a video', async () => {
    const { lookup } = await world()
    const { video, images, order } = postOf(await lookup('mixed'))
    expect(video).not.toBeNull()
    expect(images).toHaveLength(2)
    expect(order).toEqual(['image', 'video', 'image'])
  })

  test('shows the quoted post’s video only if it has none', async () => {
    const { lookup, fake } = await world()
    const quote = postOf(await lookup('quote'))
    expect(quote.postId).toBe(`x:${fake.ids.quote}`)
    expect(quote.video?.addresses[0]?.url).toContain('/amplify_video/7/')
    const own = postOf(await lookup('own'))
    expect(own.video?.addresses[0]?.url).toContain('/amplify_video/1/')
    expect(own.moreVideos).toEqual([])
  })

  test('is found in the short form of its files, and inside a wrapped answer', async () => {
    const { lookup } = await world()
    const short = postOf(await lookup('short_form'))
    expect(short.hd).toMatchObject({ width: 1080 })
    expect(short.images).toHaveLength(1)
    const wrapped = postOf(await lookup('wrapped'))
    expect(wrapped.video?.addresses[0]?.url).toContain('/amplify_video/1/')
  })

  test('is never offered in a codec that plays badly, nor from another host', async () => {
    const { lookup } = await world()
    const other = postOf(await lookup('other_codecs'))
    expect(other).toMatchObject({ hd: null, video: { width: 720 } })
    const { video, hd, images } = postOf(await lookup('foreign_files'))
    expect(video).toMatchObject({ width: 720 })
    expect([hd, images.flatMap(({ addresses }) => addresses)]).toEqual([null, []])
    expect(video?.addresses).toHaveLength(1)
  })

  test('marked as sensitive is known as such', async () => {
    const { lookup } = await world()
    expect(postOf(await lookup('sensitive')).isSensitive).toBe(true)
  })

  test('with hostile texts, or fields of other types, is still read', async () => {
    const { lookup } = await world()
    expect(postOf(await lookup('hostile'))).toMatchObject({
      title: '</script><img src=x onerror=alert(1)>\u202e "quoted"',
      author: { handle: null, name: '<b>Name</b>' },
      postedAt: null,
      counts: { likes: null, comments: null },
    })
    expect(postOf(await lookup('odd_fields'))).toMatchObject({
      title: 'two clips & more',
      author: { handle: null, name: null },
      counts: { likes: 3 },
      isSensitive: true,
    })
  })

  test('in reply to someone is titled by its own words', async () => {
    const { lookup } = await world()
    expect(postOf(await lookup('reply')).title).toBe('🎉 look')
  })

  test('whose first answer is empty is asked for once more', async () => {
    const { lookup, fake } = await world()
    expect(outcomeOf(await lookup('empty_once'))).toBe('ok')
    expect(fake.requests).toHaveLength(2)
    expect(outcomeOf(await lookup('empty'))).toBe('shape')
    expect(fake.requests).toHaveLength(4)
  })

  test('whose file is refused gets a new address by a new look-up', async () => {
    const { lookup, open } = await world()
    const dead = postOf(await lookup('dead_once')).video
    const fresh = postOf(await lookup('dead_once')).video
    if (dead === null || fresh === null) throw new Error('No video')
    expect(await open(dead)).toBe('gone')
    expect(await open(fresh)).toBe('mp4')
  })
})

describe('what is not available', () => {
  test.each<[XPostName, string]>([
    ['missing', 'gone'],
    ['nothing', 'gone'],
    ['deleted', 'gone'],
    ['age', 'age'],
    ['bare_tombstone', 'age'],
    ['private', 'private'],
    ['withheld', 'region'],
    ['broken_rules', 'restricted'],
    ['unavailable', 'restricted'],
    ['text', 'unsupported'],
    ['retweet', 'unsupported'],
    ['stream', 'unsupported'],
    ['limited', 'rate_limited'],
    ['limited_unsaid', 'rate_limited'],
    ['refused', 'blocked'],
    ['login', 'blocked'],
    ['moved', 'unknown'],
    ['shell', 'shape'],
    ['shape', 'shape'],
    ['wrong', 'shape'],
    ['broken', 'shape'],
    ['huge', 'too_large'],
  ])('%s is told apart as %s', async (name, outcome) => {
    const { lookup } = await world()
    expect(outcomeOf(await lookup(name))).toBe(outcome)
  })

  test('text alone is named in the log', async () => {
    const { lookup } = await world()
    expect(await lookup('text')).toMatchObject({ failure: { platformCode: 'text only' } })
  })

  test('a limit says when to come back', async () => {
    const { lookup } = await world()
    const failure = { kind: 'rate_limited', retryAfterSeconds: 120 }
    expect(await lookup('limited')).toEqual({ ok: false, failure })
    expect(await lookup('limited_unsaid')).toMatchObject({ failure: { retryAfterSeconds: 60 } })
  })

  test('one refused link pauses X only once a known post is refused too', async () => {
    const first = await world()
    await first.lookup('refused')
    expect(first.source.status().breaker).toBe('closed')
    const second = await world()
    second.fake.failKnown('refused')
    expect(outcomeOf(await second.lookup('refused'))).toBe('breaker_open')
  })
})

describe('a short link', () => {
  test.each(['video', 'second', 'page'])(
    'that leads to a post gives the post: %s',
    async (code) => {
      const { lookupLink, fake } = await world()
      expect(postOf(await lookupLink(fake.shortLink(code))).postId).toBe(`x:${id}`)
      expect(fake.requests.at(-1)?.url).toContain('/cdn.syndication.twimg.com/')
    },
  )

  test.each([
    ['unknown', 'gone', undefined],
    ['shown', 'unknown', undefined],
    ['shownHome', 'gone', undefined],
    ['noTarget', 'blocked', undefined],
    ['badTarget', 'blocked', undefined],
    ['loop', 'gone', undefined],
    ['login', 'blocked', undefined],
    ['profile', 'unsupported', 'profile'],
    ['space', 'unsupported', 'live'],
    ['elsewhere', 'unsupported', 'elsewhere'],
    ['likeness', 'unsupported', 'elsewhere'],
    ['inside', 'unsupported', 'elsewhere'],
    ['port', 'unsupported', 'elsewhere'],
    ['credentials', 'unsupported', 'elsewhere'],
  ])('that leads to no post says so, and nothing else is asked: %s', async (code, reason, page) => {
    const { lookupLink, fake } = await world()
    const result = await lookupLink(fake.shortLink(code))
    expect(outcomeOf(result)).toBe(reason)
    if (page !== undefined) expect(result).toMatchObject({ failure: { landing: page } })
    expect(fake.requests.length).toBeLessThanOrEqual(3)
    for (const asked of fake.asked()) expect(asked).toMatch(/^GET https:\/\/t\.co\//)
  })
})
