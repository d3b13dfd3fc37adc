// @module-tag whole
import type { Page } from '@playwright/test'
import { joinedBytes } from '#app/download/engine/joined-bytes.ts'
import { readFragmentedTracks } from '#app/download/engine/mp4-fragments.ts'
import { readMoov } from '#app/download/engine/mp4-tracks.ts'
import { planPart, planTracks, startTogether } from '#app/download/engine/part.ts'
import { readClip } from '#tests/download/engine/clips.ts'
import { type Cut, frameAt, knownCuts, shownCuts } from '#tests/download/engine/cuts.ts'
import { readStream } from '#tests/fakes/streams.ts'
import { shownFrames } from '#tests/support/shown-frames.ts'
import { expect, test } from './fixtures.ts'

const cuts = shownCuts(14)

/** Plays a part in the page. */
async function shownPart(page: Page, clip: Buffer, { fromMs, toMs }: Cut, at: readonly number[]) {
  const read = async (start: number, end: number) => clip.subarray(start, end)
  const order = { fromMs, toMs, tracks: 'all', tags: {} } as const
  const { header, ranges } = await planPart({ size: clip.length, read }, order)
  const pieces = Array.from({ length: ranges.length / 2 }, (_, index) =>
    clip.subarray(ranges[2 * index], ranges[2 * index + 1]),
  )
  return shownIn(page, Buffer.concat([header, ...pieces]), at)
}

/** Plays a file in the page. */
async function shownIn(page: Page, body: Buffer, at: readonly number[]) {
  const address = 'http://cut.test/clip.mp4'
  await page.route(address, (route) => {
    const [, start = '0', end = ''] =
      /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '') ?? []
    const last = end === '' ? body.length - 1 : Number(end)
    const headers = {
      'content-range': `bytes ${start}-${last}/${body.length}`,
      'accept-ranges': 'bytes',
    }
    const piece = body.subarray(Number(start), last + 1)
    return route.fulfill({ status: 206, contentType: 'video/mp4', headers, body: piece })
  })
  const shown = await page.evaluate(shownFrames, { address, at, settles: false })
  await page.unroute(address)
  return shown
}

async function openPage(page: Page): Promise<void> {
  await page.route('http://cut.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Cut</title>' }),
  )
  await page.goto('http://cut.test/')
}

test('a part shows the asked frame first, the right ones later, and ends on time', async ({
  page,
}) => {
  // Before a release thousands of parts are tried.
  test.setTimeout(120_000 + cuts.length * 5_000)
  await openPage(page)
  for (const cut of cuts) {
    const { name, fromMs, toMs } = cut
    const seconds = (toMs - fromMs) / 1000
    // Within a frame, so that rounding of times shows no other one.
    const at = [seconds / 2, seconds - 0.005]
    const shown = await shownPart(page, readClip(name), cut, at)
    const what = `${name} from ${fromMs} to ${toMs} ms`
    const wanted = [0, ...at].map((time) => frameAt(cut, time))
    expect(shown.numbers[0], what).toBe(wanted[0])
    for (const [index, number] of wanted.entries()) {
      // A random time can be just where one frame follows another.
      expect(Math.abs((shown.numbers[index] ?? -9) - number), what).toBeLessThanOrEqual(
        knownCuts.includes(cut) ? 0 : 1,
      )
    }
    expect(Math.abs(shown.seconds - seconds), what).toBeLessThan(0.025)
  }
})

test('a file joined of a picture and a sound would show other frames than the clip', async ({
  page,
}) => {
  await openPage(page)
  const streams = [readStream('picture'), readStream('sound')]
  const inputs = await Promise.all(
    streams.map(async (bytes, source) => {
      const file = {
        size: bytes.length,
        read: async (a: number, b: number) => bytes.subarray(a, b),
      }
      const span = { source, file, start: 0, end: bytes.length }
      return readFragmentedTracks(await readMoov(file), [span])
    }),
  )
  startTogether(inputs.flat())
  const sizes = streams.map(({ length }) => length)
  const whole = { name: 'b-frames', fromMs: 0, toMs: 24_000 } as const
  const plan = planTracks(inputs, sizes, { fromMs: 0, toMs: null, tracks: 'all', tags: {} })
  const bytes = joinedBytes(plan, 0, plan.totalBytes, async function* (source, start, end) {
    yield streams[source]?.subarray(start, end) ?? Buffer.alloc(0)
  })
  const pieces: Buffer[] = []
  for await (const piece of bytes.bytes()) pieces.push(piece)
  const at = [0.02, 6.98, 7.02, 13.3, 17.1, 23.9]
  const shown = await shownIn(page, Buffer.concat(pieces), at)
  expect(shown.numbers).toEqual([0, ...at].map((time) => frameAt(whole, time)))
  expect(Math.abs(shown.seconds - 24)).toBeLessThan(0.05)
})
