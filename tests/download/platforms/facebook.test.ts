// @module-tag module
import { expect, onTestFinished, test, vi } from 'vitest'
import { facebook } from '#app/download/platforms/facebook/facebook.ts'
import { readEmbed } from '#app/download/platforms/facebook/post.ts'
import { creatorOfLink, postUrl } from '#app/download/platforms/links.ts'
import { dataObjects } from '#app/download/platforms/script-object.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { ids, startFacebook, type VideoName } from '#tests/fakes/platforms/facebook.ts'
import { closing } from '#tests/support/closing.ts'
import { interruptible } from '#tests/support/interruptible.ts'
import { outcomeOf, postOf, readerOf } from './reader-world.ts'

const id = ids.video

async function world() {
  const fake = closing(await startFacebook())
  const reader = readerOf(facebook, fake)
  const lookupVideo = (name: VideoName) =>
    reader.lookup(`https://www.facebook.com/reel/${ids[name]}`)
  return { fake, ...reader, lookupVideo }
}

test.each([
  [`https://www.facebook.com/reel/${id}/?s=fb_shorts`, null],
  [`https://m.facebook.com/reels/${id}`, null],
  [`https://www.facebook.com/watch/?v=${id}`, null],
  [`https://web.facebook.com/watch/live/?v=${id}&ref=x`, null],
  [`https://www.facebook.com/video.php?v=${id}`, null],
  [`https://mbasic.facebook.com/some.one/videos/${id}/`, 'some.one'],
  [`https://www.facebook.com/some.one/videos/a-title/${id}/`, 'some.one'],
  [`https://www.facebook.com/pg/some.one/videos/${id}/`, 'some.one'],
  [`https://de-de.facebook.com/reel/${id}`, null],
  [`https://fb.com/reel/${id}`, null],
  [`facebook:${id}`, null],
])('a video would be lost that the link %s leads to', (link, user) => {
  const parsed = parsePostLink(link)
  const ref = { kind: 'post', platform: 'facebook', postId: `facebook:${id}`, user, media: 'video' }
  expect(parsed).toEqual({ ok: true, ref })
  expect(parsed.ok && postUrl(parsed.ref)).toBe(`https://www.facebook.com/reel/${id}`)
})

test.each([
  ['https://fb.watch/abcDEF_1-2/', 'fb.watch', 'abcDEF_1-2'],
  ['https://www.facebook.com/share/r/1AbCdEfGh/', 'www.facebook.com', 'share/r/1AbCdEfGh'],
  [
    'https://www.facebook.com/share/v/1AbCdEfGh/?mibextid=x',
    'www.facebook.com',
    'share/v/1AbCdEfGh',
  ],
  ['https://www.facebook.com/share/1AbCdEfGh/', 'www.facebook.com', 'share/1AbCdEfGh'],
])('the share link %s would be refused, or passed on as it was pasted', (link, host, code) => {
  const parsed = parsePostLink(link)
  expect(parsed).toEqual({ ok: true, ref: { kind: 'short', platform: 'facebook', host, code } })
  expect(parsed.ok && postUrl(parsed.ref)).toBe(`https://${host}/${code}`)
})

test.each([
  ['https://www.facebook.com/', 'unknown_path'],
  ['https://fb.watch/', 'unknown_path'],
  ['https://www.facebook.com/some.one', 'profile'],
  ['https://www.facebook.com/profile.php?id=1', 'profile'],
  ['https://www.facebook.com/some.one/posts/pfbid02abc', 'unknown_path'],
  ['https://www.facebook.com/some.one/videos/', 'unknown_path'],
  ['https://www.facebook.com/groups/1/posts/2', 'unknown_path'],
  ['https://www.facebook.com/share/p/1AbCdEfGh/', 'unknown_path'],
  ['https://www.facebook.com/some.one/live', 'live'],
  ['https://www.facebook.com/watch/live/', 'live'],
  ['https://www.facebook.com/watch/', 'discover'],
  ['https://www.facebook.com/reel/', 'discover'],
  ['https://www.facebook.com/reel/audio/123456/', 'sound'],
  ['https://www.facebook.com/hashtag/cats', 'tag'],
  ['https://www.facebook.com/stories/123/456', 'story'],
  ['https://www.facebook.com/login/?next=x', 'login'],
  ['https://www.facebook.com/marketplace/item/1', 'shop'],
  ['https://www.facebook.com/reel/abc', 'bad_id'],
  ['https://www.facebook.com/watch/?v=0123456', 'bad_id'],
  [`https://facebook.com.evil.example/reel/${id}`, 'not_platform'],
  [`https://notfacebook.com/reel/${id}`, 'not_platform'],
])('a visitor would not learn what %s leads to: %s', (link, reason) => {
  expect(parsePostLink(link)).toEqual({ ok: false, reason })
})

test('a video would be lost, or another one of the embed saved in its place', async () => {
  const { fake, lookupVideo, open } = await world()
  const post = postOf(await lookupVideo('video'))
  expect(post).toMatchObject({
    platform: 'facebook',
    postId: `facebook:${id}`,
    video: { variantKey: 'sd', codec: 'h264' },
    hd: { variantKey: 'hd' },
    // An hour before the first of both ends.
    expiresAt: new Date((0x7a0b0c1d - 3600) * 1000),
  })
  const addresses = [post.video, post.hd].map((file) => file?.addresses[0]?.url ?? '')
  expect(addresses.map((url) => url.includes(`/${id}-`))).toEqual([true, true])
  if (post.video === null || post.hd === null) throw new Error('No files')
  expect([await open(post.video), await open(post.hd)]).toEqual(['mp4', 'mp4'])
  const href = encodeURIComponent(`https://www.facebook.com/reel/${id}`)
  expect(fake.asked()[0]).toBe(`GET https://www.facebook.com/plugins/video.php?href=${href}`)
  expect(fake.requests).toHaveLength(3)
  for (const { headers } of fake.requests) expect(headers.cookie).toBeUndefined()
})

test.each(['sdOnly', 'beside', 'flat'] as const)(
  'a video would be lost that has one size, or another beside it: %s',
  async (name) => {
    const { video } = postOf(await (await world()).lookupVideo(name))
    expect(video?.addresses[0]?.url).toContain(`/${ids[name]}-sd.mp4`)
  },
)

test('a video whose embedding is forbidden would be lost', async () => {
  const { fake, lookupVideo, open } = await world()
  const post = postOf(await lookupVideo('inPage'))
  expect(post).toMatchObject({
    title: `About ${ids.inPage}`,
    author: { handle: null, name: 'Some One' },
    durationSeconds: 9,
    postedAt: new Date(1_737_800_000_000),
    video: { variantKey: 'sd' },
    hd: { variantKey: 'hd' },
  })
  expect(post.video?.addresses[0]?.url).toContain(`/${ids.inPage}-sd.mp4`)
  if (post.cover === null) throw new Error('No cover')
  expect(await open(post.cover, 'image')).toBe('jpeg')
  expect(fake.asked()[1]).toBe(`GET https://www.facebook.com/reel/${ids.inPage}`)
})

test('files that the page refuses would be offered', async () => {
  const { hd } = postOf(await (await world()).lookupVideo('progressive'))
  expect(hd?.addresses[0]?.url).toContain(`/${ids.progressive}-hd.mp4`)
})

test.each([
  ['none', 'unknown'],
  ['shell', 'unknown'],
  ['gone', 'gone'],
  ['wrong', 'unknown'],
  ['limited', 'rate_limited'],
  ['refused', 'blocked'],
  ['login', 'blocked'],
  ['pageLogin', 'blocked'],
  ['form', 'blocked'],
  ['incomplete', 'shape'],
  ['changed', 'shape'],
  ['embedChanged', 'shape'],
  ['broken', 'http_status'],
  ['huge', 'too_large'],
] as const)('a visitor would not learn why there is no video: %s is %s', async (name, outcome) => {
  expect(outcomeOf(await (await world()).lookupVideo(name))).toBe(outcome)
})

test('a refused look-up would ask a second page', async () => {
  const { fake, lookupVideo } = await world()
  for (const name of ['limited', 'refused', 'login', 'broken'] as const) await lookupVideo(name)
  // One of a post that is known to work may follow.
  for (const asked of fake.asked()) expect(asked).toContain('/plugins/video.php?')
})

test('files on foreign hosts would be saved, or a hostile text stored', async () => {
  const post = postOf(await (await world()).lookupVideo('hostile'))
  expect(post).toMatchObject({ video: { variantKey: 'sd' }, hd: null, expiresAt: null })
  expect(post.title).not.toMatch(/\p{Cc}/u)
})

test('a file whose address ended could not be opened after a new look-up', async () => {
  const { lookupVideo, open } = await world()
  const before = postOf(await lookupVideo('moves')).video
  const after = postOf(await lookupVideo('moves')).video
  if (before === null || after === null) throw new Error('No video')
  expect(after.variantKey).toBe(before.variantKey)
  expect(await open(before)).not.toBe('mp4')
  expect(await open(after)).toBe('mp4')
})

test.each([
  ['https://www.facebook.com/share/r/good1', 'ok'],
  ['https://fb.watch/again1', 'ok'],
  ['https://www.facebook.com/share/v/walled1', 'ok'],
  ['https://www.facebook.com/share/v/walled2', 'blocked'],
  ['https://www.facebook.com/share/profile1', 'unsupported'],
  ['https://www.facebook.com/share/r/foreign1', 'unsupported'],
  ['https://www.facebook.com/share/r/foreign2', 'blocked'],
  ['https://www.facebook.com/share/v/loop1', 'gone'],
  ['https://fb.watch/dead1', 'gone'],
  ['https://fb.watch/shown1', 'unknown'],
  ['https://www.facebook.com/share/v/bare1', 'blocked'],
])('a share link would lead to nothing, or to a foreign site: %s is %s', async (link, outcome) => {
  const { lookup, fake } = await world()
  expect(outcomeOf(await lookup(link))).toBe(outcome)
  for (const asked of fake.asked())
    expect(asked).toMatch(/https:\/\/(?:www\.facebook\.com|fb\.watch)\//)
})

test('a script made to take long would keep the server busy', () => {
  const deep = `{"a":${'{"hd_src":'.repeat(100_000)}`
  const html = `<script>${id}${deep}</script><script>${id}${'"'.repeat(100_001)}</script>`
  expect(interruptible(() => readEmbed(html, id)).kind).toBe('none')
  const many = `<script>"${id}"${'{"hd_src":1}'.repeat(100_000)}</script>`
  expect(interruptible(() => readEmbed(many, id)).kind).toBe('none')
})

test('objects around each other would be parsed once for each of them', () => {
  const depth = 3000
  const around = `${'{"a":'.repeat(depth)}{"hd_src":"${'x'.repeat(300_000)}"}${'}'.repeat(depth)}`
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  Array.from(dataObjects(around, ['hd_src']))
  const parsed = parse.mock.calls.reduce((characters, [text]) => characters + text.length, 0)
  // Each object anew would be a thousand million.
  expect(parsed).toBeLessThan(30_000_000)
})

test.each([
  ['https://www.facebook.com/some.one', 'some.one'],
  [`https://www.facebook.com/some.one/videos/${id}/`, null],
  [`https://www.facebook.com/reel/${id}`, null],
  ['https://www.facebook.com/pg/some.one/', 'some.one'],
  ['https://www.facebook.com/people/Some-One/100012345/', null],
  ['https://www.facebook.com/pages/Some-Page/100012345', null],
  ['https://www.facebook.com/groups/1', null],
  ['https://fb.watch/abcdef', null],
])('a creator could not be blocked with the link %s', (link, name) => {
  expect(creatorOfLink(link)?.handle ?? null).toBe(name)
})
