// @module-tag whole
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin } from '#tests/fakes/media-answer.ts'
import {
  type PinName,
  type Pinterest,
  pinLink,
  pins,
  startPinterest,
  streamFolder,
  streamName,
} from '#tests/fakes/platforms/pinterest.ts'
import { playlistOf } from '#tests/fakes/streams.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { makeBatch } from './batch-world.ts'
import { packetsOf, readClip } from './engine/clips.ts'

let pinterest: Pinterest
let world: ModeratedApp

beforeAll(async () => {
  pinterest = await startPinterest()
  world = await startModeratedApp({ ...pinterest.env, TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  await world.close()
  await pinterest.close()
})

const segment = (number: number) => `${streamFolder}${streamName}_audio_${number}.m4s`

let visitors = 0
/** Asks as a visitor of a network of their own, since each has its limits. */
function ask(href: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  visitors += 1
  const network = `10.${visitors >> 8}.${visitors & 255}.1`
  return fetch(href, { ...init, headers: { 'x-forwarded-for': network, ...init.headers } })
}

async function saveLink(
  format = 'mp4',
  app: AppServer = world.app,
  pin: PinName = 'toBeJoined',
): Promise<string> {
  const { html } = await lookUp(app, pinLink(pin))
  return app.origin + (await saveLinkIn(app, html, format))
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** Sends a segment's first bytes and no more, until `ended`. Returns the number of open lines. */
function holdSegment(number: number) {
  const file = pinterest.videos.get(segment(number))
  if (file === undefined) throw new Error('No such segment')
  let open = 0
  pinterest.answerInstead(segment(number), (call) => {
    const part = begin(call, file)
    if (part === null) return
    open += 1
    call.res.on('close', () => {
      open -= 1
    })
    call.res.write(Buffer.concat([...file.chunks(part[0], part[0] + 100)]))
  })
  return { open: () => open, end: () => pinterest.answerInstead(segment(number), null) }
}

/** Begins a download. Resolves once its first bytes are there. */
async function start(href: string, network: string) {
  const request = get(href, { agent: false, headers: { 'x-forwarded-for': network } })
  request.on('error', () => {})
  const [response] = await once(request, 'response')
  response.on('error', () => {})
  const ended = new Promise<boolean>((resolve) => {
    response.on('close', () => resolve(response.complete))
  })
  if (response.statusCode === 200) await once(response, 'data')
  response.resume()
  return { status: response.statusCode, ended, leave: () => request.destroy() }
}

describe('a file that is made of a playlist', () => {
  test('has each frame and each packet of sound, at its own time, and a true length', async () => {
    const response = await ask(await saveLink())
    const bytes = await bytesOf(response)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const [made, source] = [await packetsOf(bytes), await packetsOf(readClip('b-frames'))]
    expect(made.video.map(({ bytes: own }) => own)).toEqual(
      source.video.map(({ bytes: own }) => own),
    )
    expect(made.sound.map(({ bytes: own }) => own)).toEqual(
      source.sound.map(({ bytes: own }) => own),
    )
    for (const kind of ['video', 'sound'] as const) {
      for (const [index, { timestamp }] of made[kind].entries()) {
        // The source's edit list hides a packet of sound, which CMAF can't.
        const late = timestamp - (source[kind][index]?.timestamp ?? Number.NaN)
        expect(Math.abs(late)).toBeLessThan(0.025)
      }
    }
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  test('is byte for byte the same in any pieces', async () => {
    const link = await saveLink()
    const wanted = await bytesOf(await ask(link))
    for (let turn = 0; turn < 30; turn += 1) {
      const start = randomInt(wanted.length)
      const end = start + randomInt(Math.min(20_000, wanted.length - start))
      const response = await ask(link, { headers: { range: `bytes=${start}-${end}` } })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${wanted.length}`)
      expect((await bytesOf(response)).equals(wanted.subarray(start, end + 1))).toBe(true)
    }
    const after = await ask(link, { headers: { range: `bytes=${wanted.length}-` } })
    expect([after.status, after.headers.get('content-range')]).toEqual([
      416,
      `bytes */${wanted.length}`,
    ])
    const head = await ask(link, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(wanted.length))
  })

  test('goes on where its line was cut, also at another process', async () => {
    const link = await saveLink()
    const whole = await ask(link)
    const etag = whole.headers.get('etag') ?? ''
    const wanted = await bytesOf(whole)
    const pieces: Buffer[] = []
    let had = 0
    for (let line = 0; line <= 20; line += 1) {
      const response = await ask(link, { headers: { range: `bytes=${had}-`, 'if-range': etag } })
      expect(response.status).toBe(206)
      if (line === 20) pieces.push(await bytesOf(response))
      else {
        const reader = response.body?.getReader()
        const first = Buffer.from((await reader?.read())?.value ?? [])
        await reader?.cancel()
        pieces.push(first.subarray(0, Math.ceil(wanted.length / 25)))
      }
      had += pieces.at(-1)?.length ?? 0
    }
    expect(Buffer.concat(pieces).equals(wanted)).toBe(true)
    const other = await startApp({ ...pinterest.env, EXTRACTION_SOURCES: 'native' })
    const rest = await ask(await saveLink('mp4', other), {
      headers: { range: `bytes=${wanted.length - 5000}-`, 'if-range': etag },
    })
    expect(rest.status).toBe(206)
    expect((await bytesOf(rest)).equals(wanted.subarray(-5000))).toBe(true)
    await discardApp(other)
  })

  test('survives a media host whose line breaks', async () => {
    const link = await saveLink()
    const wanted = await bytesOf(await ask(link))
    const path = segment(3)
    const file = pinterest.videos.get(path)
    if (file === undefined) throw new Error('No such segment')
    let times = 0
    pinterest.answerInstead(path, (call) => {
      const part = begin(call, file)
      if (part === null) return
      times += 1
      const [from, to] = part
      const broken = times === 1 ? from + Math.floor((to - from) / 2) : to
      call.res.write(Buffer.concat([...file.chunks(from, broken)]), () => {
        if (times === 1) call.req.socket.destroy()
        else call.res.end()
      })
    })
    expect((await bytesOf(await ask(link))).equals(wanted)).toBe(true)
    pinterest.answerInstead(path, null)
    expect(times).toBeGreaterThan(1)
  })

  test('can be saved in part, as sound and as MP3', async () => {
    const cut = await bytesOf(await ask(`${await saveLink()}&from=13.3&to=16.7`))
    const [{ video }, whole] = [await packetsOf(cut), await packetsOf(readClip('b-frames'))]
    // Decoding starts at the key frame at 7 s; at 25 frames a second.
    expect(video.length).toBeGreaterThan(3.4 * 25)
    expect(video.length).toBeLessThan(whole.video.length)
    const sound = (await packetsOf(cut)).sound.length * (1024 / 44_100)
    expect(Math.abs(sound - 3.4)).toBeLessThan(0.05)
    const m4a = await bytesOf(await ask(await saveLink('m4a')))
    expect((await describeMedia(m4a)).codecs).toEqual(['aac'])
    expect((await packetsOf(m4a)).sound.map(({ bytes }) => bytes)).toEqual(
      whole.sound.map(({ bytes }) => bytes),
    )
    pinterest.requests.length = 0
    const mp3 = await describeMedia(await bytesOf(await ask(await saveLink('mp3'))))
    expect(mp3.codecs).toEqual(['mp3'])
    expect(mp3.seconds).toBeCloseTo(24, 0)
    expect(pinterest.asked().filter((address) => /540w_\d/.test(address))).toEqual([])
  })
})

test('HD would be the usual size of a playlist, or one that players can’t show', async () => {
  pinterest.requests.length = 0
  const hd = await ask(await saveLink('hd', world.app, 'tall'))
  expect(hd.status).toBe(200)
  const source = await packetsOf(readClip('b-frames'))
  const made = await packetsOf(await bytesOf(hd))
  expect([made.video.length, made.sound.length]).toEqual([source.video.length, 0])
  const lists = pinterest.asked().filter((address) => /_\d+[wh]\.m3u8$/.test(address))
  expect(lists.map((address) => address.slice(-11))).toEqual(['_1080w.m3u8'])
})

test('a takedown would not end a joined file that is on its way', async () => {
  const link = await saveLink()
  const { length } = await bytesOf(await ask(link))
  expect(length).toBeGreaterThan(100_000)
  const held = holdSegment(6)
  const running = await start(link, '192.0.2.1')
  await expect.poll(held.open).toBe(1)
  const postId = `pinterest:${pins.toBeJoined}`
  expect((await world.change('remove', [postId])).status).toBe(302)
  expect(await running.ended).toBe(false)
  await expect.poll(held.open).toBe(0)
  expect((await ask(link)).status).toBe(451)
  await world.change('restore', [postId])
  held.end()
})

test('visitors who leave would keep their places, or the lines to the media host', async () => {
  const link = await saveLink()
  await bytesOf(await ask(link))
  const held = holdSegment(6)
  for (let turn = 0; turn < 12; turn += 1) {
    const running = await start(link, '192.0.2.2')
    expect(running.status).toBe(200)
    await expect.poll(held.open).toBe(1)
    running.leave()
    await running.ended
    await expect.poll(held.open).toBe(0)
  }
  held.end()
  const whole = await ask(link, { headers: { 'x-forwarded-for': '192.0.2.2' } })
  expect((await describeMedia(await bytesOf(whole))).seconds).toBeCloseTo(24, 0)
})

test('a batch’s ZIP would lack the files that are joined', async () => {
  const batch = await makeBatch(() => world.app, [pinLink('toBeJoined'), pinLink('video')])
  await batch.done()
  const files = unzip(await bytesOf(await ask(await batch.zipLink())))
  expect(files.map(({ name }) => name.slice(-4))).toEqual(['.mp4', '.mp4'])
  const whole = await bytesOf(await ask(await saveLink()))
  expect(files[0]?.content.equals(whole)).toBe(true)
})

test('a playlist that leads elsewhere would be followed', async () => {
  const own = await startPinterest()
  const app = await startApp({ ...own.env, EXTRACTION_SOURCES: 'native' })
  const names = [`${streamName}_audio_0.m4s`, 'http://127.0.0.1:9/x.m4s']
  const lines = names.flatMap((name) => ['#EXTINF:3,', name])
  const head = `#EXT-X-MAP:URI="${streamName}_audio_init.mp4"`
  own.videos.set(
    `${streamFolder}${streamName}_audio.m3u8`,
    playlistOf([head, ...lines, '#EXT-X-ENDLIST']),
  )
  const link = await saveLink('mp4', app)
  own.requests.length = 0
  expect((await ask(link)).status).toBe(502)
  expect(own.asked().filter((address) => /\.(m4s|mp4)$/.test(address))).toEqual([])
  await discardApp(app)
  await own.close()
})

test('a piece that redirects elsewhere would be fetched there', async () => {
  const own = await startPinterest()
  const app = await startApp({ ...own.env, EXTRACTION_SOURCES: 'native' })
  let location = ''
  own.answerInstead(segment(0), ({ res }) => void res.writeHead(302, { Location: location }).end())
  const link = await saveLink('mp4', app)
  for (location of [
    `${own.origin}/v1.pinimg.com/elsewhere`,
    'http://169.254.169.254/elsewhere',
    'https://v1.pinimg.com:8443/elsewhere',
    'https://v1.pinimg.com.evil.example/elsewhere',
    'https://www.pinterest.com/elsewhere',
  ]) {
    const answer = await ask(link)
    const isWhole = await answer.arrayBuffer().then(
      () => answer.status === 200,
      () => false,
    )
    expect([location, isWhole]).toEqual([location, false])
  }
  const asked = own.asked()
  expect(asked.filter((address) => address.endsWith('/elsewhere'))).toEqual([])
  expect(asked.some((address) => address.includes('_audio_0.m4s'))).toBe(true)
  await discardApp(app)
  await own.close()
})
