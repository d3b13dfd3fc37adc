// @module-tag module
import { expect, test } from 'vitest'
import { creatorOfLink, postUrl } from '#app/download/platforms/links.ts'
import { snapchatHosts } from '#app/download/platforms/snapchat/post.ts'
import { snapchat } from '#app/download/platforms/snapchat/snapchat.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { type ClipName, ids, startSnapchat } from '#tests/fakes/platforms/snapchat.ts'
import { closing } from '#tests/support/closing.ts'
import { outcomeOf, postOf, readerOf } from './reader-world.ts'

const id = ids.clip

async function world() {
  const fake = closing(await startSnapchat())
  const reader = readerOf(snapchat, fake)
  const lookupClip = (name: ClipName) =>
    reader.lookup(`https://www.snapchat.com/spotlight/${ids[name]}`)
  return { fake, ...reader, lookupClip }
}

test.each([
  [`https://www.snapchat.com/spotlight/${id}?locale=en`, null],
  [`https://snapchat.com/@some.one/spotlight/${id}`, 'some.one'],
  [`https://story.snapchat.com/o/${id}`, null],
  [`snapchat:${id}`, null],
])('a clip would be lost that the link %s leads to', (link, user) => {
  const parsed = parsePostLink(link)
  const ref = { kind: 'post', platform: 'snapchat', postId: `snapchat:${id}`, user, media: 'video' }
  expect(parsed).toEqual({ ok: true, ref })
  expect(parsed.ok && postUrl(parsed.ref)).toBe(`https://www.snapchat.com/spotlight/${id}`)
})

test.each([
  ['https://www.snapchat.com/', 'unknown_path'],
  ['https://www.snapchat.com/spotlight', 'discover'],
  ['https://www.snapchat.com/@some.one', 'profile'],
  ['https://www.snapchat.com/add/some.one', 'profile'],
  [`https://www.snapchat.com/@some.one/highlight/${id}`, 'story'],
  [`https://www.snapchat.com/p/${id}`, 'story'],
  ['https://www.snapchat.com/lens/abc', 'effect'],
  ['https://www.snapchat.com/spotlight/ab', 'bad_id'],
  [`https://www.snapchat.com/spotlight/${'a'.repeat(101)}`, 'bad_id'],
  ['https://t.snapchat.com/', 'unknown_path'],
  [`https://snapchat.com.evil.example/spotlight/${id}`, 'not_platform'],
])('a visitor would not learn what %s leads to: %s', (link, reason) => {
  expect(parsePostLink(link)).toEqual({ ok: false, reason })
})

test("a clip would be lost, or a stranger's from its page saved in its place", async () => {
  const { fake, lookupClip, open } = await world()
  const post = postOf(await lookupClip('clip'))
  expect(post).toMatchObject({
    platform: 'snapchat',
    postId: `snapchat:${id}`,
    title: `About ${id}`,
    author: { handle: 'some.one', name: null },
    durationSeconds: 10.91,
    hd: null,
    images: [],
    counts: { plays: 5 },
    postedAt: new Date(1_722_720_291_307),
    video: { variantKey: 'video-1', width: 540, height: 960, codec: null },
    mayHaveMark: true,
  })
  expect(post.video?.addresses[0]?.url).toContain(`/d/${id}.27.`)
  if (post.video === null || post.cover === null) throw new Error('No files')
  expect(await open(post.video)).toBe('mp4')
  expect(await open(post.cover, 'image')).toBe('jpeg')
  expect(fake.asked()[0]).toBe(`GET https://www.snapchat.com/spotlight/${id}`)
  expect(fake.requests).toHaveLength(3)
  for (const { headers } of fake.requests) expect(headers.cookie).toBeUndefined()
})

test('an address would be used after the time that it is trusted for', async () => {
  const before = Date.now()
  const end = postOf(await (await world()).lookupClip('clip')).expiresAt?.getTime() ?? 0
  expect(end).toBeGreaterThanOrEqual(before + 3_600_000)
  expect(end).toBeLessThanOrEqual(Date.now() + 3_600_000)
})

test.each(['noMetadata', 'plain', 'underName'] as const)(
  'a clip would be lost of which the page has less: %s',
  async (name) => {
    const { video } = postOf(await (await world()).lookupClip(name))
    expect(video?.addresses[0]?.url).toContain(`/d/${ids[name]}.27.`)
  },
)

test('a picture, or a part of a story of several, would be lost', async () => {
  const { lookupClip, open } = await world()
  const picture = postOf(await lookupClip('picture'))
  expect(picture.video).toBeNull()
  if (picture.images[0] === undefined) throw new Error('No picture')
  expect(await open(picture.images[0], 'image')).toBe('jpeg')
  const several = postOf(await lookupClip('several'))
  expect(several.video?.variantKey).toBe('video-1')
  expect(several.moreVideos.map(({ video }) => video.variantKey)).toEqual(['video-3'])
  expect(several.images.map(({ variantKey }) => variantKey)).toEqual(['image-2'])
})

test.each([
  ['gone', 'gone'],
  ['otherFeed', 'gone'],
  ['empty', 'gone'],
  ['movedAway', 'gone'],
  ['limited', 'rate_limited'],
  ['refused', 'blocked'],
  ['login', 'blocked'],
  ['shell', 'shape'],
  ['changed', 'shape'],
  ['unnamed', 'shape'],
  ['broken', 'http_status'],
  ['huge', 'too_large'],
] as const)('a visitor would not learn why there is no clip: %s is %s', async (name, outcome) => {
  expect(outcomeOf(await (await world()).lookupClip(name))).toBe(outcome)
})

test('a file that is said to have a watermark would be saved', async () => {
  expect(outcomeOf(await (await world()).lookupClip('markedOnly'))).toBe('shape')
})

test('files on foreign hosts would be saved, or a hostile text stored', async () => {
  const post = postOf(await (await world()).lookupClip('hostile'))
  expect(post).toMatchObject({
    video: { variantKey: 'video-2' },
    moreVideos: [],
    cover: null,
    author: { handle: null },
    durationSeconds: null,
  })
  expect(post.title).not.toMatch(/\p{Cc}/u)
})

test('a file whose address ended could not be opened after a new look-up', async () => {
  const { lookupClip, open } = await world()
  const before = postOf(await lookupClip('moves')).video
  const after = postOf(await lookupClip('moves')).video
  if (before === null || after === null) throw new Error('No video')
  expect(after.variantKey).toBe(before.variantKey)
  expect(await open(before)).not.toBe('mp4')
  expect(await open(after)).toBe('mp4')
})

test.each([
  ['https://t.snapchat.com/good', 'ok'],
  ['https://t.snapchat.com/profile', 'unsupported'],
  ['https://t.snapchat.com/foreign', 'unsupported'],
  ['https://t.snapchat.com/walled', 'blocked'],
  ['https://t.snapchat.com/dead', 'gone'],
  ['https://t.snapchat.com/shown', 'unknown'],
  ['https://t.snapchat.com/bare', 'blocked'],
])('a short link would lead to nothing, or to a foreign site: %s is %s', async (link, outcome) => {
  const { lookup, fake } = await world()
  expect(outcomeOf(await lookup(link))).toBe(outcome)
  for (const asked of fake.asked()) expect(asked).toMatch(/https:\/\/(?:www|t)\.snapchat\.com\//)
})

test.each([
  ['https://cf-st.sc-cdn.net/d/x', true],
  ['https://bolt-gcdn.sc-cdn.net/d/x', true],
  ['https://www.snapchat.com/d/x', false],
  ['https://notsc-cdn.net/d/x', false],
])('a foreign file would be taken for one of the platform: %s', (url, isFile) => {
  expect(snapchatHosts.isFile(new URL(url))).toBe(isFile)
})

test.each([
  ['https://www.snapchat.com/add/some.one', 'some.one'],
  ['https://www.snapchat.com/@some.one', 'some.one'],
  // Anyone can write another name into a clip's link.
  [`https://www.snapchat.com/@some.one/spotlight/${id}`, null],
  [`https://www.snapchat.com/spotlight/${id}`, null],
  ['https://t.snapchat.com/@some.one', null],
])('a creator could not be blocked with the link %s', (link, name) => {
  expect(creatorOfLink(link)?.handle ?? null).toBe(name)
})
