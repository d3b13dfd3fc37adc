// @module-tag process
import { beforeEach, describe, expect, test } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { fileOf } from '#tests/fakes/media-files.ts'
import { startSettingsWorld } from '#tests/settings/settings-in-force-world.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { packetsOf, readClip } from './engine/clips.ts'
import { fragmentOf } from './engine/odd-mp4.ts'

const world = startSettingsWorld({}, { TRUSTED_PROXIES: '127.0.0.1' })
const clip = readClip('b-frames')

beforeEach(() => {
  world.media.files.set('video.mp4', fileOf(clip, 'video/mp4'))
})

let visitors = 0
/** Asks as a visitor of a network of their own, since each has its limits. */
async function ask(href: string, headers: Record<string, string> = {}, method = 'GET') {
  visitors += 1
  const network = `10.7.${visitors}.1`
  const all = { ...headers, 'x-forwarded-for': network }
  const response = await fetch(world.app.origin + href, { method, headers: all })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function linkOf(format: string, url = posts.video.url): Promise<string> {
  return saveLinkIn(world.app, (await lookUp(world.app, url)).html, format)
}

const coverOf = () => world.media.files.get('cover.jpg')
async function coverBytes(): Promise<Buffer> {
  const file = coverOf()
  return Buffer.concat([...(file?.chunks(0, file.size) ?? [])])
}

describe('an MP4', () => {
  test('is byte for byte the source’s, until the site tags videos', async () => {
    const link = await linkOf('mp4')
    expect((await ask(link)).bytes.equals(clip)).toBe(true)
    await world.set({ tagVideos: true })
    const { response, bytes } = await ask(link)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('content-type')).toBe('video/mp4')
    const { tags } = await describeMedia(bytes)
    expect(tags).toMatchObject({ artist: 'The Tester', comment: posts.video.url })
    expect(tags.title).toBeTruthy()
    expect(Buffer.from(tags.cover ?? []).equals(await coverBytes())).toBe(true)
  })

  test('with tags has all of the picture and the sound, at their times', async () => {
    await world.set({ tagVideos: true })
    const names = ['b-frames', 'p-frames', 'edit-list', 'no-sound', 'one-frame'] as const
    for (const [index, name] of names.entries()) {
      const source = readClip(name)
      world.media.files.set('video.mp4', fileOf(source, 'video/mp4'))
      const { bytes } = await ask(await linkOf('mp4', fakePost('video', 7100 + index).url))
      const [made, asSent] = [await packetsOf(bytes), await packetsOf(source)]
      for (const kind of ['video', 'sound'] as const) {
        const shown = (packets: typeof made.video) =>
          packets.map((packet) => packet.bytes.toString('base64'))
        expect(shown(made[kind]), `${name} ${kind}`).toEqual(shown(asSent[kind]))
        for (const [at, { timestamp }] of made[kind].entries()) {
          const was = asSent[kind][at]?.timestamp ?? -1
          // What the source’s own edit list hides stays hidden, wherever it is.
          if (was >= 0) expect(timestamp, `${name} ${kind} ${at}`).toBeCloseTo(was, 4)
        }
      }
    }
  })

  test('with tags is sent in pieces too, and continues where it was cut off', async () => {
    await world.set({ tagVideos: true })
    const link = await linkOf('mp4')
    const { response, bytes } = await ask(link)
    const head = await ask(link, {}, 'HEAD')
    for (const name of ['content-length', 'etag', 'accept-ranges']) {
      expect(head.response.headers.get(name), name).toBe(response.headers.get(name))
    }
    const etag = response.headers.get('etag') ?? ''
    for (const ifRange of [{ 'if-range': etag }, null]) {
      const rest = await ask(link, { range: 'bytes=5000-', ...ifRange })
      expect(rest.response.status).toBe(206)
      expect(Buffer.concat([bytes.subarray(0, 5000), rest.bytes]).equals(bytes)).toBe(true)
    }
    await world.set({ tagVideos: false })
    // The rest of another file must not follow.
    expect((await ask(link, { range: 'bytes=5000-', 'if-range': etag })).response.status).toBe(200)
  })

  test('that can’t be tagged is sent as it is', async () => {
    await world.set({ tagVideos: true })
    const fragments = fragmentOf(clip, 10)
    world.media.files.set('video.mp4', fileOf(fragments, 'video/mp4'))
    const { response, bytes } = await ask(await linkOf('mp4', fakePost('video', 7200).url))
    expect([response.status, bytes.equals(fragments)]).toEqual([200, true])
  })
})

describe('an M4A’s cover', () => {
  test('is the post’s, and comes with its other tags unless the site wants none', async () => {
    const link = await linkOf('m4a')
    const { tags } = await describeMedia((await ask(link)).bytes)
    expect(Buffer.from(tags.cover ?? []).equals(await coverBytes())).toBe(true)
    await world.set({ tagSounds: false })
    expect((await describeMedia((await ask(link)).bytes)).tags).toEqual({})
  })

  test('is left out where the post’s isn’t a picture, is huge or is gone', async () => {
    const file = coverOf()
    if (file === undefined) throw new Error('No cover')
    const huge = Buffer.concat([await coverBytes(), Buffer.alloc(600_000)])
    const others = [
      fileOf(Buffer.from('<!doctype html><title>No</title>'), 'image/jpeg'),
      fileOf(huge, 'image/jpeg'),
      null,
    ]
    try {
      for (const [index, other] of others.entries()) {
        if (other === null) world.media.files.delete('cover.jpg')
        else world.media.files.set('cover.jpg', other)
        const link = await linkOf('m4a', fakePost('video', 7300 + index).url)
        const { response, bytes } = await ask(link)
        expect(response.status).toBe(200)
        const { tags } = await describeMedia(bytes)
        expect([index, tags.artist, tags.cover]).toEqual([index, 'The Tester', undefined])
      }
    } finally {
      world.media.files.set('cover.jpg', file)
    }
  })

  test('keeps a file from being continued while it’s gone, so that no two are mixed up', async () => {
    const file = coverOf()
    if (file === undefined) throw new Error('No cover')
    const link = await linkOf('m4a', fakePost('video', 7400).url)
    world.media.files.delete('cover.jpg')
    const without = await ask(link)
    expect((await ask(link, { range: 'bytes=900-' })).response.status).toBe(502)
    world.media.files.set('cover.jpg', file)
    // It is there again, so the file is another one than before.
    const later = await ask(link, { range: 'bytes=900-' })
    expect(later.response.status).toBe(416)
    const etag = without.response.headers.get('etag') ?? ''
    const { response, bytes } = await ask(link, { range: 'bytes=900-', 'if-range': etag })
    expect(response.status).toBe(200)
    expect((await describeMedia(bytes)).tags.cover).toBeDefined()
  })
})
