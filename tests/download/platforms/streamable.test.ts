// @module-tag module
import { expect, test } from 'vitest'
import { streamableLinks } from '#app/download/platforms/streamable/link.ts'
import { streamableHosts } from '#app/download/platforms/streamable/post.ts'
import { streamable } from '#app/download/platforms/streamable/streamable.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import {
  startStreamable,
  type VideoName,
  videoLink,
  videos,
} from '#tests/fakes/platforms/streamable.ts'
import { closing } from '#tests/support/closing.ts'
import { outcomeOf, postOf, readerOf } from './reader-world.ts'

async function world() {
  const fake = closing(await startStreamable())
  const reader = readerOf(streamable, fake)
  return { fake, ...reader, lookupVideo: (name: VideoName) => reader.lookup(videoLink(name)) }
}

test.each([
  'https://streamable.com/hn8hq',
  'http://www.streamable.com/hn8hq/?src=player',
  'https://streamable.com/e/hn8hq?autoplay=1',
  'https://streamable.com/o/hn8hq',
  'https://streamable.com/s/hn8hq/drxjds',
  'streamable.com/hn8hq',
  'streamable:hn8hq',
])('finds the video in the link %s', (link) => {
  const parsed = parsePostLink(link)
  const ref = { kind: 'post', platform: 'streamable', postId: 'streamable:hn8hq' }
  expect(parsed).toMatchObject({ ok: true, ref })
  expect(parsed.ok && streamableLinks.url(parsed.ref)).toBe('https://streamable.com/hn8hq')
})

test.each([
  ['https://streamable.com/', 'unknown_path'],
  ['https://streamable.com/e/', 'bad_id'],
  ['https://streamable.com/hn8hq/clips', 'unknown_path'],
  ['https://streamable.com/a-b', 'bad_id'],
  ['https://streamable.com/login', 'login'],
  ['https://streamable.com/terms', 'about'],
  ['https://streamable.com.evil.example/hn8hq', 'not_platform'],
  ['https://api.streamable.com/videos/hn8hq', 'not_platform'],
])('says of %s that it is no video: %s', (link, reason) => {
  expect(parsePostLink(link)).toEqual({ ok: false, reason })
})

test('saves a video with its title and cover until its address expires', async () => {
  const { lookupVideo, open, fake } = await world()
  const post = postOf(await lookupVideo('video'))
  expect(post).toMatchObject({
    platform: 'streamable',
    postId: `streamable:${videos.video}`,
    title: 'Gravity',
    author: { handle: null, name: null },
    durationSeconds: 12.5,
    expiresAt: new Date(1_798_000_000_000),
    hd: null,
    video: { variantKey: 'mp4', bytes: 5000, width: 1280, height: 720 },
  })
  if (post.video === null || post.cover === null) throw new Error('No files')
  expect(await open(post.video)).toBe('mp4')
  expect(await open(post.cover, 'image')).toBe('jpeg')
  expect(fake.asked()[0]).toBe('GET https://api.streamable.com/videos/hn8hq')
  for (const { headers } of fake.requests) expect(headers.cookie).toBeUndefined()
})

test('offers a larger size as HD, until the first of both expires', async () => {
  const { video, hd, expiresAt } = postOf(await (await world()).lookupVideo('sizes'))
  expect([video?.variantKey, hd?.variantKey]).toEqual(['mp4-mobile', 'mp4'])
  expect(expiresAt).toEqual(new Date(1_797_990_000_000))
})

test('understands times of expiry in milliseconds', async () => {
  const { expiresAt } = postOf(await (await world()).lookupVideo('milliseconds'))
  expect(expiresAt).toEqual(new Date(1_798_000_000_123))
})

test.each([
  ['gone', 'gone'],
  ['failed', 'gone'],
  ['locked', 'private'],
  ['unready', 'incomplete_answer'],
  ['limited', 'rate_limited'],
  ['refused', 'blocked'],
  ['broken', 'http_status'],
  ['redirected', 'blocked'],
  ['shell', 'shape'],
  ['html', 'shape'],
  ['changed', 'shape'],
  ['wrong', 'shape'],
] as const)('tells what became of a video: %s is %s', async (name, outcome) => {
  expect(outcomeOf(await (await world()).lookupVideo(name))).toBe(outcome)
})

test('waits as long as the site asks for', async () => {
  const failure = { kind: 'rate_limited', retryAfterSeconds: 45 }
  expect(await (await world()).lookupVideo('limited')).toEqual({ ok: false, failure })
})

test("saves nothing from others' hosts", async () => {
  const post = postOf(await (await world()).lookupVideo('hostile'))
  expect(post).toMatchObject({ hd: null, cover: null, expiresAt: null })
  expect(post.video).toMatchObject({ variantKey: 'mp4-mobile', bytes: 12, height: null })
  expect(post.title).not.toMatch(/\p{Cc}/u)
})

test('opens a file whose address expired after a new look-up', async () => {
  const { lookupVideo, open } = await world()
  const before = postOf(await lookupVideo('moves')).video
  const after = postOf(await lookupVideo('moves')).video
  if (before === null || after === null) throw new Error('No video')
  expect(after.variantKey).toBe(before.variantKey)
  expect(await open(before)).not.toBe('mp4')
  expect(await open(after)).toBe('mp4')
})

test.each([
  ['https://cdn-b-east.streamable.com/video/mp4/x.mp4', true],
  ['https://thumbs-east.streamable.com/image/x.jpg', true],
  ['https://api.streamable.com/video/x.mp4', false],
  ['https://cdn-cf-east.streamable.com/login', false],
  ['https://cdn-cf-east.streamable.com.evil.example/video/x.mp4', false],
])('takes %s for a file of the platform: %s', (url, isFile) => {
  expect(streamableHosts.isFile(new URL(url))).toBe(isFile)
})
