// @module-tag module
import { describe, expect, test } from 'vitest'
import { readAnswer, textLimits } from '#app/download/extraction/extraction-answer.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { fileAt } from '#tests/support/extracted-post.ts'

const postId = '7234567890123456789'
const endpoint = new URL('https://service.example/api/')
const context = { endpoint, askedPostId: postId }
const play = 'https://v1.tiktokcdn.com/clip.mp4'
const cover = 'https://p1.tiktokcdn.com/cover.jpg'

function read(data: unknown, asked: string | null = postId) {
  return readAnswer(JSON.stringify({ code: 0, msg: 'success', data }), {
    endpoint,
    askedPostId: asked,
  })
}

function postOf(fields: Record<string, unknown>, asked: string | null = postId): ExtractedPost {
  const reading = read({ id: postId, title: 'A title', cover, play, ...fields }, asked)
  if (!reading.ok) throw new Error(`no post: ${JSON.stringify(reading.failure)}`)
  return reading.post
}

function failureOf(text: string) {
  const reading = readAnswer(text, context)
  return reading.ok ? null : reading.failure
}

const incomplete = {
  ok: false,
  failure: { kind: 'unavailable', cause: 'incomplete_answer', retryAfterSeconds: null },
}

describe('a post', () => {
  test('needs only play, cover and title', () => {
    expect(read({ play, cover, title: 'Hello' })).toEqual({
      ok: true,
      post: {
        source: 'service',
        platform: 'tiktok',
        fetchedAt: expect.any(Date),
        session: null,
        postId,
        title: 'Hello',
        author: { handle: null, name: null },
        cover: fileAt(cover, 'cover'),
        video: fileAt(play, 'play'),
        hd: null,
        sound: null,
        images: [],
        captions: [],
        durationSeconds: null,
        isSilent: false,
        moreVideos: [],
        isSensitive: false,
        region: null,
        postedAt: new Date(Number(BigInt(postId) >> 32n) * 1000),
        counts: { plays: null, likes: null, comments: null, shares: null },
        expiresAt: null,
      },
    })
  })

  test('has everything in a full answer, and nothing unknown', () => {
    const post = postOf({
      region: 'us',
      duration: 15,
      wmplay: 'https://v1.tiktokcdn.com/watermark.mp4',
      hdplay: 'https://v1.tiktokcdn.com/hd.mp4',
      size: 1000,
      hd_size: 9000,
      music: 'https://v1.tiktokcdn.com/music.mp3',
      play_count: 1,
      digg_count: 2,
      comment_count: 3,
      share_count: 0,
      create_time: 1_700_000_000,
      author: { id: '1', unique_id: 'some.user_1', nickname: 'Some User', avatar: cover },
      images: null,
      captions: [],
      invented: '<script>',
    })
    expect(post).toEqual({
      source: 'service',
      platform: 'tiktok',
      fetchedAt: expect.any(Date),
      session: null,
      postId,
      title: 'A title',
      author: { handle: 'some.user_1', name: 'Some User' },
      cover: fileAt(cover, 'cover'),
      video: fileAt(play, 'play', 1000),
      hd: fileAt('https://v1.tiktokcdn.com/hd.mp4', 'hdplay', 9000),
      sound: null,
      images: [],
      captions: [],
      durationSeconds: 15,
      isSilent: false,
      moreVideos: [],
      isSensitive: false,
      region: 'US',
      postedAt: new Date(1_700_000_000_000),
      counts: { plays: 1, likes: 2, comments: 3, shares: 0 },
      expiresAt: null,
    })
  })

  test('survives any optional field having another type', () => {
    for (const odd of [null, true, -1, 1.5, 'text', [], [[]], {}, { a: 1 }]) {
      const names =
        'region duration hdplay size hd_size music play_count digg_count comment_count ' +
        'share_count create_time author images origin_cover wmplay music_info'
      const fields = Object.fromEntries(names.split(' ').map((name) => [name, odd]))
      // A list with anything in it means a slideshow, so that one is looked at elsewhere.
      const post = postOf({ ...fields, images: Array.isArray(odd) ? [] : odd })
      expect(post.video).toEqual(fileAt(play, 'play'))
      expect([post.hd, post.region, post.author.handle]).toEqual([null, null, null])
      expect(Object.values(post.counts)).toEqual([null, null, null, null])
    }
  })

  test('needs a file: an answer without one fails', () => {
    for (const bad of [undefined, null, '', 0, 42, {}, [], 'javascript:alert(1)', 'clip.mp4']) {
      expect(read({ id: postId, title: 't', cover, play: bad }), String(bad)).toEqual(incomplete)
    }
    for (const data of [undefined, null, [], 'text', 7]) expect(read(data)).toEqual(incomplete)
  })

  test('works without a caption and without a cover', () => {
    expect(postOf({ title: null, cover: 5 })).toMatchObject({ title: '', cover: null })
    expect(postOf({ title: '', cover: '', origin_cover: cover })).toMatchObject({
      title: '',
      cover: fileAt(cover, 'cover'),
    })
  })

  test('offers no HD that is the same file', () => {
    expect(postOf({ hdplay: play, hd_size: 5 }).hd).toBeNull()
    expect(postOf({ hdplay: '' }).hd).toBeNull()
  })

  test('has no size if the service sends none', () => {
    for (const size of [0, null, undefined, -5, '1e3', '0']) {
      const post = postOf({ hdplay: '/hd.mp4', hd_size: size, size })
      expect([post.video?.bytes, post.hd?.bytes]).toEqual([null, null])
    }
  })
})

describe('the post id', () => {
  const link = { play, cover, title: '' }

  test('of a short link comes from the answer', () => {
    expect(postOf({}, null).postId).toBe(postId)
  })

  test('is not rounded when the JSON holds a number', () => {
    const text = `{"code":0,"data":{"id":${postId},"play":"${play}","cover":"${cover}","title":""}}`
    const reading = readAnswer(text, { endpoint, askedPostId: null })
    expect(reading.ok && reading.post.postId).toBe(postId)
  })

  test('is the requested one if the answer has none, or a rounded one', () => {
    for (const id of [undefined, null, '', 'v12044gd0000', '7234567890123457000', 12, {}]) {
      const reading = read({ ...link, id })
      expect(reading.ok && reading.post.postId, String(id)).toBe(postId)
    }
  })

  test('must be known: a short link whose post is not named returns no post', () => {
    expect(read(link, null)).toEqual(incomplete)
    expect(read({ ...link, id: '../../etc' }, null)).toEqual(incomplete)
  })

  test("must be the one asked for: another post is not shown under this one's key", () => {
    expect(read({ ...link, id: '7111111111111111111' })).toEqual(incomplete)
  })
})

describe('a slideshow', () => {
  const images = ['https://p1.tiktokcdn.com/1.jpg', '/images/2.jpg']

  test('has images in order, and its play address is the sound, never a video', () => {
    const post = postOf({ images, duration: 0, size: 700, hdplay: '/hd', wmplay: play })
    expect(post).toMatchObject({
      video: null,
      hd: null,
      sound: fileAt(play, 'sound', 700),
      images: [
        fileAt('https://p1.tiktokcdn.com/1.jpg', 'image-1'),
        fileAt('https://service.example/images/2.jpg', 'image-2'),
      ],
      durationSeconds: null,
    })
  })

  test('works without a sound, or with the one named as music', () => {
    expect(postOf({ images, play: '' }).sound).toBeNull()
    expect(postOf({ images, play: null, music: '/m.mp3', size: 5 }).sound).toEqual(
      fileAt('https://service.example/m.mp3', 'sound'),
    )
  })

  test('keeps only URLs among its images, at their places, up to the limit', () => {
    const odd = [1, null, {}, 'file:///etc/passwd', '']
    const found = postOf({ images: [...odd, images[0]] }).images
    expect(found.flatMap(({ addresses }) => addresses)).toHaveLength(1)
    expect(found[5]).toEqual(fileAt('https://p1.tiktokcdn.com/1.jpg', 'image-6'))
    const many = Array.from({ length: 5000 }, (_, index) => `/${index}.jpg`)
    expect(postOf({ images: many }).images).toHaveLength(textLimits.images)
  })

  test('without a single usable image returns no post rather than a sound called a video', () => {
    expect(read({ id: postId, play, cover, title: '', images: [{}, 7] })).toEqual(incomplete)
  })
})

describe('an address', () => {
  test('that is relative to the site is resolved against the origin of the endpoint', () => {
    expect(postOf({ play: '/video/media/play/1.mp4?a=b' }).video?.addresses[0]?.url).toBe(
      'https://service.example/video/media/play/1.mp4?a=b',
    )
    expect(postOf({ play: '//cdn.example/1.mp4' }).video?.addresses[0]?.url).toBe(
      'https://cdn.example/1.mp4',
    )
  })

  test('S2: of another scheme, with credentials or too long is not kept', () => {
    const bad = [
      'data:video/mp4;base64,AAAA',
      'ftp://cdn.example/1.mp4',
      'https://user:secret@cdn.example/1.mp4',
      'https://',
      'http://[::1',
      `https://cdn.example/${'a'.repeat(textLimits.address)}`,
      `/${'ü'.repeat(textLimits.address / 2)}`,
    ]
    for (const address of bad) {
      expect(postOf({ hdplay: address, cover: address })).toMatchObject({
        hd: null,
        cover: null,
      })
    }
  })

  test('returns when the first of them expires', () => {
    const post = postOf({
      play: 'https://v1.tiktokcdn.com/1?x-expires=1800000300&x-signature=a',
      hdplay: 'https://v1.tiktokcdn.com/2?x-expires=1800000200',
      cover: 'https://p1.tiktokcdn.com/3?x-expires=1800000400',
    })
    expect(post.expiresAt).toEqual(new Date(1_800_000_200_000))
    for (const odd of ['', '0', '-1', '1e9', 'NaN', '99999999999999999999']) {
      expect(postOf({ play: `${play}?x-expires=${odd}` }).expiresAt).toBeNull()
    }
  })
})

describe('texts', () => {
  test('S14: lose control characters, keep the rest as the creator wrote it', () => {
    const hostile = '</script><img src=x onerror=alert(1)>\u2028"\u202e'
    expect(postOf({ title: ` a\r\n\tb\u0000\u0007\u009b${hostile} ` }).title).toBe(`a b${hostile}`)
    expect(postOf({ author: { nickname: 'A\nB\u0000', unique_id: 'a b' } }).author).toEqual({
      handle: null,
      name: 'A B',
    })
  })

  test('S14: are cut between characters, never within one', () => {
    const title = postOf({ title: '😀'.repeat(5000) }).title
    expect(title).toBe('😀'.repeat(textLimits.title))
    expect(postOf({ title: `a\ud83d` }).title.isWellFormed()).toBe(true)
  })
})

describe('a failure', () => {
  const refused = (msg: unknown, code: unknown = -1) => failureOf(JSON.stringify({ code, msg }))
  const rateLimited = { kind: 'rate_limited', retryAfterSeconds: 2 }
  const dailyLimit = { kind: 'daily_limit', retryAfterSeconds: null }
  const forAdults = { kind: 'not_found', reason: 'age' }
  const notFound = { kind: 'not_found', reason: 'unknown' }

  test.each([
    ['Free Api Limit: 1 request/second.', rateLimited],
    ['Free Api Limit: 10000 request/ 1 day.', dailyLimit],
    ['Free API limit: 10000 requests/day', dailyLimit],
    ['Url parsing is failed! Please check url.', notFound],
    ['This video is age restricted', forAdults],
    ['Age limit: log in to watch', forAdults],
    ['This content is 18+.', forAdults],
    ['age_restricted', forAdults],
    ['Sensitive: for adults only', forAdults],
    ['API usage limit reached', rateLimited],
    // SPEC has one text for every other code, so a link is what is blamed.
    ['Something new', notFound],
    ['', notFound],
    [undefined, notFound],
    [{ day: 'limit' }, notFound],
  ])('message %j', (message, failure) => {
    expect(refused(message)).toEqual(failure)
  })

  test.each([
    { isContentClassified: true },
    { is_content_classified: 1 },
    { age_restricted: 'true' },
    { age_limit: 18 },
    { age_limit: '21', play: 'https://v1.tiktokcdn.com/media-video-avc1/' },
  ])('without a usable file is the post’s age limit, if the answer names one: %j', (facts) => {
    for (const asked of [postId, null]) {
      expect(read({ play: '', ...facts }, asked)).toMatchObject({ failure: forAdults })
    }
    expect(read({ ...facts, play }).ok).toBe(true)
    expect(read({ id: '7345678000000000002', play: '', ...facts })).toEqual(incomplete)
  })

  test.each([{ age_limit: 0 }, { age_limit: 16 }, { isContentClassified: false }, {}])(
    'without a usable file is the service’s if no age is named: %j',
    (facts) => {
      expect(read({ play: '', ...facts })).toEqual(incomplete)
    },
  )

  test('isn’t read from a link repeated in a message', () => {
    for (const name of ['@daylimit', 'https://www.tiktok.com/@limit.day/video/1']) {
      expect(refused(`Url parsing is failed! ${name}`)).toEqual(notFound)
      expect(refused(`Nothing at ${name}`)).toEqual(notFound)
    }
  })

  test('is any code but 0, which can be a string', () => {
    expect(refused('Free Api Limit', 7)).toEqual(rateLimited)
    expect(refused('Free Api Limit', '-1')).toEqual(rateLimited)
    const text = JSON.stringify({ code: '0', data: { play, cover, title: '' } })
    expect(readAnswer(text, context).ok).toBe(true)
  })

  test.each([
    ['an empty answer', ''],
    ['a bot challenge', '<!DOCTYPE html><title>Just a moment...</title>'],
    ['a cut answer', '{"code":0,"data":{"play":"https://v1.tik'],
    ['null', 'null'],
    ['a list', '[0]'],
    ['an answer without a code', '{"msg":"success","data":{}}'],
    ['an odd code', '{"code":{},"data":{}}'],
    ['a million brackets', '['.repeat(1_000_000)],
    ['a million objects', '{"id":'.repeat(150_000)],
    ['whole brackets', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('R8: %s is no answer', (_, text) => {
    const failure = { kind: 'unavailable', cause: 'bad_answer', retryAfterSeconds: null }
    expect(failureOf(text)).toEqual(failure)
  })
})

describe('S14: whatever comes', () => {
  const allowed = {
    post:
      'author captions counts cover durationSeconds expiresAt fetchedAt hd images isSensitive isSilent moreVideos platform postId postedAt ' +
      'region session sound source title video',
    author: 'handle name',
    counts: 'comments likes plays shares',
  }
  const keys = (value: object) => Object.keys(value).sort().join(' ')

  function check(text: string, askedPostId: string | null): void {
    const reading = readAnswer(text, { endpoint, askedPostId })
    if (!reading.ok) return
    const { post } = reading
    expect(keys(post)).toBe(allowed.post)
    expect(keys(post.author)).toBe(allowed.author)
    expect(keys(post.counts)).toBe(allowed.counts)
    expect(post.postId).toMatch(/^\d{16,19}$/)
    expect(Array.from(post.title).length).toBeLessThanOrEqual(textLimits.title)
    expect(Array.from(post.author.name ?? '').length).toBeLessThanOrEqual(textLimits.name)
    expect(post.title + (post.author.name ?? '')).not.toMatch(/\p{Cc}/u)
    expect(post.images.length).toBeLessThanOrEqual(textLimits.images)
    const files = [post.video, post.hd, post.sound, post.cover, ...post.images].filter(
      (file) => file !== null,
    )
    for (const { bytes } of files) expect(bytes === null || bytes > 0).toBe(true)
    const urls = files.flatMap(({ addresses }) => addresses.map(({ url }) => url))
    for (const url of urls) {
      expect(url.length).toBeLessThanOrEqual(textLimits.address)
      expect(['http:', 'https:']).toContain(new URL(url).protocol)
    }
    expect(post.video === null).toBe(post.images.length > 0)
    expect(Number.isNaN(post.postedAt?.getTime()) || Number.isNaN(post.expiresAt?.getTime())).toBe(
      false,
    )
    // It is stored as JSON and read back: nothing may get lost on the way.
    expect(JSON.parse(JSON.stringify(post))).toMatchObject({ postId: post.postId })
  }

  const odd = fc.oneof(
    fc.jsonValue(),
    fc.webUrl({ withQueryParameters: true }),
    fc.string({ unit: 'binary', maxLength: 5000 }),
    fc.integer(),
    fc.constantFrom('/clip.mp4', play, `${play}?x-expires=99999999999`, '//a', 'http://a@b', []),
  )
  const names =
    'id region title cover origin_cover duration play wmplay hdplay size hd_size music ' +
    'music_info play_count digg_count comment_count share_count create_time __proto__ other'
  const data = fc.record(
    {
      ...Object.fromEntries(names.split(' ').map((name) => [name, odd])),
      play: fc.oneof(odd, fc.constant(play)),
      images: fc.oneof(odd, fc.array(odd, { maxLength: 150 })),
      author: fc.oneof(odd, fc.record({ unique_id: odd, nickname: odd }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  )
  const code = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, odd)
  const asked = fc.constantFrom(null, postId)

  test('an answer with odd fields never throws, and its result is bounded and known', () => {
    fc.assert(
      fc.property(fc.record({ code, msg: odd, data }), asked, (answer, askedPostId) => {
        check(JSON.stringify(answer), askedPostId)
      }),
      { numRuns: cases(500) },
    )
  })

  test('any text at all never throws', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json())
    fc.assert(fc.property(text, asked, (some, askedPostId) => check(some, askedPostId)))
  })

  test('an answer cut anywhere never throws', () => {
    const whole = JSON.stringify({ code: 0, data: { id: postId, play, cover, title: 'é😀' } })
    for (let end = 0; end < whole.length; end += 1) {
      expect(readAnswer(whole.slice(0, end), context).ok).toBe(false)
    }
  })
})
