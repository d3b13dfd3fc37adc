// @module-tag module
import '#tests/support/own-data-dir.ts'

import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openJoined } from '#app/download/join/joined-file.server.ts'
import { pinterest as registration } from '#app/download/platforms/pinterest/pinterest.ts'
import type { FileJoin } from '#app/posts/extracted-post.server.ts'
import { fileOf } from '#tests/fakes/media-files.ts'
import { type Pinterest, startPinterest } from '#tests/fakes/platforms/pinterest.ts'
import { hlsFiles, playlistOf, readPieces, readStream, splitStream } from '#tests/fakes/streams.ts'
import { cases } from '#tests/support/cases.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { packetsOf, readClip } from './engine/clips.ts'
import { readerOf } from './platforms/reader-world.ts'

const folder = '/videos/joins/'
let fake: Pinterest
let reader: ReturnType<typeof readerOf>

beforeEach(async () => {
  fake = await startPinterest()
  reader = readerOf(registration, fake)
})
afterEach(() => fake.close())

let names = 0
/** Puts a stream on the host, under a name of its own since plans are kept. */
function put(bytes = readStream('sound')) {
  names += 1
  const name = `s${names}`
  for (const [own, file] of hlsFiles(name, bytes)) fake.videos.set(folder + own, file)
  return {
    name,
    /** Adds a playlist of its pieces. Returns the name, a new one since refusals are kept. */
    addPlaylist(...lines: string[]): string {
      names += 1
      fake.videos.set(`${folder}l${names}.m3u8`, playlistOf(lines))
      return `l${names}`
    },
  }
}

const at = (name: string) => [
  { url: `https://v1.pinimg.com${folder}${name}`, profile: 'pinterest' as const },
]

/** Opens a joined file whole. Returns its bytes, or why it can't be had. */
async function open(
  join: FileJoin,
  tracks: 'all' | 'sound' = 'all',
  range: string | null = null,
): Promise<Buffer | string> {
  const file = { addresses: [], bytes: null, codec: null, width: null, height: null, join }
  const answer = await openJoined(
    reader.media,
    { ...file, variantKey: 'video' },
    { method: 'GET', tracks, range, signal: new AbortController().signal },
  )
  if (!answer.ok) return answer.failure
  const bytes = await buffer(answer.media.body)
  expect(answer.media.headers['content-length']).toBe(String(bytes.length))
  return bytes
}

const openPlaylist = (name: string) => open({ kind: 'playlist', addresses: at(`${name}.m3u8`) })

const bytesOf = (packets: { bytes: Buffer }[]) => packets.map(({ bytes }) => bytes)

test.each([
  'https://evil.example/x.m4s',
  '//evil.example/x.m4s',
  'https://v1.pinimg.com/videos/joins/x.m4s',
  'http://127.0.0.1:1/x.m4s',
  '../../x.m4s',
  '/x.m4s',
  'x.m4s?to=https://evil.example/',
  '%2e%2e%2fx.m4s',
  'file:///etc/passwd',
  'x.html',
  '.m4s',
])('a playlist that leads to %s is followed nowhere', async (elsewhere) => {
  const { name, addPlaylist } = put()
  const head = `#EXT-X-MAP:URI="${name}_init.mp4"`
  const lists = [
    [head, '#EXTINF:3,', `${name}_0.m4s`, '#EXTINF:3,', elsewhere, '#EXT-X-ENDLIST'],
    [`#EXT-X-MAP:URI="${elsewhere}"`, '#EXTINF:3,', `${name}_0.m4s`, '#EXT-X-ENDLIST'],
    ['#EXT-X-STREAM-INF:BANDWIDTH=1', elsewhere],
  ]
  for (const lines of lists) {
    const list = addPlaylist(...lines)
    fake.requests.length = 0
    expect(await openPlaylist(list)).toBe('not_media')
    expect(fake.requests).toHaveLength(1)
    // A file that can't be made costs its host nothing more.
    expect(await openPlaylist(list)).toBe('not_media')
    expect(fake.requests).toHaveLength(1)
  }
})

test.each([
  ['of a broadcast that goes on', [], false],
  ['that is locked', ['#EXT-X-KEY:METHOD=AES-128,URI="k.key"'], true],
  ['of several clips', ['#EXT-X-DISCONTINUITY'], true],
])('a playlist %s is refused', async (_, lines, isWhole) => {
  const { name, addPlaylist } = put()
  const end = isWhole ? ['#EXT-X-ENDLIST'] : []
  const head = `#EXT-X-MAP:URI="${name}_init.mp4"`
  const list = addPlaylist(head, ...lines, '#EXTINF:3,', `${name}_0.m4s`, ...end)
  expect(await openPlaylist(list)).toBe('not_media')
})

test('a playlist too long, in seconds, pieces or bytes, is refused', async () => {
  const { name, addPlaylist } = put()
  const head = `#EXT-X-MAP:URI="${name}_init.mp4"`
  const pieces = (count: number, seconds: number) =>
    Array.from({ length: count }, () => [`#EXTINF:${seconds},`, `${name}_0.m4s`]).flat()
  expect(await openPlaylist(addPlaylist(head, ...pieces(2, 1801), '#EXT-X-ENDLIST'))).toBe(
    'too_large',
  )
  expect(await openPlaylist(addPlaylist(head, ...pieces(2001, 1), '#EXT-X-ENDLIST'))).toBe(
    'not_media',
  )
  expect(
    await openPlaylist(
      addPlaylist(`# ${'x'.repeat(600_000)}`, head, ...pieces(1, 1), '#EXT-X-ENDLIST'),
    ),
  ).toBe('not_media')
  // The same samples again and again would make a small file endless.
  expect(await openPlaylist(addPlaylist(head, ...pieces(2, 3), '#EXT-X-ENDLIST'))).toBe('not_media')
})

test.each([
  'https://evil.example/x.m4s',
  'http://127.0.0.1:9/x',
  'http://[::1]/',
  'https://10.0.0.1/x',
])('a piece that is redirected to %s is refused', async (location) => {
  const { name } = put()
  fake.answerInstead(`${folder}${name}_2.m4s`, ({ res }) => {
    res.writeHead(302, { Location: location }).end()
  })
  expect(await openPlaylist(name)).toBe('blocked')
})

test.each([
  ['a page', Buffer.from('<!doctype html><title>No</title>'), 'gone'],
  ['another clip', readClip('p-frames'), 'not_media'],
  ['half of it', splitStream(readStream('sound')).segments[1]?.subarray(0, 6000), 'not_media'],
  ['missing', undefined, 'gone'],
])('a piece that is %s makes no file', async (_, content, failure) => {
  const { name } = put()
  const file = content === undefined ? undefined : fileOf(Buffer.from(content), 'video/mp4')
  fake.videos.set(`${folder}${name}_1.m4s`, file)
  expect(await openPlaylist(name)).toBe(failure)
})

test('a piece that changes under way breaks the file off, and the next request has the new one', async () => {
  const { name } = put()
  const whole = await openPlaylist(name)
  const path = `${folder}${name}_3.m4s`
  const original = fake.videos.get(path)
  const bytes = Buffer.concat([...(original?.chunks(0, original.size) ?? [])])
  fake.videos.set(path, fileOf(Buffer.concat([bytes, Buffer.from('\0\0\0\x08free')]), 'video/mp4'))
  await expect(openPlaylist(name)).rejects.toThrow()
  expect(await openPlaylist(name)).toEqual(whole)
})

test('picture and sound apart become one file, with few requests', async () => {
  fake.videos.set(`${folder}picture.mp4`, fileOf(readStream('picture'), 'video/mp4'))
  fake.videos.set(`${folder}sound.mp4`, fileOf(readStream('sound'), 'video/mp4'))
  const [picture, sound] = [at('picture.mp4'), at('sound.mp4')]
  fake.requests.length = 0
  const joined = await open({ kind: 'tracks', picture, sound })
  // One for each file's descriptions, and one for its samples.
  expect(fake.requests).toHaveLength(4)
  const source = await packetsOf(readClip('b-frames'))
  if (typeof joined === 'string') throw new Error(joined)
  const made = await packetsOf(joined)
  expect(bytesOf(made.video)).toEqual(bytesOf(source.video))
  expect(bytesOf(made.sound)).toEqual(bytesOf(source.sound))
  const silent = await open({ kind: 'tracks', picture, sound: [] })
  if (typeof silent === 'string') throw new Error(silent)
  const alone = await packetsOf(silent)
  expect([alone.video.length, alone.sound]).toEqual([source.video.length, []])
})

test('picture and sound that are plain files become one file too', async () => {
  fake.videos.set(`${folder}plain.mp4`, fileOf(readClip('no-sound'), 'video/mp4'))
  fake.videos.set(`${folder}plain-sound.mp4`, fileOf(readClip('p-frames'), 'video/mp4'))
  const joined = await open({
    kind: 'tracks',
    picture: at('plain.mp4'),
    sound: at('plain-sound.mp4'),
  })
  if (typeof joined === 'string') throw new Error(joined)
  const made = await packetsOf(joined)
  expect(bytesOf(made.video)).toEqual(bytesOf((await packetsOf(readClip('no-sound'))).video))
  expect(bytesOf(made.sound)).toEqual(bytesOf((await packetsOf(readClip('p-frames'))).sound))
})

test('pieces of one file are read by their places in it', async () => {
  names += 1
  const name = `ranges${names}`
  const { head, segments } = splitStream(readStream('sound'))
  fake.videos.set(`${folder}${name}.mp4`, fileOf(Buffer.concat([head, ...segments]), 'video/mp4'))
  let start = head.length
  const lines = segments.flatMap(({ length }) => {
    start += length
    return ['#EXTINF:3,', `#EXT-X-BYTERANGE:${length}@${start - length}`, `${name}.mp4`]
  })
  const map = `#EXT-X-MAP:URI="${name}.mp4",BYTERANGE="${head.length}@0"`
  fake.videos.set(`${folder}${name}.m3u8`, playlistOf([map, ...lines, '#EXT-X-ENDLIST']))
  const joined = await openPlaylist(name)
  if (typeof joined === 'string') throw new Error(joined)
  const { sound } = await packetsOf(readClip('b-frames'))
  expect(bytesOf((await packetsOf(joined)).sound)).toEqual(bytesOf(sound))
})

test('descriptions that lie are refused, whatever they say', async () => {
  const stream = readStream('sound')
  const { head, segments } = splitStream(stream)
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  const outcomes = new Set<string>()
  for (let turn = 0; turn < cases(300); turn += 1) {
    names += 1
    const name = `fuzz${names}`
    const bytes = Buffer.concat([head, ...segments.slice(0, 2)])
    const described = head.length + 700
    for (let flips = 0; flips < 1 + (turn % 4); flips += 1) {
      bytes.writeUInt8(random(256), 40 + random(described - 40))
    }
    fake.videos.set(`${folder}${name}.mp4`, fileOf(bytes, 'video/mp4'))
    const made = await open({ kind: 'tracks', picture: at(`${name}.mp4`), sound: [] })
    outcomes.add(typeof made === 'string' ? made : 'file')
  }
  for (const outcome of outcomes)
    expect(['file', 'not_media', 'too_large', 'gone']).toContain(outcome)
})

describe('pieces of MPEG-TS', () => {
  const pieces = readPieces()
  const put = (files: readonly Buffer[] = pieces): string => {
    names += 1
    const name = `ts${names}`
    const lines = files.flatMap((_, index) => ['#EXTINF:6,', `${name}_${index}.ts`])
    fake.videos.set(`${folder}${name}.m3u8`, playlistOf([...lines, '#EXT-X-ENDLIST']))
    for (const [index, bytes] of files.entries()) {
      fake.videos.set(`${folder}${name}_${index}.ts`, fileOf(bytes, 'video/mp2t'))
    }
    return name
  }

  test('become one file with every frame and packet, at its own time', async () => {
    const joined = await openPlaylist(put())
    if (typeof joined === 'string') throw new Error(joined)
    const [made, source] = [await packetsOf(joined), await packetsOf(readClip('b-frames'))]
    expect(made.video.length).toBe(source.video.length)
    expect(bytesOf(made.sound)).toEqual(bytesOf(source.sound))
    const times = ({ video }: typeof made) => video.map(({ timestamp }) => timestamp)
    // The sound has a packet more in front, and the first frame is shown with it.
    const late = (times(made)[1] ?? 0) - (times(source)[1] ?? 0)
    expect(late).toBeCloseTo(1024 / 44_100, 3)
    for (const [index, time] of times(made).entries()) {
      if (index > 0) expect(time - late).toBeCloseTo(times(source)[index] ?? Number.NaN, 3)
    }
    const { codecs } = await describeMedia(joined)
    expect(codecs).toEqual(['h264', 'aac'])
  })

  test('are the same in any pieces', async () => {
    const addresses = at(`${put()}.m3u8`)
    const wanted = await open({ kind: 'playlist', addresses })
    if (typeof wanted === 'string') throw new Error(wanted)
    for (const start of [0, 1, 19_000, 60_000, wanted.length - 5]) {
      const range = `bytes=${start}-${start + 9_999}`
      const got = await open({ kind: 'playlist', addresses }, 'all', range)
      expect(Buffer.compare(Buffer.from(got), wanted.subarray(start, start + 10_000))).toBe(0)
    }
  })

  test('that are parts of one file are read without its beginning each time', async () => {
    names += 1
    const name = `ts${names}`
    let start = 0
    const lines = pieces.flatMap(({ length }) => {
      start += length
      return ['#EXTINF:6,', `#EXT-X-BYTERANGE:${length}@${start - length}`, `${name}.ts`]
    })
    fake.videos.set(`${folder}${name}.m3u8`, playlistOf([...lines, '#EXT-X-ENDLIST']))
    fake.videos.set(`${folder}${name}.ts`, fileOf(Buffer.concat(pieces), 'video/mp2t'))
    const joined = await openPlaylist(name)
    const heads = fake.requests.flatMap(({ headers }) => {
      const [, last] = /^bytes=0-(\d+)$/.exec(headers.range ?? '') ?? []
      return last === undefined ? [] : [Number(last)]
    })
    expect(heads.filter((last) => last >= (pieces[0]?.length ?? 0))).toEqual([])
    expect(joined).toBeInstanceOf(Buffer)
    expect(joined).toHaveLength((await openPlaylist(put())).length)
  })

  test('are refused if damaged, locked, out of order or twice', async () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = pieces
    const locked = Buffer.from(first)
    for (let packet = 3; packet < 300; packet += 188) locked[packet] = (locked[packet] ?? 0) | 0xc0
    const bad = [[first.subarray(0, 1000)], [locked], [second, first], [first, first]]
    for (const files of bad) expect(await openPlaylist(put(files))).toBe('not_media')
  })

  test('that lie are refused, whatever they say', async () => {
    let seed = 11
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    for (let turn = 0; turn < cases(200); turn += 1) {
      const bytes = Buffer.from(pieces[2] ?? [])
      for (let flips = 0; flips < 1 + (turn % 5); flips += 1) {
        bytes.writeUInt8(random(256), turn % 2 === 0 ? random(1000) : random(bytes.length))
      }
      const made = await openPlaylist(put([bytes]))
      if (typeof made === 'string') expect(['not_media', 'gone']).toContain(made)
    }
  })
})
