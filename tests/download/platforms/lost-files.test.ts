// @module-tag module
import '#tests/support/own-data-dir.ts'

import { describe, expect, test } from 'vitest'
import { readAnswer } from '#app/download/extraction/extraction-answer.ts'
import { filesOf as blueskyFiles } from '#app/download/platforms/bluesky/files.ts'
import { postIn } from '#app/download/platforms/instagram/post.ts'
import { readPin } from '#app/download/platforms/pinterest/post.ts'
import { chooseFiles } from '#app/download/platforms/tiktok/choose.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { readTiktokPage } from '#app/download/platforms/tiktok/page.ts'
import { postOfItem } from '#app/download/platforms/tiktok/post.ts'
import { filesOf as xFiles } from '#app/download/platforms/x/files.ts'
import type { MediaFile } from '#app/posts/extracted-post.server.ts'
import { isLost, lostFile, lostHosts } from '#app/posts/lost-files.ts'

process.env.EXTRACTION_SOURCES = 'demo'
const { filesOf } = await import('#app/download/batch/files.server.ts')
const { postView } = await import('#app/download/lookup/offers.server.ts')
const { postFacts } = await import('#app/download/lookup/post-facts.server.ts')

const hosts = createTiktokHosts({ testOrigin: null, cdnHosts: () => ['tiktokcdn.com'] })
const session = {
  profile: 'tiktok_guest',
  userAgent: 'the page’s own',
  cookies: { tt_chain_token: 'abc==' },
} as const
const postId = '7345678000000000001'

function itemOf(content: object) {
  const data = { 'webapp.video-detail': { statusCode: 0, itemInfo: { itemStruct: content } } }
  const json = JSON.stringify({ __DEFAULT_SCOPE__: data })
  const html = `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">${json}</script>`
  const reading = readTiktokPage(html, postId)
  if (reading.kind !== 'item') throw new Error(reading.kind)
  return reading.item
}

const quality = (CodecType: string, Width: number, Height: number, host: string, path = '/v/') => ({
  CodecType,
  PlayAddr: { Width, Height, UrlList: [`https://${host}${path}`] },
})

describe('a file that is only on a host that isn’t listed', () => {
  const at = (host: string, name: string) => `https://${host}/${name}.jpeg`
  const image = (...urls: string[]) => ({ imageURL: { urlList: urls } })
  const known = (name: string) => image(at('p16.tiktokcdn.com', name))
  const foreign = image(at('p9.elsewhere.example', '2'), at('p8.elsewhere.example', '2'))
  const slideshow = (images: object[], facts: object = {}) =>
    postOfItem(itemOf({ id: postId, imagePost: { images }, ...facts }), session, hosts)

  test.each([
    [[foreign, known('2'), known('3')], [1]],
    [[known('1'), foreign, known('3')], [2]],
    [
      [known('1'), image(), image('no address')],
      [2, 3],
    ],
    [
      [known('1'), { imageURL: null }, image('http://p16.tiktokcdn.com/1.jpeg')],
      [2, 3],
    ],
  ])('keeps its place among the images: %#', (images, lost) => {
    const found = slideshow(images)
    if (!found.ok) throw new Error(found.failure.kind)
    const facts = postFacts(found.post)
    expect(facts.images).toBe(3)
    expect(facts.lost).toEqual({ images: lost, sound: false, quality: false })
    const view = postView(found.post, '192.0.2.1', null)
    const kept = [1, 2, 3].filter((number) => !lost.includes(number))
    expect(view.images.map(({ format }) => format)).toEqual(kept.map((one) => `image-${one}`))
    expect(view.formats.find(({ format }) => format === 'zip')?.images).toBe(kept.length)
    expect(view.lost).toMatchObject({ images: lost.length, of: 3 })
    const place = { number: 1, of: 1, fileNames: 'brand_timestamp' } as const
    expect(filesOf(facts, 'mp4', place).map(({ format }) => format)).toEqual(
      kept.map((one) => `image-${one}`),
    )
  })

  test('is named with its host, and only the sound or the quality that it is of', () => {
    const music = { playUrl: 'https://sound.elsewhere.example/1.mp3' }
    const found = slideshow([known('1'), foreign], { music })
    if (!found.ok) throw new Error(found.failure.kind)
    expect(postFacts(found.post).lost).toEqual({ images: [2], sound: true, quality: false })
    expect(lostHosts(found.post)).toEqual(['p9.elsewhere.example', 'sound.elsewhere.example'])
  })

  test('isn’t a post if nothing else is left', () => {
    expect(slideshow([foreign]).ok).toBe(false)
    expect(slideshow([foreign, image()]).ok).toBe(false)
    expect(slideshow([]).ok).toBe(false)
  })

  const elsewhere = (codec: string, width: number, height: number, path = '/v/') =>
    quality(codec, width, height, 'v1.elsewhere.example', path)
  test.each([
    ['a larger one', elsewhere('bytevc1', 1080, 1920), 'v1.elsewhere.example'],
    ['a smaller one', elsewhere('h264', 360, 640), undefined],
    ['one as large', elsewhere('h264', 720, 1280), undefined],
    ['one larger than what is offered', elsewhere('h264', 2160, 3840), undefined],
    ['one that no player shows', elsewhere('bytevc2', 1080, 1920), undefined],
    ['one without sound', elsewhere('h264', 1080, 1920, '/media-video-avc1/'), undefined],
    ['one with a watermark', elsewhere('h264', 1080, 1920, '/playwm/'), undefined],
  ])('is missed as a quality only if it would be one: %s', (_, lost, host) => {
    const bitrateInfo = [quality('h264', 720, 1280, 'v16-webapp.tiktok.com'), lost]
    const files = chooseFiles(itemOf({ id: postId, video: { bitrateInfo } }), session, hosts)
    expect(files.video?.width).toBe(720)
    expect(files.lost?.quality).toBe(host)
  })

  test('keeps its place in an extraction service’s answer', () => {
    const images = [
      'https://a.example/1.jpg',
      'ftp://a.example/2.jpg',
      7,
      'https://a.example/4.jpg',
    ]
    const answer = { code: 0, data: { id: postId, images } }
    const context = { endpoint: new URL('https://service.example/'), askedPostId: postId }
    const read = readAnswer(JSON.stringify(answer), context)
    if (!read.ok) throw new Error(read.failure.kind)
    expect(postFacts(read.post).lost?.images).toEqual([2, 3])
    const none = { code: 0, data: { id: postId, images: ['no address'] } }
    expect(readAnswer(JSON.stringify(none), context).ok).toBe(false)
  })
})

describe('another platform’s image that is elsewhere', () => {
  const lostOf = (images: readonly MediaFile[] = []) => images.map(isLost)

  test('keeps its place on X', () => {
    const photo = (media_url_https: string | null) => ({
      ...{ type: 'photo', media_url_https, original_info: null },
      ...{ ext_media_availability: null, video_info: null },
    })
    const [own, other] = ['https://pbs.twimg.com/media/A.jpg', 'https://pbs.example/media/B.jpg']
    const files = xFiles({
      mediaDetails: [photo(own), photo(other), photo(null), photo(own)],
      ...{ video: null, photos: [] },
    })
    expect(lostOf(files.images)).toEqual([false, true, true, false])
  })

  test('leaves a video a video', () => {
    const found = postOfItem(
      itemOf({
        id: postId,
        video: { bitrateInfo: [quality('h264', 720, 1280, 'v16-webapp.tiktok.com')] },
      }),
      session,
      hosts,
    )
    if (!found.ok) throw new Error(found.failure.kind)
    const post = { ...found.post, images: [lostFile('https://pbs.example/1.jpg', 'lost')] }
    const place = { number: 1, of: 1, fileNames: 'brand_timestamp' } as const
    expect(filesOf(postFacts(post), 'mp4', place).map(({ format }) => format)).toEqual(['mp4'])
    const view = postView(post, '192.0.2.1', null)
    expect(view.formats.map(({ format }) => format)).not.toContain('zip')
    expect(view.lost).toMatchObject({ images: 1, of: 1 })
  })

  test('keeps its place on Bluesky', () => {
    const own = 'https://cdn.bsky.app/img/feed_fullsize/plain/did:plc:abc/bafkreiabc@jpeg'
    const view = (...urls: string[]) => ({
      $type: 'app.bsky.embed.images#view',
      images: urls.map((fullsize) => ({ fullsize })),
    })
    const files = blueskyFiles('did:plc:abc', view('https://other.example/1.jpg', own), null)
    expect(files !== null && files !== 'foreign' && lostOf(files.images)).toEqual([true, false])
    expect(blueskyFiles('did:plc:abc', view('https://other.example/1.jpg'), null)).toBeNull()
  })

  test('keeps its place on Instagram', () => {
    const slide = (url: string) => ({
      media_type: 1,
      image_versions2: { candidates: [{ url, width: 1080, height: 1350 }] },
    })
    const [own, other] = ['https://scontent.cdninstagram.com/1.jpg', 'https://cdn.example/2.jpg']
    const post = (...urls: string[]) => postIn({ carousel_media: urls.map(slide) }, 'abc')
    expect(lostOf(post(own, other, own)?.images)).toEqual([false, true, false])
    expect(post(other)).toBeNull()
  })

  test('keeps its place on Pinterest', () => {
    const slot = (url: string) => ({ images: { originals: { url, width: 10, height: 10 } } })
    const [own, other] = ['https://i.pinimg.com/originals/a.jpg', 'https://img.example/b.jpg']
    const pin = (...urls: string[]) =>
      readPin(
        JSON.stringify({
          ...{ id: '1', images: { orig: { url: own, width: 10, height: 10 } } },
          carousel_data: { carousel_slots: urls.map(slot) },
        }),
        '1',
      )
    const read = pin(other, own)
    expect(read.kind === 'pin' && lostOf(read.pin.pictures.map(({ file }) => file))).toEqual([
      true,
      false,
    ])
    expect(pin(other).kind).toBe('shape')
  })
})
