// @module-tag module
import { describe, expect, test } from 'vitest'
import { readAnswer } from '#app/download/extraction/extraction-answer.ts'
import { readYtdlpAnswer } from '#app/download/extraction/ytdlp/ytdlp-answer.ts'
import { chooseFiles, firstExpiry } from '#app/download/platforms/tiktok/choose.ts'
import { createTiktokHosts, readGuestCookies } from '#app/download/platforms/tiktok/hosts.ts'
import { readTiktokPage } from '#app/download/platforms/tiktok/page.ts'
import { postOfItem } from '#app/download/platforms/tiktok/post.ts'
import fc, { cases } from '#tests/support/cases.ts'

const hosts = createTiktokHosts({ testOrigin: null, cdnHosts: () => ['tiktokcdn.com'] })
const session = {
  profile: 'tiktok_guest',
  userAgent: 'the page’s own',
  cookies: { tt_chain_token: 'abc==', ttwid: '1%7Cx' },
} as const

describe('an address of a file', () => {
  test.for([
    ['https://v16-webapp-prime.tiktok.com/video/1', 'tiktok_guest'],
    ['https://v19-webapp-prime.us.tiktok.com/video/1', 'tiktok_guest'],
    ['https://v16-webapp.tiktok.com/1', 'tiktok_guest'],
    ['https://v77-webapp.eu.tiktok.com/1', 'tiktok_guest'],
    ['https://www.tiktok.com/aweme/v1/play/?a=1', 'tiktok_open'],
    ['https://p16-sign.tiktokcdn.com/1.jpeg', 'tiktok_cdn'],
    ['https://www.tiktok.com/aweme/v1/playwm/?a=1', null],
    ['https://www.tiktok.com/@a/video/1', null],
    ['https://webcast.tiktok.com/1', null],
    ['https://v16-webapp.evil.tiktok.com/1', null],
    ['https://v16-webapp.tiktok.com.evil.example/1', null],
    ['https://eviltiktokcdn.com/1', null],
    ['https://v16-webapp.tiktok.com:8443/1', null],
    ['http://v16-webapp.tiktok.com/1', null],
    ['https://user@v16-webapp.tiktok.com/1', null],
    ['https://127.0.0.1/media/a/1', null],
    ['sample:clip.mp4', null],
    ['no address', null],
  ] as [string, string | null][])('S2: %s is %s', ([url, profile]) => {
    expect(hosts.profileOf(url)).toBe(profile)
  })

  test('S59: only a gated host of the session’s profile gets its cookies', () => {
    const headersAt = (url: string, profile: 'tiktok_guest' | 'tiktok_open' | 'tiktok_cdn') =>
      hosts.headersFor(new URL(url), { url, profile }, session)
    const gated = 'https://v16-webapp.tiktok.com/1'
    expect(headersAt(gated, 'tiktok_guest')).toMatchObject({
      cookie: 'tt_chain_token=abc==; ttwid=1%7Cx',
      'user-agent': 'the page’s own',
      referer: 'https://www.tiktok.com/',
    })
    const open = 'https://www.tiktok.com/aweme/v1/play/'
    const cdn = 'https://p16.tiktokcdn.com/1.jpeg'
    expect(headersAt(gated, 'tiktok_open')).not.toHaveProperty('cookie')
    for (const url of [open, cdn]) {
      expect(headersAt(url, 'tiktok_guest')).toMatchObject({ referer: 'https://www.tiktok.com/' })
      expect(headersAt(url, 'tiktok_guest')).not.toHaveProperty('cookie')
    }
    const foreign = headersAt('https://evil.example/1', 'tiktok_guest')
    expect(Object.keys(foreign).sort()).toEqual(['accept', 'user-agent'])
    expect(foreign['user-agent']).not.toBe(session.userAgent)
  })
})

describe('guest cookies', () => {
  test('are known names with plain values only', () => {
    expect(
      readGuestCookies([
        'tt_chain_token=abc==; Path=/; Expires=Mon, 22 Nov 2027 04:00:00 GMT',
        'ttwid=1%7Cx; Secure',
        'tt_csrf_token=never-wanted',
        'sessionid=never-wanted',
        '__proto__=never-wanted',
      ]),
    ).toEqual({ tt_chain_token: 'abc==', ttwid: '1%7Cx' })
  })

  test('S11: no value of a Set-Cookie header becomes more than one value', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const cookies = readGuestCookies([`tt_chain_token=${value}`])
        const taken = cookies.tt_chain_token ?? 'x'
        expect(taken).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,512}$/)
      }),
      { numRuns: cases(500) },
    )
  })
})

const postId = '7345678000000000001'

function itemOf(content: object) {
  const data = { 'webapp.video-detail': { statusCode: 0, itemInfo: { itemStruct: content } } }
  const json = JSON.stringify({ __DEFAULT_SCOPE__: data })
  const html = `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">${json}</script>`
  const reading = readTiktokPage(html, postId)
  if (reading.kind !== 'item') throw new Error(reading.kind)
  return reading.item
}

function choose(content: object, withSession: typeof session | null = session) {
  return chooseFiles(itemOf(content), withSession, hosts)
}

const quality = (CodecType: string, Width: number, Height: number, Bitrate = 1, path = '/v/') => ({
  Bitrate,
  CodecType,
  PlayAddr: {
    Width,
    Height,
    DataSize: '100',
    UrlList: [`https://v16-webapp.tiktok.com${path}?q=${CodecType}${Width}x${Height}.${Bitrate}`],
  },
})
const bitrateInfo = (...qualities: object[]) => ({ id: postId, video: { bitrateInfo: qualities } })

describe('the choice of files', () => {
  const show = (files: ReturnType<typeof choose>) =>
    [files.video, files.hd].map((file) => file && `${file.codec} ${file.width}`)

  test.for([
    [
      [quality('h264', 576, 1024), quality('h264', 720, 1280)],
      ['h264 720', null],
    ],
    [
      [quality('h264', 576, 1024), quality('bytevc1', 1080, 1920)],
      ['h264 576', 'hevc 1080'],
    ],
    [
      [quality('h264', 1024, 576), quality('h265_hvc1', 1280, 720)],
      ['h264 1024', 'hevc 1280'],
    ],
    [
      [quality('h264', 1080, 1920), quality('bytevc1', 1080, 1920)],
      ['h264 1080', null],
    ],
    [
      [quality('h264', 576, 1024), quality('bytevc1', 1440, 2560)],
      ['h264 576', null],
    ],
    [
      [quality('bytevc1', 720, 1280), quality('bytevc1', 1080, 1920)],
      ['hevc 1080', null],
    ],
    [[quality('bytevc2', 576, 1024)], [null, null]],
    [[quality('h264', 576, 1024, 1, '/v/media-video-hvc1/')], [null, null]],
    [[], [null, null]],
  ] as [object[], unknown][])('of %j is %j', ([qualities, wanted]) => {
    expect(show(choose(bitrateInfo(...qualities)))).toEqual(wanted)
  })

  test('takes the higher rate of two of a size, and distinguishes variants', () => {
    const files = choose(bitrateInfo(quality('h264', 576, 1024, 5), quality('h264', 576, 1024, 9)))
    expect(files.video?.addresses[0]?.url).toContain('.9')
    const other = choose(bitrateInfo(quality('h264', 576, 1024, 5)))
    expect(files.video?.variantKey).not.toBe(other.video?.variantKey)
  })

  test('sizes of 0 on a page would be shown to visitors as the file’s', () => {
    const { PlayAddr, ...unknown } = quality('h264', 0, 0)
    const files = choose(bitrateInfo({ ...unknown, PlayAddr: { ...PlayAddr, DataSize: '0' } }))
    expect(files.video).toMatchObject({ width: null, height: null, bytes: null })
  })

  test('offers neither the watermarked file nor gated ones without a token', () => {
    const url = 'https://www.tiktok.com/aweme/v1/play/?id=1'
    const video = { playAddr: url, downloadAddr: url }
    expect(choose({ id: postId, video }).video).toBeNull()
    expect(choose(bitrateInfo(quality('h264', 576, 1024)), null).video).toBeNull()
  })

  test('S2: every address is on a known host, whatever the page lists', () => {
    const url = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom(
        'https://v16-webapp.tiktok.com/1',
        'https://www.tiktok.com/aweme/v1/play/?a=1',
        'https://www.tiktok.com/aweme/v1/playwm/?a=1',
        'file:///etc/passwd',
        'sample:clip.mp4',
      ),
    )
    const video = fc.record({
      playAddr: url,
      cover: url,
      bitrateInfo: fc.array(
        fc.record({
          CodecType: fc.constantFrom('h264', 'bytevc1', 'bytevc2', ''),
          Bitrate: fc.oneof(fc.integer(), fc.string()),
          PlayAddr: fc.record({
            UrlList: fc.array(url),
            Width: fc.integer(),
            Height: fc.oneof(fc.integer(), fc.constant('1024')),
          }),
        }),
      ),
    })
    fc.assert(
      fc.property(video, (content) => {
        const files = choose({ id: postId, video: content })
        for (const file of [files.video, files.hd, files.cover, files.sound]) {
          if (file === null) continue
          expect(file.addresses.length).toBeGreaterThan(0)
          expect(file.addresses.length).toBeLessThanOrEqual(4)
          for (const { url: at, profile } of file.addresses) {
            expect(hosts.profileOf(at)).toBe(profile)
            expect(at).not.toContain('playwm')
          }
        }
      }),
      { numRuns: cases(300) },
    )
  })

  test.for([
    ['?expire=1800000000', 1_800_000_000_000],
    ['?x-expires=1800000000&expire=1700000000', 1_700_000_000_000],
    [`${'a'.repeat(32)}/6553f100/x?expire=1800000000`, 0x6553f100 * 1000],
    ['?expire=never', 7_200_000],
  ] as [string, number][])('its first expiry is read from %s', ([end, wanted]) => {
    const playAddr = `https://v16-webapp.tiktok.com/${end}`
    const files = choose({ id: postId, video: { playAddr } })
    const now = wanted === 7_200_000 ? 0 : 1_900_000_000_000
    expect(firstExpiry(files, session, now)?.getTime()).toBe(wanted)
  })
})

describe('a file of one track', () => {
  test.each([
    '/v/media-video-avc1/',
    '/v/media-video-avc1',
    '/v/media-video-hvc1/abc/',
    '/media-video-bvc2/v/1.mp4',
    '/v/media-video-av01/',
    '/v/media-audio-und-mp4a/',
    '/v/MEDIA-VIDEO-AVC1/',
    '/v/media_video_avc1/',
    '/v/media%2Dvideo%2Davc1/',
    '/v/1.mp4?mime_type=audio_mp4&x=1',
    '/v/1.mp4?track=media-video-avc1',
    '/video-only-avc1/1.mp4',
    '/v/1.mp4?u=%252Fmedia-video-avc1%252F',
    '/v/1.mp4?u=https%253A%252F%252Fa.example%252F1%253Fmime_type%253Daudio_mp4',
    '/v/1%zz.mp4?u=media%2Dvideo%2Davc1',
  ])('is never offered as the clip: %s', (path) => {
    const url = `https://v16-webapp.tiktok.com${path}`
    const listed = { CodecType: 'h264', PlayAddr: { Width: 720, Height: 1280, UrlList: [url] } }
    const whole = quality('h264', 576, 1024)
    expect(choose(bitrateInfo(listed, whole)).video?.width).toBe(576)
    expect(choose(bitrateInfo(listed)).video).toBeNull()
    expect(choose({ id: postId, video: { playAddr: url } }).video).toBeNull()
    const answer = { code: 0, data: { id: postId, play: url, hdplay: url } }
    const context = { endpoint: new URL('https://service.example/'), askedPostId: postId }
    expect(readAnswer(JSON.stringify(answer), context)).toMatchObject({ ok: false })
  })

  const neutral = 'https://v16-webapp.tiktok.com/x/?a=1'

  test.each([
    [{ GearName: 'media-video-avc1_720' }, {}],
    [{ GearName: 'adapt_audio_128' }, {}],
    [{ GearName: 'video_only_720' }, {}],
    [{ CodecType: 'media-video-avc1' }, {}],
    [{}, { UrlKey: 'v1_h264_media-video-avc1' }],
  ])('is never offered, if only its name says so: %j %j', (names, inAddress) => {
    const PlayAddr = { Width: 720, Height: 1280, UrlList: [neutral], ...inAddress }
    const listed = { CodecType: 'h264', ...names, PlayAddr }
    const whole = quality('h264', 576, 1024)
    expect(choose(bitrateInfo(listed, whole)).video?.width).toBe(576)
    // Nor as the page's default, at the same address.
    const video = { playAddr: neutral, bitrateInfo: [listed] }
    expect(choose({ id: postId, video }).video).toBeNull()
    const PlayAddrStruct = { UrlList: [neutral], UrlKey: 'v1_h264_media-video-avc1' }
    expect(choose({ id: postId, video: { playAddr: neutral, PlayAddrStruct } }).video).toBeNull()
  })

  test.each(['adapt_lowest_1080_1', 'normal_540_0', 'lower_540_1'])(
    'isn’t seen in a clip’s name: %s',
    (GearName) => {
      const listed = { ...quality('h264', 720, 1280), GearName }
      expect(choose(bitrateInfo(listed)).video?.width).toBe(720)
    },
  )

  test.each(['/v/social-media-videos/1.mp4', '/v/1.mp4?mime_type=video_mp4', '/video/tos/media/'])(
    'isn’t seen where none is: %s',
    (path) => {
      const url = `https://v16-webapp.tiktok.com${path}`
      expect(choose({ id: postId, video: { playAddr: url } }).video).not.toBeNull()
    },
  )
})

describe('a format of yt-dlp', () => {
  const format = (height: number, acodec?: string | null) => ({
    ...{ format_id: `h264_${height}p`, ext: 'mp4', vcodec: 'h264', acodec },
    ...{ width: (height * 9) / 16, height },
    url: `https://v16-webapp.tiktok.com/v/${height}.mp4?tk=tt_chain_token`,
    cookies: 'tt_chain_token="abc=="; Domain=.tiktok.com',
    http_headers: { 'User-Agent': 'Mozilla/5.0' },
  })
  const read = (facts: object, ...formats: object[]) =>
    readYtdlpAnswer(JSON.stringify({ id: postId, formats, ...facts }), postId, hosts)

  test.each([
    ['whose sound isn’t named beside one whose is', [format(1024, 'aac'), format(1280)], 1024],
    ['without sound', [format(1024, 'aac'), format(1280, 'none')], 1024],
    ['whose sound is named', [format(1024), format(1280, 'aac')], 1280],
    ['where no sound is named', [format(1024), format(1280, null)], 1280],
    [
      'whose name says that it has none',
      [format(1024), { ...format(1280), format_id: 'media-video-avc1_720p-0' }],
      1024,
    ],
  ])('is the clip only if it has sound, as far as that is known: %s', (_, formats, height) => {
    const found = read({}, ...formats)
    expect(found.ok && found.post.video?.height).toBe(height)
    expect(found.ok && found.post.hd).toBeNull()
  })

  test.each([18, 21])('of a post for adults is refused for its age if there is none: %i', (age) => {
    const silent = format(1024, 'none')
    for (const formats of [[], [silent]]) {
      expect(read({ age_limit: age }, ...formats)).toMatchObject({ failure: { reason: 'age' } })
    }
    expect(read({ age_limit: age }, format(1024, 'aac')).ok).toBe(true)
    expect(read({ age_limit: 0 }, silent)).toMatchObject({ failure: { kind: 'unavailable' } })
  })
})

describe('a post for adults', () => {
  const result = (content: object) =>
    postOfItem(itemOf({ id: postId, isContentClassified: true, ...content }), session, hosts)

  test.each([
    {},
    { video: null },
    { video: {} },
    { video: { id: postId, duration: 0, cover: '', playAddr: '', bitrateInfo: [] } },
    { video: { playAddr: [], bitrateInfo: [{ CodecType: 'h264', PlayAddr: { UrlList: [] } }] } },
    { video: { playAddr: 'https://elsewhere.example/1.mp4' } },
    { imagePost: { images: [] } },
    { imagePost: { images: [{ imageURL: { urlList: [] } }] } },
  ])('without a usable file is refused for its age: %j', (content) => {
    expect(result(content)).toEqual({
      ok: false,
      failure: { kind: 'not_found', reason: 'age', platformCode: 'flag' },
    })
  })

  test('is found where the platform gives its file to everyone', () => {
    expect(result({ video: { bitrateInfo: [quality('h264', 576, 1024)] } }).ok).toBe(true)
  })
})
