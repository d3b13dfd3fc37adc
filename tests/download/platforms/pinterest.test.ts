// @module-tag module
import { expect, test } from 'vitest'
import { pinterestHosts } from '#app/download/platforms/pinterest/hosts.ts'
import { pinterestLinks } from '#app/download/platforms/pinterest/link.ts'
import { pinterest } from '#app/download/platforms/pinterest/pinterest.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { type PinName, pinLink, pins, startPinterest } from '#tests/fakes/platforms/pinterest.ts'
import { closing } from '#tests/support/closing.ts'
import { outcomeOf, postOf, readerOf } from './reader-world.ts'

const id = pins.video

async function world() {
  const fake = closing(await startPinterest())
  const reader = readerOf(pinterest, fake)
  return { fake, ...reader, lookupPin: (name: PinName) => reader.lookup(pinLink(name)) }
}

test.each([
  `https://www.pinterest.com/pin/${id}/`,
  `https://pinterest.com/pin/${id}`,
  `http://www.pinterest.com/pin/${id}/?utm_source=share`,
  `https://de.pinterest.com/pin/${id}/`,
  `https://www.pinterest.de/pin/${id}/`,
  `https://www.pinterest.co.uk/pin/${id}/`,
  `https://pinterest.com.mx/pin/${id}/`,
  `https://br.pinterest.com/pin/passaro-de-papel--${id}/`,
  `https://www.pinterest.fr/pin/oiseau-%C3%A9l%C3%A9gant--1--${id}`,
  `https://www.pinterest.com/pin/${id}/sent/?invite_code=0&sender=1`,
  `https://assets.pinterest.com/ext/embed.html?id=${id}`,
  `PINTEREST.COM/pin/${id}`,
  `Look: https://www.pinterest.com/pin/${id}/.`,
  `pinterest:${id}`,
])('finds the pin in the link %s', (link) => {
  const postId = `pinterest:${id}`
  const parsed = parsePostLink(link)
  expect(parsed).toMatchObject({ ok: true, ref: { kind: 'post', platform: 'pinterest', postId } })
  const url = parsed.ok ? pinterestLinks.url(parsed.ref) : null
  expect(url).toBe(`https://www.pinterest.com/pin/${id}/`)
})

test.each([
  'https://pin.it/aBc123',
  'pin.it/aBc123?x=1',
  'https://api.pinterest.com/url_shortener/aBc123/redirect/',
])('asks the site about the short link %s by its code alone', (link) => {
  const ref = { kind: 'short', platform: 'pinterest', host: 'pin.it', code: 'aBc123' }
  const parsed = parsePostLink(link)
  expect(parsed).toEqual({ ok: true, ref })
  expect(parsed.ok && pinterestLinks.url(parsed.ref)).toBe('https://pin.it/aBc123')
})

test.each([
  ['https://www.pinterest.com/', 'unknown_path'],
  ['https://www.pinterest.com/pin/', 'bad_id'],
  ['https://www.pinterest.com/pin/1234/', 'bad_id'],
  ['https://www.pinterest.com/pin/0664281013778109217/', 'bad_id'],
  ['https://www.pinterest.com/pin/12345678901234567890123456/', 'bad_id'],
  ['https://www.pinterest.com/pin/paper-bird/', 'bad_id'],
  ['https://www.pinterest.com/pin/create/button/?url=x', 'unknown_path'],
  ['https://www.pinterest.com/pin-builder/', 'unknown_path'],
  ['https://www.pinterest.com/somebody/', 'profile'],
  ['https://www.pinterest.com/somebody/_created/', 'profile'],
  ['https://www.pinterest.com/somebody/paper-birds/', 'collection'],
  ['https://www.pinterest.com/ideas/origami/912/', 'discover'],
  ['https://www.pinterest.com/search/pins/?q=birds', 'discover'],
  ['https://www.pinterest.com/login/', 'login'],
  ['https://pin.it/', 'unknown_path'],
  ['https://pin.it/a%2Fb', 'bad_id'],
  ['https://notpinterest.com/pin/664281013778109217/', 'not_platform'],
  ['https://pinterest.com.evil.example/pin/664281013778109217/', 'not_platform'],
  ['https://pinterest.example/pin/664281013778109217/', 'not_platform'],
  ['https://www.pinterest.com:8443/pin/664281013778109217/', 'not_platform'],
])('says of %s that it is no pin: %s', (link, reason) => {
  expect(parsePostLink(link)).toEqual({ ok: false, reason })
})

test('saves a video pin with its title, creator and cover', async () => {
  const { lookupPin, open, fake } = await world()
  const post = postOf(await lookupPin('video'))
  expect(post).toMatchObject({
    platform: 'pinterest',
    postId: `pinterest:${id}`,
    title: 'Paper bird',
    author: { handle: 'paper_folder', name: 'Paper Folder' },
    durationSeconds: 57.7,
    isSilent: false,
    images: [],
    moreVideos: [],
    hd: null,
    expiresAt: null,
    postedAt: new Date('2020-06-25T07:20:22Z'),
    counts: { comments: 3, shares: 12 },
    video: { codec: 'h264', width: 720, height: 1280 },
  })
  if (post.video === null || post.cover === null) throw new Error('No files')
  expect(await open(post.video)).toBe('mp4')
  expect(await open(post.cover, 'image')).toBe('jpeg')
  const query =
    'source_url=%2Fpin%2F664281013778109217%2F&data=%7B%22options%22%3A%7B%22id%22%3A%22664281013778109217%22%2C%22field_set_key%22%3A%22detailed%22%7D%2C%22context%22%3A%7B%7D%7D'
  expect(fake.asked()[0]).toBe(`GET https://www.pinterest.com/resource/PinResource/get/?${query}`)
  const [request] = fake.requests
  expect(request?.headers).toMatchObject({
    accept: 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-pinterest-pws-handler': 'www/pin/[id].js',
  })
  for (const { headers } of fake.requests) {
    expect(headers.cookie).toBeUndefined()
    expect(headers.referer).toBeUndefined()
  }
})

test('offers the size nearest to 720p and a larger one as HD, but never HEVC', async () => {
  const { video, hd } = postOf(await (await world()).lookupPin('sizes'))
  expect(video).toMatchObject({ variantKey: 'video-1.V_720P', width: 720, height: 1280 })
  expect(hd).toMatchObject({ variantKey: 'video-1.V_EXP7', width: 1080, height: 1920 })
  expect(outcomeOf(await (await world()).lookupPin('hevcOnly'))).toBe('unsupported')
})

test('finds the files beside a playlist by the names in it', async () => {
  const { lookupPin, open, fake } = await world()
  const { video, hd } = postOf(await lookupPin('playlistOnly'))
  if (video === null || hd === null) throw new Error('No files')
  expect([video.height, hd.height]).toEqual([1280, 1920])
  expect(video.bytes).toBeGreaterThan(1_000)
  expect([await open(video), await open(hd)]).toEqual(['mp4', 'mp4'])
  const name = `${'0'.repeat(31)}3`
  expect(fake.asked().slice(1, 4)).toEqual([
    `GET https://v1.pinimg.com/videos/iht/hls/aa/bb/cc/${name}.m3u8`,
    `HEAD https://v1.pinimg.com/videos/iht/expMp4/aa/bb/cc/${name}_720w.mp4`,
    `HEAD https://v1.pinimg.com/videos/iht/expMp4/aa/bb/cc/${name}_1080w.mp4`,
  ])
})

test('finds a file under its usual names, in order, if none has a name from the playlist', async () => {
  const { lookupPin, open, fake } = await world()
  const { video } = postOf(await lookupPin('usualName'))
  expect(video?.addresses).toHaveLength(1)
  expect(video !== null && (await open(video))).toBe('mp4')
  const name = `aa/bb/cc/${'0'.repeat(31)}4`
  expect(fake.asked().slice(2, 5)).toEqual([
    `HEAD https://v1.pinimg.com/videos/iht/expMp4/${name}_540w.mp4`,
    `HEAD https://v1.pinimg.com/videos/iht/expMp4/${name}_720w.mp4`,
    `HEAD https://v1.pinimg.com/videos/iht/720p/${name}.mp4`,
  ])
})

test('has the file made of the playlist after six requests found none', async () => {
  const { lookupPin, fake } = await world()
  const { video } = postOf(await lookupPin('toBeJoined'))
  const url = `https://v1.pinimg.com/videos/iht/hls/aa/bb/cc/${'0'.repeat(31)}5.m3u8`
  const join = { kind: 'playlist', addresses: [{ url, profile: 'pinterest' }], lines: 540 }
  expect(video).toMatchObject({ addresses: [], variantKey: 'video-1.playlist', join })
  expect(fake.requests).toHaveLength(7)
})

test('has HD up to 1080p made of a playlist that lists it, where no file beside it has that size', async () => {
  const { lookupPin } = await world()
  const tall = postOf(await lookupPin('tall'))
  expect(tall.video).toMatchObject({ width: 720, codec: 'h264', join: { lines: 720 } })
  expect(tall.hd).toMatchObject({ width: 1080, codec: 'h264', join: { lines: 1080 } })
  expect(tall.hd?.variantKey).not.toBe(tall.video?.variantKey)
  const half = postOf(await lookupPin('halfFound'))
  expect(half.video).toMatchObject({ width: 720, addresses: [{}] })
  expect(half.hd).toMatchObject({ addresses: [], join: { lines: 1080 } })
  const whole = postOf(await lookupPin('playlistOnly'))
  expect([whole.video?.join, whole.hd?.join]).toEqual([undefined, undefined])
})

test('saves all videos and pictures of an idea pin, each once', async () => {
  const { lookupPin, open } = await world()
  const post = postOf(await lookupPin('idea'))
  const videos = [post, ...post.moreVideos]
  expect(videos.map(({ video }) => video?.variantKey)).toEqual(['video-1.V_720P', 'video-2.V_720P'])
  expect(post.images.map(({ addresses }) => addresses[0]?.url)).toEqual([
    'https://i.pinimg.com/originals/aa/bb/cc/image-1.jpg',
    'https://i.pinimg.com/originals/aa/bb/cc/image-2.jpg',
  ])
  for (const { video, cover } of videos) {
    expect(video !== null && (await open(video))).toBe('mp4')
    expect(cover).not.toBeNull()
  }
})

test('keeps the order of an idea pin’s pages, whatever else lists its videos', async () => {
  const { lookupPin } = await world()
  const mixed = postOf(await lookupPin('ideaPictureFirst'))
  expect(mixed.order).toEqual(['image', 'video', 'image', 'video'])
  expect([mixed.images.length, mixed.moreVideos.length]).toEqual([2, 1])
  expect(mixed.video?.addresses[0]?.url).toMatch(/7\.mp4$/)
})

test('saves every video of an idea pin with playlists, in six requests beside its own', async () => {
  const { lookupPin, fake } = await world()
  const post = postOf(await lookupPin('ideaPlaylists'))
  const videos = [post.video, ...post.moreVideos.map(({ video }) => video)]
  expect(videos.map((video) => video?.join?.kind ?? 'file')).toEqual([
    'file',
    'file',
    'file',
    'playlist',
  ])
  expect(fake.requests).toHaveLength(7)
})

test('saves pictures as they were uploaded', async () => {
  const { lookupPin, open } = await world()
  const pictures = async (name: PinName) => {
    const { video, images } = postOf(await lookupPin(name))
    expect(video).toBeNull()
    return Promise.all(images.map((file) => open(file, 'image')))
  }
  expect(await pictures('photo')).toEqual(['jpeg'])
  expect(await pictures('gif')).toEqual(['gif'])
  expect(await pictures('carousel')).toEqual(['jpeg', 'jpeg'])
})

test.each([
  ['youtube', 'YouTube'],
  ['unknownSite', 'player.films.example'],
] as const)('names the site whose video a pin shows: %s', async (name, platformCode) => {
  expect(await (await world()).lookupPin(name)).toEqual({
    ok: false,
    failure: { kind: 'not_found', reason: 'unsupported', platformCode },
  })
})

test.each([
  ['gone', 'gone'],
  ['private', 'gone'],
  ['goneInWidget', 'ok'],
  ['widgetOnly', 'ok'],
  ['refused', 'ok'],
  ['broken', 'ok'],
  ['limited', 'rate_limited'],
  ['login', 'blocked'],
  ['shell', 'shape'],
  ['changed', 'shape'],
  ['html', 'shape'],
  ['wrong', 'shape'],
  ['wrapped', 'ok'],
] as const)('tells what became of a pin: %s is %s', async (name, outcome) => {
  const { lookupPin } = await world()
  const result = await lookupPin(name)
  expect(outcomeOf(result)).toBe(outcome)
  if (result.ok) expect(result.post.video).not.toBeNull()
})

test('asks the widget only if the site itself has no answer, and not after a limit', async () => {
  const { lookupPin, fake } = await world()
  await lookupPin('limited')
  // A pin that is known to work is asked for too, which tells whether all of them are limited.
  expect(fake.asked().filter((asked) => asked.includes(pins.limited))).toHaveLength(1)
  await lookupPin('gone')
  expect(fake.asked().at(-1)).toBe(
    `GET https://widgets.pinterest.com/v3/pidgets/pins/info/?pin_ids=${pins.gone}`,
  )
  const failure = { kind: 'rate_limited', retryAfterSeconds: 90 }
  expect(await lookupPin('limited')).toEqual({ ok: false, failure })
})

test("saves nothing of other pins in an answer, and nothing from others' hosts", async () => {
  const { lookupPin } = await world()
  const beside = postOf(await lookupPin('beside'))
  expect(beside.video?.addresses[0]?.url).toMatch(/0{31}1\.mp4$/)
  expect(beside.moreVideos).toEqual([])
  const hostile = postOf(await lookupPin('hostile'))
  expect(hostile.moreVideos).toEqual([])
  expect(hostile.cover).toBeNull()
  expect(hostile.video).toMatchObject({ variantKey: 'video-1.g', width: 720, height: null })
  expect(hostile.author.handle).toBeNull()
  expect(hostile.title).not.toMatch(/\p{Cc}/u)
  expect(hostile.counts).toMatchObject({ comments: null, shares: null })
  expect(hostile.postedAt).toBeNull()
})

test('opens a file that moved after a new look-up', async () => {
  const { lookupPin, open } = await world()
  const before = postOf(await lookupPin('moves')).video
  const after = postOf(await lookupPin('moves')).video
  if (before === null || after === null) throw new Error('No video')
  expect(after.variantKey).toBe(before.variantKey)
  expect(await open(before)).not.toBe('mp4')
  expect(await open(after)).toBe('mp4')
})

test.each([
  ['aBc123', 'ok', 2],
  ['Hop1', 'ok', 3],
  ['Loop', 'gone', 3],
  ['Dead', 'gone', 1],
  ['Home', 'gone', 1],
  ['Login', 'blocked', 1],
  ['Shown', 'unknown', 1],
  ['Bare', 'blocked', 1],
  ['Board', 'unsupported', 1],
  ['Away', 'unsupported', 1],
  ['Port', 'unsupported', 1],
])('follows the short link of code %s on the site alone: %s', async (code, outcome, requests) => {
  const { lookup, fake } = await world()
  expect(outcomeOf(await lookup(`https://pin.it/${code}`))).toBe(outcome)
  expect(fake.asked()[0]).toBe(`GET https://api.pinterest.com/url_shortener/${code}/redirect/`)
  expect(fake.asked()).toHaveLength(requests)
})

test.each([
  ['https://v1.pinimg.com/videos/x.mp4', true],
  ['https://i.pinimg.com/originals/x.jpg', true],
  ['https://www.pinterest.com/x.mp4', false],
  ['https://v1.pinimg.com.evil.example/x.mp4', false],
])('takes %s for a file of the platform: %s', (url, isFile) => {
  expect(pinterestHosts.isFile(new URL(url))).toBe(isFile)
})
