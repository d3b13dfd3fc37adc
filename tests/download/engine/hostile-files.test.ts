// @module-tag whole
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMp4Tracks } from '#app/download/engine/mp4-tracks.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { fileOf } from '#tests/fakes/media-files.ts'
import fc from '#tests/support/cases.ts'
import { type LiveApp, lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { readClip } from './clips.ts'
import { hostileFiles } from './hostile-mp4.ts'

/** Always the same files, unless `MEDIA_FUZZ=10000` asks for others, as before a release. */
const runs = Number(process.env.MEDIA_FUZZ ?? 50)
const seed = process.env.MEDIA_FUZZ === undefined ? 1486634970 : Date.now() | 0
const formats = ['mp3', 'm4a', 'mp4&from=1.2&to=2.4', 'mp3&from=0.5&to=2']

let app: LiveApp
beforeAll(async () => {
  app = await startLiveApp({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' })
})
afterAll(() => app.close())

let visitors = 0
/** Asks as a visitor of a network of their own, since each has its limits. */
function ask(href: string) {
  visitors += 1
  const network = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
  return fetch(app.origin + href, {
    headers: { 'x-forwarded-for': network },
  })
}

/** Asked for at the same time, each with a file of its own on the media host. */
const lanes = [
  { post: fakePost('video', 7), file: 'video.mp4' },
  { post: fakePost('silent', 7), file: 'silent.mp4' },
]
const neighbour = fakePost('indexLast', 1)
/** Of the files of a lane, those that are read beside the neighbour's download. */
const neighbourEach = 10

/** Links work for ten minutes. */
async function linksOf({ url }: { url: string }, wanted: readonly string[]) {
  const { html } = await lookUp(app, url)
  const links = new Map<string, string>()
  for (const format of wanted) {
    const [name = '', ...part] = format.split('&')
    links.set(format, [await saveLinkIn(app, html, name), ...part].join('&'))
  }
  let madeAt = performance.now()
  return async (format: string) => {
    if (performance.now() - madeAt > 300_000) {
      madeAt = performance.now()
      const renewed = await linksOf({ url }, wanted)
      for (const one of wanted) links.set(one, await renewed(one))
    }
    return links.get(format) ?? ''
  }
}

async function memoryMb(): Promise<number> {
  const status = await readFile(`/proc/${app.process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

async function passesIndex(bytes: Buffer): Promise<boolean> {
  const read = async (start: number, end: number) => bytes.subarray(start, end)
  const tracks = await readMp4Tracks({ size: bytes.length, read }).catch(() => [])
  return tracks.length > 0
}

test(
  'S74: no file of a media host can hurt the server or another visitor’s download',
  async () => {
    const names = ['he-aac.m4a', 'he-aac-v2-implicit.m4a', 'clip.mp4', 'sound.m4a']
    const clips = [
      ...(await Promise.all(names.map((name) => readFile(`tests/fakes/media/${name}`)))),
      readClip('edit-list'),
      readClip('p-frames'),
    ]
    const linkOfGood = await linksOf(neighbour, ['mp3'])
    const good = async () => {
      const answer = await ask(await linkOfGood('mp3'))
      return Buffer.from(await answer.arrayBuffer())
    }
    const wanted = await good()
    const counted = { files: 0, passed: 0, whole: 0, cut: 0, refused: 0, unharmed: 0 }
    const save = async (href: string) => {
      const answer = await ask(href)
      if (answer.ok) {
        const whole = await answer.arrayBuffer().then(
          () => true,
          () => false,
        )
        counted[whole ? 'whole' : 'cut'] += 1
      } else {
        expect([404, 413, 502]).toContain(answer.status)
        expect(await answer.text()).toContain('<h1')
        counted.refused += 1
      }
    }
    const before = await memoryMb()
    await Promise.all(
      lanes.map(async ({ post, file }, lane) => {
        const linkOf = await linksOf(post, formats)
        let files = 0
        const property = fc.asyncProperty(
          hostileFiles(clips),
          fc.constantFrom(...formats),
          async (bytes, format) => {
            files += 1
            counted.files += 1
            if (await passesIndex(bytes)) counted.passed += 1
            app.media.files.set(file, fileOf(bytes, 'video/mp4'))
            app.media.requests.length = 0
            const href = await linkOf(format)
            const beside = files % neighbourEach === 1 ? good() : null
            await save(href)
            if (counted.files % 500 === 0) process.stderr.write(`${JSON.stringify(counted)}\n`)
            if (beside === null) return
            expect((await beside).equals(wanted)).toBe(true)
            counted.unharmed += 1
          },
        )
        await fc.assert(property, { numRuns: runs / lanes.length, seed: seed + lane })
      }),
    )
    const after = await memoryMb()
    process.stdout.write(`${JSON.stringify({ ...counted, before, after })}\n`)
    expect(counted.passed).toBeGreaterThanOrEqual(runs / 2)
    expect(counted.unharmed).toBeGreaterThan(0)
    expect(after - before).toBeLessThan(200)
    expect(app.lines.filter((line) => line.includes('"level":50'))).toEqual([])
  },
  // As many more as before a release take far longer than a test.
  runs > 50 ? runs * 20_000 : undefined,
)
