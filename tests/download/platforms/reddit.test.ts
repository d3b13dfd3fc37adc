// @module-tag module
import '#tests/support/own-data-dir.ts'

import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { checkSource } from '#app/download/extraction/source-check.server.ts'
import { openJoined } from '#app/download/join/joined-file.server.ts'
import { readFeed } from '#app/download/platforms/reddit/feed.ts'
import { clipAt } from '#app/download/platforms/reddit/hosts.ts'
import { redditLinks } from '#app/download/platforms/reddit/link.ts'
import { reddit } from '#app/download/platforms/reddit/reddit.ts'
import type { MediaFile } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { type PostName, postLink, posts, startReddit } from '#tests/fakes/platforms/reddit.ts'
import { closing } from '#tests/support/closing.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { outcomeOf, postOf, readerOf } from './reader-world.ts'

async function world() {
  const fake = closing(await startReddit())
  const reader = readerOf(reddit, fake)
  return {
    fake,
    ...reader,
    lookupPost: (name: PostName) => reader.lookup(postLink(name)),
    async join(file: MediaFile | null) {
      if (file?.join === undefined) throw new Error('No file to join')
      const { signal } = new AbortController()
      const answer = await openJoined(
        reader.media,
        { ...file, join: file.join },
        { method: 'GET', signal },
      )
      if (!answer.ok) throw new Error(answer.failure)
      return describeMedia(await buffer(answer.media.body))
    },
  }
}

const id = posts.video

test.each([
  `https://www.reddit.com/r/paperbirds/comments/${id}/a_paper_bird/`,
  `https://www.reddit.com/r/paperbirds/comments/${id}`,
  `https://old.reddit.com/r/paperbirds/comments/${id}/a_paper_bird/abcdef/?context=3`,
  `https://reddit.com/comments/${id.toUpperCase()}/`,
  `https://m.reddit.com/user/paper_folder/comments/${id}/x/`,
  `https://www.reddit.com/u/paper_folder/comments/${id}/x/`,
  `https://www.reddit.com/gallery/${id}`,
  `http://redd.it/${id}`,
  `reddit:${id}`,
])('finds the post in the link %s', (link) => {
  const parsed = parsePostLink(link)
  const ref = { kind: 'post', platform: 'reddit', postId: `reddit:${id}` }
  expect(parsed).toMatchObject({ ok: true, ref })
  expect(parsed.ok && redditLinks.url(parsed.ref)).toBe(`https://www.reddit.com/comments/${id}/`)
})

test.each([
  'https://v.redd.it/zv89llsvexdz',
  'https://v.redd.it/zv89llsvexdz/CMAF_720.mp4?source=fallback',
  'https://www.reddit.com/video/zv89llsvexdz',
  'reddit:v-zv89llsvexdz',
])('finds the video in the link %s', (link) => {
  const parsed = parsePostLink(link)
  expect(parsed).toMatchObject({ ok: true, ref: { postId: 'reddit:v-zv89llsvexdz' } })
  expect(parsed.ok && redditLinks.url(parsed.ref)).toBe('https://v.redd.it/zv89llsvexdz')
})

test.each([
  ['https://www.reddit.com/', 'unknown_path'],
  ['https://www.reddit.com/r/paperbirds/', 'collection'],
  ['https://www.reddit.com/user/paper_folder/', 'profile'],
  ['https://www.reddit.com/r/paperbirds/comments/', 'bad_id'],
  ['https://www.reddit.com/comments/0abc/', 'bad_id'],
  ['https://www.reddit.com/comments/6rr-yj/', 'bad_id'],
  ['https://www.reddit.com/login/', 'login'],
  ['https://www.reddit.com/search/?q=x', 'discover'],
  ['https://v.redd.it/', 'unknown_path'],
  ['https://v.redd.it/ab', 'bad_id'],
  ['https://i.redd.it/abc.jpg', 'unknown_path'],
  ['https://www.reddit.com/r/a%2Fb/comments/6rrwyj/', 'unknown_path'],
  ['https://reddit.com.evil.example/comments/6rrwyj/', 'not_platform'],
  ['https://notredd.it/6rrwyj', 'not_platform'],
])('says of %s that it is no post: %s', (link, reason) => {
  expect(parsePostLink(link)).toEqual({ ok: false, reason })
})

test('saves a video with its sound, title, creator and cover', async () => {
  const { lookupPost, join, open, fake } = await world()
  const post = postOf(await lookupPost('video'))
  expect(post).toMatchObject({
    platform: 'reddit',
    postId: `reddit:${id}`,
    title: 'A paper bird & its paper nest',
    author: { handle: 'paper_folder', name: null },
    postedAt: new Date('2026-05-13T09:00:00Z'),
    durationSeconds: 24,
    isSilent: false,
    images: [],
    video: {
      codec: 'h264',
      width: 720,
      height: 1280,
      variantKey: 'CMAF_720.mp4+CMAF_AUDIO_128.mp4',
    },
    hd: { width: 1080, height: 1920 },
  })
  expect(fake.asked()).toEqual([
    `GET https://www.reddit.com/comments/${id}/.rss`,
    'GET https://v.redd.it/zv89llsvexdz/DASHPlaylist.mpd',
  ])
  const made = await join(post.video)
  expect(made.codecs).toEqual(['h264', 'aac'])
  expect(made.seconds).toBeCloseTo(24, 0)
  expect(post.cover !== null && (await open(post.cover, 'image'))).toBe('jpeg')
  for (const { headers } of fake.requests) expect(headers.cookie).toBeUndefined()
})

test('saves clips of older names, and those without sound', async () => {
  const { lookupPost, join } = await world()
  const older = postOf(await lookupPost('older'))
  expect((await join(older.video)).codecs).toEqual(['h264', 'aac'])
  const silent = postOf(await lookupPost('silent'))
  expect(silent.isSilent).toBe(true)
  expect((await join(silent.video)).codecs).toEqual(['h264'])
})

test('needs no feed for a direct link to a video', async () => {
  const { lookup, join, fake } = await world()
  const post = postOf(await lookup('https://v.redd.it/zv89llsvexdz'))
  expect(post).toMatchObject({ postId: 'reddit:v-zv89llsvexdz', title: '' })
  expect(fake.asked()).toEqual(['GET https://v.redd.it/zv89llsvexdz/DASHPlaylist.mpd'])
  expect((await join(post.video)).codecs).toEqual(['h264', 'aac'])
})

test('saves the clip on Imgur that a post links to, and nothing in place of a removed one', async () => {
  const { lookupPost, open, fake } = await world()
  const post = postOf(await lookupPost('otherClip'))
  expect(post).toMatchObject({
    title: 'A paper bird & its paper nest',
    isSilent: true,
    hd: null,
    images: [],
    video: { addresses: [{ url: 'https://i.imgur.com/aBcDeF1.mp4', profile: 'reddit' }] },
  })
  expect(fake.requests).toHaveLength(1)
  expect(post.video !== null && (await open(post.video))).toBe('mp4')
  const gone = postOf(await lookupPost('otherClipGone')).video
  expect(gone !== null && (await open(gone))).not.toBe('mp4')
  expect(fake.asked().at(-1)).toBe('GET https://i.imgur.com/aBcDeF2.mp4')
})

test.each([
  ['https://i.imgur.com/aBcDeF1.gifv', 'https://i.imgur.com/aBcDeF1.mp4'],
  ['https://i.imgur.com/aBcDeF1.mp4?1', 'https://i.imgur.com/aBcDeF1.mp4'],
  ['https://i.imgur.com/a/aBcDeF1.gifv', null],
  ['https://i.imgur.com/../x.mp4', null],
  ['https://i.imgur.com/aBcDeF1.jpg', null],
  ['https://imgur.com/aBcDeF1', null],
  ['https://i.imgur.com.evil.example/aBcDeF1.gifv', null],
])('would take %s for a clip at %s', (link, clip) => {
  expect(clipAt(link)).toBe(clip)
})

test('saves pictures as they were uploaded, each once', async () => {
  const { lookupPost, open } = await world()
  const pictures = async (name: PostName) => {
    const { video, images } = postOf(await lookupPost(name))
    expect(video).toBeNull()
    const kinds = await Promise.all(images.map((file) => open(file, 'image')))
    return images.map(({ addresses }, index) => [addresses[0]?.url, kinds[index]])
  }
  expect(await pictures('picture')).toEqual([['https://i.redd.it/image-1.jpg', 'jpeg']])
  expect(await pictures('gallery')).toEqual([
    ['https://i.redd.it/image-1.jpg', 'jpeg'],
    ['https://i.redd.it/image-2.jpg', 'jpeg'],
  ])
})

test('operators would be told that Reddit fails while it works', async () => {
  const { source, media } = await world()
  const parsed = parsePostLink(postLink('video'))
  if (!parsed.ok) throw new Error(parsed.reason)
  expect(
    await checkSource(source, parsed.ref, { mediaSource: media, withinMs: 10_000 }),
  ).toMatchObject({ works: true })
})

const anchor = (address: string, text: string) => `<a href="${address}">${text}</a>`
/** A feed whose post's text has links of its own author. */
function feedWith(written: string, shown: string): string {
  const html = `<!-- SC_OFF --><div>${written}</div><!-- SC_ON -->${shown}`
  const content = html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<entry><content type="html">${content}</content><id>t3_${id}</id></entry>`
}

test('the author’s own link could put another post’s video in its place', () => {
  const other = anchor('https://v.redd.it/otherclip12', '[link]')
  const own = anchor('https://v.redd.it/zv89llsvexdz', '[link]')
  const video = { kind: 'video', video: 'zv89llsvexdz' }
  expect(readFeed(feedWith(other, own), id)).toMatchObject(video)
  expect(readFeed(feedWith('', other + own), id)).toMatchObject(video)
})

test('a gallery would have pictures that its author only links to', () => {
  const other = anchor('https://i.redd.it/other.jpg', 'x')
  const own = `<img src="https://preview.redd.it/own.jpg">${anchor(`https://www.reddit.com/gallery/${id}`, '[link]')}`
  const reading = readFeed(feedWith(other, own), id)
  const pictures = reading.kind === 'pictures' ? reading.pictures : []
  expect(pictures.map(({ addresses }) => addresses[0]?.url)).toEqual(['https://i.redd.it/own.jpg'])
})

test.each([
  ['text', 'unsupported'],
  ['youtube', 'unsupported'],
  ['removed', 'gone'],
  ['gone', 'gone'],
  ['deadVideo', 'gone'],
  ['limited', 'rate_limited'],
  ['refused', 'blocked'],
  ['login', 'blocked'],
  ['broken', 'http_status'],
  ['html', 'shape'],
  ['wrong', 'shape'],
  ['hevcOnly', 'unsupported'],
] as const)('says of the post %s: %s', async (name, outcome) => {
  expect(outcomeOf(await (await world()).lookupPost(name))).toBe(outcome)
})

test('names the site that a post links to', async () => {
  expect(await (await world()).lookupPost('youtube')).toMatchObject({
    failure: { reason: 'unsupported', platformCode: 'YouTube' },
  })
})

test('takes from a manifest only files beside it, whatever it names', async () => {
  const { lookupPost, fake } = await world()
  const { video, hd } = postOf(await lookupPost('hostileManifest'))
  const at = (name: string) => ({
    url: `https://v.redd.it/hostileclip1/${name}`,
    profile: 'reddit',
  })
  expect(hd).toBeNull()
  expect(video?.join).toEqual({
    kind: 'tracks',
    picture: [at('CMAF_480.mp4')],
    sound: [at('CMAF_AUDIO_64.mp4')],
  })
  expect(fake.requests).toHaveLength(2)
})

test('takes hostile texts as texts', async () => {
  const { title, author, cover } = postOf(await (await world()).lookupPost('hostile'))
  expect(title).toContain('<script>alert(1)</script>')
  expect(title).not.toContain('\u0000')
  expect(author).toEqual({ handle: null, name: null })
  expect(cover).toBeNull()
})

test('follows a share link to its post, and nowhere else', async () => {
  const { lookup, fake } = await world()
  const share = (code: string) => lookup(`https://www.reddit.com/r/paperbirds/s/${code}`)
  expect(postOf(await share('aBc123')).postId).toBe(`reddit:${id}`)
  expect(fake.asked()[0]).toBe('HEAD https://www.reddit.com/r/paperbirds/s/aBc123')
  fake.requests.length = 0
  const outcomes = await Promise.all(['Login', 'Away', 'Sub', 'None', 'Shown', 'Bare'].map(share))
  expect(outcomes.map(outcomeOf)).toEqual([
    ...['blocked', 'unsupported', 'unsupported', 'gone', 'unknown', 'blocked'],
  ])
  expect(fake.requests).toHaveLength(6)
})

test.each([
  ['lastOne', 29],
  ['unmetered', 60],
  ['limited', 31],
] as const)('would ask again sooner than the site allows, after %s', async (name, seconds) => {
  const { lookupPost, lookup, fake } = await world()
  await lookupPost(name)
  const asked = fake.requests.length
  const refused = await lookupPost('video')
  expect(refused).toMatchObject({ failure: { cause: 'queue_full' } })
  const wait =
    refused.ok || !('retryAfterSeconds' in refused.failure) ? 0 : refused.failure.retryAfterSeconds
  expect(wait).toBeGreaterThan(seconds - 5)
  expect(wait).toBeLessThanOrEqual(seconds)
  expect(fake.requests).toHaveLength(asked)
  // Videos by their own links need no feed.
  expect(outcomeOf(await lookup('https://v.redd.it/zv89llsvexdz'))).toBe('ok')
})
