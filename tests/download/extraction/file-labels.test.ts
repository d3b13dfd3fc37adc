// @module-tag module
import { describe, expect, test } from 'vitest'
import { readAnswer } from '#app/download/extraction/extraction-answer.ts'
import { readYtdlpAnswer } from '#app/download/extraction/ytdlp/ytdlp-answer.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { readTiktokPage } from '#app/download/platforms/tiktok/page.ts'
import { postOfItem } from '#app/download/platforms/tiktok/post.ts'
import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'

/** What the result says of a file: its codec, lines and bytes, whichever source it came from. */

const id = '7345678000000000001'
const hosts = createTiktokHosts({ testOrigin: null, cdnHosts: () => ['tiktokcdn.com'] })
const at = (name: string) => `https://v16.tiktokcdn.com/v/${name}.mp4`
const clip = { codec: 'h264', width: 576, height: 1024, bytes: 5000 }
const hd = { codec: 'hevc', width: 1080, height: 1920, bytes: 9000 }

function fromPage(): ExtractedPost {
  const quality = (name: string, CodecType: string, { width, height, bytes }: typeof clip) => ({
    CodecType,
    PlayAddr: { UrlList: [at(name)], DataSize: `${bytes}`, Width: width, Height: height },
  })
  const bitrateInfo = [quality('play', 'h264', clip), quality('hd', 'h265_hvc1', hd)]
  const detail = { statusCode: 0, itemInfo: { itemStruct: { id, video: { bitrateInfo } } } }
  const data = { __DEFAULT_SCOPE__: { 'webapp.video-detail': detail } }
  const html = `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">${JSON.stringify(data)}</script>`
  const reading = readTiktokPage(html, id)
  if (reading.kind !== 'item') throw new Error(reading.kind)
  const result = postOfItem(reading.item, null, hosts)
  if (!result.ok) throw new Error('No post')
  return result.post
}

const format = (height: number, facts: object) => ({
  format_id: `${height}p`,
  ext: 'mp4',
  acodec: 'aac',
  url: at(`${height}`),
  ...facts,
})

function fromYtdlp(...formats: object[]): ExtractedPost {
  const result = readYtdlpAnswer(JSON.stringify({ id, formats }), id, hosts)
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.post
}

function answered(fields: object) {
  const data = { id, title: '', play: at('play'), hdplay: at('hd'), ...fields }
  const endpoint = new URL('https://service.example/api/')
  return readAnswer(JSON.stringify({ code: 0, data }), { endpoint, askedPostId: id })
}

function fromService(fields: object): ExtractedPost {
  const reading = answered(fields)
  if (!reading.ok) throw new Error(JSON.stringify(reading.failure))
  return reading.post
}

function labels(file: MediaFile | null) {
  if (file === null) return null
  const { codec, width, height, bytes } = file
  return { codec, width, height, bytes }
}

const stated = {
  ...{ size: 5000, codec: 'h264', width: 576, height: 1024 },
  ...{ hd_size: 9000, hd_codec: 'hevc', hd_width: 1080, hd_height: 1920 },
}

describe('a visitor would not read that HD is HEVC, how sharp a file is, or its size', () => {
  test.each<[string, () => ExtractedPost]>([
    ['the page', fromPage],
    ['yt-dlp', () => fromYtdlp(format(1024, { ...of(clip) }), format(1920, { ...of(hd) }))],
    [
      'yt-dlp, which names the codec as MP4 does',
      () =>
        fromYtdlp(
          format(1024, { ...of(clip), vcodec: 'avc1.64001F' }),
          format(1920, { ...of(hd), vcodec: 'hev1.1.6.L120.90' }),
        ),
    ],
    [
      'yt-dlp, which names the size as text',
      () => fromYtdlp(format(1024, inText(clip)), format(1920, inText(hd))),
    ],
    ['a service', () => fromService(stated)],
    [
      'a service with the platform’s names, and numbers as text',
      () =>
        fromService({
          ...{ size: '5000', codec: 'h264', width: '576', height: '1024' },
          ...{ hd_size: '9000', hd_codec: 'bytevc1', hd_width: '1080', hd_height: '1920' },
        }),
    ],
    [
      'a service with MP4’s names',
      () => fromService({ ...stated, codec: 'avc1.64001F', hd_codec: 'hvc1.1.6.L120.90' }),
    ],
  ])('from %s', (_, find) => {
    const post = find()
    expect([labels(post.video), labels(post.hd)]).toEqual([clip, hd])
  })
})

function of({ codec, width, height, bytes }: typeof clip) {
  return { vcodec: codec === 'hevc' ? 'h265' : codec, width, height, filesize: bytes }
}

function inText({ codec, width, height, bytes }: typeof clip) {
  return {
    vcodec: codec === 'hevc' ? 'h265' : codec,
    resolution: `${width}x${height}`,
    filesize: bytes,
  }
}

test.each(['bytevc2', 'h266', 'vvc1.1.L51', 'av01.0.05M.08', 'AV1'])(
  'a file would be offered that no player shows: %s',
  (codec) => {
    expect(fromService({ ...stated, hd_codec: codec }).hd).toBeNull()
    // Another source may have one that does.
    expect(answered({ ...stated, codec })).toMatchObject({
      failure: { cause: 'incomplete_answer' },
    })
  },
)

test.each([
  null,
  true,
  [],
  {},
  '',
  'mp4; drop table',
  `h264${'x'.repeat(100)}`,
  -1,
  1.5,
  1e9,
  '1e3',
  '9'.repeat(30),
])('a label would be made of anything: %j', (odd) => {
  const names = ['codec', 'width', 'height', 'hd_codec', 'hd_width', 'hd_height']
  const post = fromService(Object.fromEntries(names.map((name) => [name, odd])))
  const nothing = { codec: null, width: null, height: null }
  expect(post.video).toMatchObject(nothing)
  expect(post.hd).toMatchObject(nothing)
})
