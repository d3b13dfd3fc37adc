// @module-tag module
import { expect, test } from 'vitest'
import { instagram } from '#app/download/platforms/instagram/instagram.ts'
import { instagramHosts } from '#app/download/platforms/instagram/post.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { type PostName, posts, startInstagram } from '#tests/fakes/platforms/instagram.ts'
import { closing } from '#tests/support/closing.ts'
import { outcomeOf, postOf, readerOf } from './reader-world.ts'

const code = posts.reel

async function world() {
  const fake = closing(await startInstagram())
  const reader = readerOf(instagram, fake)
  const lookupPost = (name: PostName) =>
    reader.lookup(`https://www.instagram.com/p/${posts[name]}/`)
  return { fake, ...reader, lookupPost }
}

const ref = (user: string | null = null) => ({
  ok: true,
  ref: { kind: 'post', platform: 'instagram', postId: `instagram:${code}`, user, media: 'video' },
})

test.each([
  [`https://www.instagram.com/reel/${code}/?igsh=abc`, null],
  [`https://instagram.com/reels/${code}`, null],
  [`https://m.instagram.com/p/${code}/?img_index=2`, null],
  [`https://www.instagram.com/tv/${code}/`, null],
  [`https://www.instagram.com/some.one_/reel/${code}/`, 'some.one_'],
  [`https://www.instagram.com/some.one_/p/${code}/`, 'some.one_'],
  [`https://instagr.am/p/${code}`, null],
  [`instagram.com/p/${code}/embed/`, null],
  [`instagram:${code}`, null],
])('a post would be lost that the link %s leads to', (link, user) => {
  const parsed = parsePostLink(link)
  expect(parsed).toEqual(ref(user))
  expect(parsed.ok && postUrl(parsed.ref)).toBe(`https://www.instagram.com/p/${code}/`)
})

test.each([
  ['https://www.instagram.com/', 'unknown_path'],
  ['https://www.instagram.com/some.one_/', 'profile'],
  ['https://www.instagram.com/some.one_/reels/', 'profile'],
  ['https://www.instagram.com/some.one_/live/', 'live'],
  ['https://www.instagram.com/stories/some.one_/3000000000000000000/', 'story'],
  ['https://www.instagram.com/s/aGlnaGxpZ2h0OjE3', 'story'],
  ['https://www.instagram.com/explore/', 'discover'],
  ['https://www.instagram.com/explore/tags/cats/', 'tag'],
  ['https://www.instagram.com/explore/locations/1/x/', 'place'],
  ['https://www.instagram.com/reels/audio/1234567/', 'sound'],
  ['https://www.instagram.com/accounts/login/?next=x', 'login'],
  ['https://www.instagram.com/direct/inbox/', 'unknown_path'],
  ['https://www.instagram.com/reel/', 'bad_id'],
  ['https://www.instagram.com/reel/abc', 'bad_id'],
  [`https://www.instagram.com/p/${code}${'A'.repeat(28)}/`, 'private'],
  ['https://www.instagram.com/share/a/b/c', 'unknown_path'],
  [`https://www.instagram.com.evil.example/p/${code}/`, 'not_platform'],
  [`https://notinstagram.com/p/${code}/`, 'not_platform'],
])('a visitor would not learn what %s leads to: %s', (link, reason) => {
  expect(parsePostLink(link)).toEqual({ ok: false, reason })
})

test('a reel would be lost, or another post of its page saved in its place', async () => {
  const { fake, lookupPost, open } = await world()
  const post = postOf(await lookupPost('reel'))
  expect(post).toMatchObject({
    platform: 'instagram',
    postId: `instagram:${code}`,
    title: `Caption of ${code} </script>`,
    author: { handle: 'some.one_', name: 'Some One' },
    durationSeconds: 12.3,
    isSilent: false,
    images: [],
    moreVideos: [],
    hd: null,
    postedAt: new Date(1_737_800_000_000),
    // An hour before the signature ends.
    expiresAt: new Date((0x7a0b1c2d - 3600) * 1000),
    video: { variantKey: 'video-1.101', codec: 'h264' },
    cover: { width: 1080, height: 1920 },
  })
  expect(post.video?.addresses[0]?.url).toContain(`/o1/v/t2/${code}.mp4?`)
  if (post.video === null || post.cover === null) throw new Error('No files')
  expect(await open(post.video)).toBe('mp4')
  expect(await open(post.cover, 'image')).toBe('jpeg')
  expect(fake.asked()[0]).toBe(`GET https://www.instagram.com/p/${code}/`)
  expect(fake.requests).toHaveLength(3)
  for (const { headers } of fake.requests) expect(headers.cookie).toBeUndefined()
})

test('a larger size would not be offered as HD', async () => {
  const { video, hd } = postOf(await (await world()).lookupPost('sizes'))
  expect([video?.width, hd?.width]).toEqual([720, 1080])
})

test('1080p, which the site has with picture and sound apart, would not be offered as HD', async () => {
  const { video, hd, expiresAt } = postOf(await (await world()).lookupPost('dash'))
  expect(video?.join).toBeUndefined()
  expect(hd).toMatchObject({
    addresses: [],
    codec: 'h264',
    width: 1080,
    height: 1920,
    join: {
      kind: 'tracks',
      picture: [{ profile: 'instagram', url: expect.stringContaining('/avc-1080.mp4?efg=e&oh=') }],
      sound: [{ profile: 'instagram', url: expect.stringContaining('/aac-128.mp4?') }],
    },
  })
  expect(expiresAt).toEqual(new Date((0x7a0b1c2d - 3600) * 1000))
})

test('videos or pictures of a post with several would be lost', async () => {
  const post = postOf(await (await world()).lookupPost('carousel'))
  expect(post.video?.variantKey).toBe('video-2.101')
  expect(post.durationSeconds).toBe(3)
  expect(post.moreVideos).toMatchObject([
    { video: { variantKey: 'video-3.101' }, durationSeconds: 4.5, isSilent: true },
  ])
  expect(post.images.map(({ variantKey }) => variantKey)).toEqual(['image-1', 'image-4'])
  expect(post.order).toEqual(['image', 'video', 'video', 'image'])
  // The first of all addresses that ends.
  expect(post.expiresAt).toEqual(new Date((0x7a0b1c2d - 7200) * 1000))
})

test('a photo post would be lost', async () => {
  const { lookupPost, open } = await world()
  const { video, images } = postOf(await lookupPost('photo'))
  expect(video).toBeNull()
  expect(images).toMatchObject([{ variantKey: 'image-1', width: 1080 }])
  if (images[0] === undefined) throw new Error('No picture')
  expect(await open(images[0], 'image')).toBe('jpeg')
})

test.each(['stub', 'older', 'numbered', 'moved'] as const)(
  'a video would be lost whose page has it in another place: %s',
  async (name) => {
    const post = postOf(await (await world()).lookupPost(name))
    expect(post.postId).toBe(`instagram:${posts[name]}`)
    expect(post.video?.addresses[0]?.url).toContain(posts[name])
    expect(post.images).toEqual([])
  },
)

test('a video without sound would be offered as MP3', async () => {
  expect(postOf(await (await world()).lookupPost('silent')).isSilent).toBe(true)
})

test.each(['embedded', 'embeddedReel'] as const)(
  'a post would be lost whose own page has nothing to read, though its embed has: %s',
  async (name) => {
    const { fake, lookupPost, open } = await world()
    const post = postOf(await lookupPost(name))
    expect(post).toMatchObject({
      title: `Caption of ${posts[name]}`,
      author: { handle: 'some.one_' },
      durationSeconds: 8.5,
      postedAt: new Date(1_737_800_000_000),
      video: { variantKey: 'video-1.101', width: 720, height: 1280 },
    })
    expect(post.video !== null && (await open(post.video))).toBe('mp4')
    expect(post.cover !== null && (await open(post.cover, 'image'))).toBe('jpeg')
    expect(fake.asked().slice(0, 2)).toEqual([
      `GET https://www.instagram.com/p/${posts[name]}/`,
      `GET https://www.instagram.com/p/${posts[name]}/embed/`,
    ])
  },
)

test('files of a mixed post would be lost that only its embed has', async () => {
  const post = postOf(await (await world()).lookupPost('embeddedMix'))
  expect(post.video?.variantKey).toBe('video-2.101')
  expect(post.images.map(({ variantKey }) => variantKey)).toEqual(['image-1', 'image-3'])
})

test('a video would be saved whose owner forbids playing it elsewhere, or another one in its place', async () => {
  const { lookupPost } = await world()
  expect(outcomeOf(await lookupPost('forbidden'))).toBe('blocked')
  expect(outcomeOf(await lookupPost('foreignEmbed'))).toBe('blocked')
})

test('a refused look-up would ask for the embed', async () => {
  const { fake, lookupPost } = await world()
  for (const name of ['limited', 'refused', 'login', 'gone', 'gated', 'broken'] as const) {
    await lookupPost(name)
  }
  expect(fake.asked().filter((asked) => asked.includes('/embed/'))).toEqual([])
})

test('a video would be lost whose copy at a provider is out of reach', async () => {
  const { lookupPost, open } = await world()
  const { video } = postOf(await lookupPost('edge'))
  const [copy = '', main = ''] = video?.addresses.map(({ url }) => url) ?? []
  expect(new URL(main).hostname).toBe('scontent.xx.fbcdn.net')
  expect(main.split('.net/')[1]).toBe(copy.split('.net/')[1])
  expect(video !== null && (await open(video))).toBe('mp4')
})

test.each([
  ['gone', 'gone'],
  ['missing', 'gone'],
  ['gated', 'age'],
  ['limited', 'rate_limited'],
  ['refused', 'blocked'],
  ['login', 'blocked'],
  ['home', 'blocked'],
  ['shell', 'blocked'],
  ['elsewhere', 'unknown'],
  ['changed', 'shape'],
  ['unplayable', 'shape'],
  ['wrong', 'blocked'],
  ['broken', 'http_status'],
  ['huge', 'too_large'],
] as const)('a visitor would not learn why there is no post: %s is %s', async (name, outcome) => {
  expect(outcomeOf(await (await world()).lookupPost(name))).toBe(outcome)
})

test('the site would be asked again before the time it names', async () => {
  const failure = { kind: 'rate_limited', retryAfterSeconds: 300 }
  expect(await (await world()).lookupPost('limited')).toEqual({ ok: false, failure })
})

test('operators would not learn how a post is gated', async () => {
  const failure = { reason: 'age', platformCode: 'gated "AGE_GATED"' }
  expect(await (await world()).lookupPost('gated')).toMatchObject({ failure })
})

test('files on foreign hosts would be saved, or a hostile text stored', async () => {
  const post = postOf(await (await world()).lookupPost('hostile'))
  expect(post).toMatchObject({
    hd: null,
    cover: null,
    postedAt: null,
    durationSeconds: null,
    author: { handle: null, name: null },
    video: { variantKey: 'video-1.104', width: null, height: null },
  })
  expect(post.title).not.toMatch(/\p{Cc}/u)
})

test('a file whose address ended could not be opened after a new look-up', async () => {
  const { lookupPost, open } = await world()
  const before = postOf(await lookupPost('moves')).video
  const after = postOf(await lookupPost('moves')).video
  if (before === null || after === null) throw new Error('No video')
  expect(after.variantKey).toBe(before.variantKey)
  expect(await open(before)).not.toBe('mp4')
  expect(await open(after)).toBe('mp4')
})

test.each([
  ['https://www.instagram.com/share/reel/BAGoodShare', 'ok'],
  ['https://www.instagram.com/share/BAGoodShare/', 'ok'],
  ['https://www.instagram.com/share/p/BAWalledOff', 'blocked'],
  ['https://www.instagram.com/share/BAProfile00', 'unsupported'],
  ['https://www.instagram.com/share/BAPrivate00', 'private'],
  ['https://www.instagram.com/share/BAForeign00', 'unsupported'],
  ['https://www.instagram.com/share/BADead00000', 'gone'],
  ['https://www.instagram.com/share/BAShown0000', 'unknown'],
  ['https://www.instagram.com/share/BABare00000', 'blocked'],
])('a share link would lead to nothing, or to a foreign site: %s is %s', async (link, outcome) => {
  const { lookup, fake } = await world()
  expect(outcomeOf(await lookup(link))).toBe(outcome)
  for (const asked of fake.asked()) expect(asked).toContain('https://www.instagram.com/')
})

test.each([
  ['https://scontent-ams2-1.cdninstagram.com/o1/v/x.mp4', true],
  ['https://scontent.xx.fbcdn.net/o1/v/x.mp4', true],
  ['https://www.instagram.com/x.mp4', false],
  ['https://evilfbcdn.net/x.mp4', false],
  ['https://fbcdn.net.evil.example/x.mp4', false],
])('a foreign file would be taken for one of the platform: %s', (url, isFile) => {
  expect(instagramHosts.isFile(new URL(url))).toBe(isFile)
})
