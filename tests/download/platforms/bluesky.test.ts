// @module-tag module
import { describe, expect, test } from 'vitest'
import { linksIn } from '#app/download/batch/links.ts'
import { bluesky } from '#app/download/platforms/bluesky/bluesky.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import type { MediaFile } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { type BlueskyPostName, startBluesky } from '#tests/fakes/platforms/bluesky.ts'
import { closing } from '#tests/support/closing.ts'
import { outcomeOf, postOf, readerOf } from './reader-world.ts'

const did = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa'
const rkey = '3kaaaaaaaaa2a'

async function world() {
  const fake = closing(await startBluesky())
  const resolved: string[] = []
  const reader = readerOf(bluesky, fake, async (name) => {
    resolved.push(name)
    return [{ address: name === 'inside.example' ? '10.0.0.7' : '127.0.0.1', family: 4 }]
  })
  const lookup = (name: BlueskyPostName) => reader.lookup(fake.link(name))
  /** Opens the video of a post, and returns its kind and the hosts that were asked for it. */
  async function save(name: BlueskyPostName) {
    const video = fileOf(postOf(await lookup(name)).video)
    fake.requests.length = 0
    const outcome = await reader.open(video)
    const hosts = fake.asked().map((asked) => new URL(asked.split(' ')[1] ?? '').hostname)
    return { outcome, hosts }
  }
  return { fake, ...reader, lookup, lookupLink: reader.lookup, save, resolved }
}

function fileOf(file: MediaFile | null | undefined): MediaFile {
  if (file === null || file === undefined) throw new Error('No file')
  return file
}

const post = {
  ok: true,
  ref: {
    kind: 'post',
    platform: 'bluesky',
    postId: `bluesky:${did}:${rkey}`,
    user: null,
    media: 'video',
  },
}
const named = {
  ok: true,
  ref: { kind: 'short', platform: 'bluesky', host: 'bsky.app', code: `a.test/${rkey}` },
}

describe('links', () => {
  test.each([
    ...['bsky.app', 'www.bsky.app', 'main.bsky.dev', 'fxbsky.app', 'bskyx.app', 'bskx.app'],
    ...['vxbsky.app', 'r.fxbsky.app'],
  ])('a post on %s is found', (host) => {
    expect(parsePostLink(`https://${host}/profile/${did}/post/${rkey}`)).toEqual(post)
    expect(parsePostLink(`https://${host}/profile/A.test/post/${rkey}?ref=x#y`)).toEqual(named)
    expect(parsePostLink(`${host}/profile/a.test/post/${rkey}`)).toEqual(named)
  })

  test.each([
    [`at://${did}/app.bsky.feed.post/${rkey}`, post],
    [`AT://a.test/app.bsky.feed.post/${rkey}`, named],
    [`see at://a.test/app.bsky.feed.post/${rkey}.`, named],
    [`(at://${did}/app.bsky.feed.post/${rkey})`, post],
    [`https://bsky.app/profile/did%3Aplc%3A${'a'.repeat(24)}/post/${rkey}`, post],
    [`Look: https://bsky.app/profile/a.test/post/${rkey} thanks`, named],
    [`bluesky:${did}:${rkey}`, post],
  ])('the post of %s is found', (link, found) => {
    expect(parsePostLink(link)).toEqual(found)
  })

  test('an account named after a domain is known by it', () => {
    const postId = `bluesky:did:web:clips.example.com:${rkey}`
    const link = `https://bsky.app/profile/did:web:clips.example.com/post/${rkey}`
    expect(parsePostLink(link)).toEqual({ ok: true, ref: { ...post.ref, postId } })
    expect(parsePostLink(postId)).toEqual({ ok: true, ref: { ...post.ref, postId } })
  })

  test('a list of links can hold the network’s own addresses', () => {
    const text = `at://${did}/app.bsky.feed.post/${rkey}, https://bsky.app/profile/a.test/post/${rkey}`
    expect(linksIn(text)).toMatchObject([
      { ok: true, key: `bluesky:${did}:${rkey}` },
      { ok: true, key: `bsky.app/a.test/${rkey}` },
    ])
  })

  test.each([
    ['/profile/a.test/post/', 'bad_id'],
    ['/profile/a.test/post/3kaaa', 'bad_id'],
    ['/profile/a.test/post/3KAAAAAAAAA2A', 'bad_id'],
    [`/profile/nodot/post/${rkey}`, 'bad_id'],
    [`/profile/did:plc:short/post/${rkey}`, 'bad_id'],
    [`/profile/did:web:127.0.0.1/post/${rkey}`, 'bad_id'],
    [`/profile/did:web:localhost/post/${rkey}`, 'bad_id'],
    [`/profile/did:web:h.example%3A8443/post/${rkey}`, 'bad_id'],
    ['/profile/a.test', 'profile'],
    ['/profile/a.test/feed/cats', 'collection'],
    ['/profile/a.test/lists/3kaaaaaaaaa2a', 'collection'],
    ['/starter-pack/a.test/3kaaaaaaaaa2a', 'collection'],
    ['/search?q=cats', 'discover'],
    ['/hashtag/cats', 'tag'],
    ['/settings', 'unknown_path'],
    ['/', 'unknown_path'],
  ])('%s is refused as %s', (path, reason) => {
    expect(parsePostLink(`https://bsky.app${path}`)).toEqual({ ok: false, reason })
  })

  test.each([
    ['at://a.test', 'profile'],
    [`at://a.test/app.bsky.feed.like/${rkey}`, 'unknown_path'],
    ['at://a.test/app.bsky.feed.post/', 'bad_id'],
    [`at://user@h.example/app.bsky.feed.post/${rkey}`, 'bad_id'],
    [`at://127.0.0.1/app.bsky.feed.post/${rkey}`, 'bad_id'],
    [`xat://a.test/app.bsky.feed.post/${rkey}`, 'not_platform'],
    [`https://bsky.app.evil.example/profile/a.test/post/${rkey}`, 'not_platform'],
  ])('%s is refused as %s', (link, reason) => {
    expect(parsePostLink(link)).toEqual({ ok: false, reason })
  })

  test('a rebuilt link leads to the same post', () => {
    for (const link of [`at://A.test/app.bsky.feed.post/${rkey}`, `bluesky:${did}:${rkey}`]) {
      const parsed = parsePostLink(link)
      if (!parsed.ok) throw new Error(parsed.reason)
      expect(parsePostLink(postUrl(parsed.ref))).toEqual(parsed)
    }
  })
})

describe('a post', () => {
  test('is read by one request of the public API, without cookies', async () => {
    const { fake, lookup } = await world()
    const read = postOf(await lookup('video'))
    expect(fake.asked()).toEqual([
      `GET https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?uri=at://${did}/app.bsky.feed.post/${rkey}&depth=0&parentHeight=0`,
    ])
    const [request] = fake.requests
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': 'Cleanclip/1.0',
    })
    expect(request?.headers).not.toHaveProperty('cookie')
    expect(read).toMatchObject({
      source: 'native',
      platform: 'bluesky',
      postId: `bluesky:${did}:${rkey}`,
      title: 'a clip & <more>',
      author: { handle: 'video.test', name: 'A' },
      hd: null,
      images: [],
      captions: [],
      moreVideos: [],
      durationSeconds: null,
      isSilent: false,
      isSensitive: false,
      postedAt: new Date('2026-05-13T09:00:00.000Z'),
      counts: { plays: null, likes: 3, comments: 1, shares: 2 },
      expiresAt: null,
      session: null,
    })
  })

  test('linked by its author’s name takes one request too, and is the same post', async () => {
    const { fake, lookupLink } = await world()
    const read = postOf(await lookupLink(fake.handleLink('video')))
    expect(read.postId).toBe(`bluesky:${did}:${rkey}`)
    expect(fake.asked()).toHaveLength(1)
    expect(fake.asked()[0]).toContain(`uri=at://video.test/app.bsky.feed.post/${rkey}&`)
  })

  test('is saved as it was uploaded, by way of Bluesky’s server', async () => {
    const { fake, lookup, open } = await world()
    const { video, cover } = postOf(await lookup('video'))
    const file = fileOf(video)
    const address = `https://bsky.social/xrpc/com.atproto.sync.getBlob?did=${did}&cid=`
    expect(file.addresses[0]).toEqual({
      url: expect.stringContaining(`${address}b`),
      profile: 'bluesky',
    })
    expect(file).toMatchObject({ bytes: expect.any(Number), codec: null, width: null })
    fake.requests.length = 0
    expect(await open(file)).toBe('mp4')
    expect(fake.asked().map((asked) => asked.split('?')[0])).toEqual([
      'GET https://bsky.social/xrpc/com.atproto.sync.getBlob',
      'GET https://x.us-west.host.bsky.network/xrpc/com.atproto.sync.getBlob',
    ])
    for (const { headers } of fake.requests) {
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('referer')
    }
    expect(await open(fileOf(cover), 'image')).toBe('jpeg')
  })

  test('uploaded as HEVC is saved as such, with no codec claimed before', async () => {
    const { lookup, open } = await world()
    const { video } = postOf(await lookup('hevc'))
    expect(video?.codec).toBeNull()
    expect(await open(fileOf(video))).toBe('mp4')
  })

  test('has its captions once for each language', async () => {
    const { lookup, open } = await world()
    const { captions } = postOf(await lookup('captions'))
    expect(captions.map(({ language }) => language)).toEqual(['en', 'de-AT'])
    for (const { file } of captions) expect(await open(file, 'captions')).toBe('vtt')
  })

  test('with a quoted post beside the video has its own video', async () => {
    const { lookup } = await world()
    const beside = postOf(await lookup('beside_quote'))
    const alone = postOf(await lookup('video'))
    expect(beside.video?.variantKey).toBe(alone.video?.variantKey)
  })

  test.each<[BlueskyPostName, number]>([
    ['photos', 3],
    ['gallery', 7],
    ['photos_beside_quote', 2],
  ])('with pictures has all of them: %s', async (name, count) => {
    const { lookup, open } = await world()
    const { video, images, cover } = postOf(await lookup(name))
    expect(video).toBeNull()
    expect(images).toHaveLength(count)
    expect(cover).toEqual(images[0])
    expect(await open(fileOf(images.at(-1)), 'image')).toBe('jpeg')
  })

  test('shown like a GIF is silent', async () => {
    const { lookup, open } = await world()
    const { isSilent, video } = postOf(await lookup('gif'))
    expect(isSilent).toBe(true)
    expect(await open(fileOf(video))).toBe('mp4')
  })

  test('is found by its author’s record alone, and inside a wrapped answer', async () => {
    const { lookup } = await world()
    const { video, cover } = postOf(await lookup('record_only'))
    expect([video?.bytes, cover]).toEqual([expect.any(Number), null])
    const wrapped = postOf(await lookup('wrapped'))
    expect(wrapped.author.handle).toBe('wrapped.test')
  })

  test('labeled for adults is known as such, unless the label was taken back', async () => {
    const { lookup } = await world()
    const isSensitive = async (name: BlueskyPostName) => postOf(await lookup(name)).isSensitive
    expect(await isSensitive('sensitive')).toBe(true)
    expect(await isSensitive('sensitive_author')).toBe(true)
    expect(await isSensitive('not_sensitive')).toBe(false)
  })

  test('with hostile texts, or fields of other types, is still read', async () => {
    const { lookup } = await world()
    expect(postOf(await lookup('hostile'))).toMatchObject({
      title: '</script><img src=x onerror=alert(1)>\u202e',
      author: { handle: 'hostile.test', name: '<b>A</b>' },
      postedAt: null,
      counts: { likes: null, comments: 7, shares: null },
    })
    expect(postOf(await lookup('odd_fields'))).toMatchObject({
      title: '',
      cover: null,
      isSensitive: true,
      video: { bytes: null },
    })
  })

  test('has pictures from Bluesky’s own hosts alone', async () => {
    const { lookup } = await world()
    const { images } = postOf(await lookup('foreign_files'))
    expect(images.flatMap(({ addresses }) => addresses.map(({ url }) => url))).toEqual([
      expect.stringMatching(/^https:\/\/cdn\.bsky\.app\/img\//),
    ])
  })
})

describe('what is not available', () => {
  test.each<[BlueskyPostName, string]>([
    ['gone', 'gone'],
    ['not_found', 'gone'],
    ['lost_account', 'gone'],
    ['closed_account', 'gone'],
    ['taken_down', 'gone'],
    ['hidden', 'restricted'],
    ['blocked', 'restricted'],
    ['members_only', 'private'],
    ['text', 'unsupported'],
    ['quote', 'unsupported'],
    ['external_gif', 'unsupported'],
    ['limited', 'rate_limited'],
    ['refused', 'blocked'],
    ['login', 'blocked'],
    ['shell', 'shape'],
    ['shape', 'shape'],
    ['wrong', 'shape'],
    ['wrong_account', 'shape'],
    ['broken', 'bad_answer'],
    ['huge', 'too_large'],
  ])('%s is told apart as %s', async (name, outcome) => {
    const { fake, lookup, lookupLink } = await world()
    expect(outcomeOf(await lookup(name))).toBe(outcome)
    expect(outcomeOf(await lookupLink(fake.handleLink(name)))).toBe(outcome)
  })

  test('a limit says when to come back', async () => {
    const { lookup } = await world()
    const failure = { kind: 'rate_limited', retryAfterSeconds: 120 }
    expect(await lookup('limited')).toEqual({ ok: false, failure })
    const until = await lookup('limited_until')
    const seconds =
      until.ok || until.failure.kind !== 'rate_limited' ? 0 : until.failure.retryAfterSeconds
    expect(seconds).toBeGreaterThan(150)
    expect(seconds).toBeLessThanOrEqual(201)
  })

  test('one refused link pauses Bluesky only once a known post is refused too', async () => {
    const first = await world()
    await first.lookup('refused')
    expect(first.source.status().breaker).toBe('closed')
    const second = await world()
    second.fake.failKnown('refused')
    expect(outcomeOf(await second.lookup('refused'))).toBe('breaker_open')
  })
})

describe('an account on its own server', () => {
  test('has its video there, by the directory of accounts', async () => {
    const { save } = await world()
    expect(await save('own_server')).toEqual({
      outcome: 'mp4',
      hosts: ['bsky.social', 'plc.directory', 'server.pds.test'],
    })
  })

  test('named after a domain has its video there, by the domain’s document', async () => {
    const { save } = await world()
    expect(await save('own_domain')).toEqual({
      outcome: 'mp4',
      hosts: ['bsky.social', 'domain.pds.test', 'server.pds.test'],
    })
  })

  test('has its captions there too', async () => {
    const { lookup, open } = await world()
    const { captions } = postOf(await lookup('own_captions'))
    expect(captions).toHaveLength(2)
    for (const { file } of captions) expect(await open(file, 'captions')).toBe('vtt')
  })

  test.each<[BlueskyPostName, string]>([
    ['own_inside', 'http and an address'],
    ['own_address', 'an address'],
    ['own_credentials', 'credentials'],
    ['own_port', 'another port'],
    ['own_path', 'another path'],
    ['own_unlisted', 'no server at all'],
    ['own_other_account', 'another account'],
    ['own_endless', 'an endless document'],
  ])('whose document names %s (%s) is asked for nothing', async (name) => {
    const { save, resolved } = await world()
    const { outcome, hosts } = await save(name)
    expect(outcome).toMatch(/^(?:gone|blocked)$/)
    expect(hosts).toEqual(['bsky.social', 'plc.directory'])
    expect(resolved).toEqual([])
  })

  test('whose name resolves to an address inside is never connected to', async () => {
    const { save, resolved } = await world()
    expect(await save('own_name')).toEqual({
      outcome: 'blocked',
      hosts: ['bsky.social', 'plc.directory'],
    })
    expect(resolved).toEqual(['inside.example'])
  })

  test.each<BlueskyPostName>([
    'own_redirect_inside',
    'own_redirect_page',
    'own_redirect_directory',
    'own_redirect_port',
  ])('that redirects elsewhere is not followed: %s', async (name) => {
    const { save, resolved } = await world()
    const { outcome, hosts } = await save(name)
    expect(outcome).toBe('blocked')
    expect(hosts).toEqual(['bsky.social', 'plc.directory', 'server.pds.test'])
    expect(resolved).toEqual([])
  })

  test('that redirects to a name for an address inside is never followed there', async () => {
    const { save, resolved } = await world()
    const own = await save('own_redirect_name')
    expect(own.outcome).toBe('blocked')
    expect(own.hosts).toEqual(['bsky.social', 'plc.directory', 'server.pds.test'])
    expect(resolved).toEqual(['inside.example'])
    // Bluesky's own server isn't either. The document then says where the file is.
    expect(await save('redirect_name')).toEqual({
      outcome: 'mp4',
      hosts: ['bsky.social', 'plc.directory', 'server.pds.test'],
    })
    expect(resolved).toEqual(['inside.example', 'inside.example'])
  })

  test('that sends a page, or more than the post says, gives no file', async () => {
    const { save } = await world()
    expect((await save('own_markup')).outcome).toBe('gone')
    expect((await save('own_larger')).outcome).toBe('gone')
  })

  test('that sends more than the post says, without saying so, ends before it is whole', async () => {
    const { fake, lookup, read } = await world()
    const video = fileOf(postOf(await lookup('own_larger_unsaid')).video)
    await expect(read(video)).rejects.toThrow(/broke off/)
    expect(fake.requests.length).toBeLessThan(8)
  })

  test('that lost the file, or was closed, calls for a new look-up', async () => {
    const { save } = await world()
    expect((await save('own_gone')).outcome).toBe('gone')
    expect((await save('taken_repo')).outcome).toBe('gone')
  })
})
