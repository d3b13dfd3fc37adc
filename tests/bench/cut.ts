import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeHeader } from '#app/download/engine/mp4-header.ts'
import { readMp4Tracks } from '#app/download/engine/mp4-tracks.ts'
import { readClip } from '#tests/download/engine/clips.ts'
import { posts, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { startUnlimitedApp, treeCpuSeconds } from './process.ts'
import { median, type Row, row } from './table.ts'

const rounds = 20
/** Each has 24 s. */
const repeats = 13
const cut = '&from=140.3&to=155.3'

/** Parts of a long clip as visitors get them, against the whole clip. */
export async function cutRows(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-cut-'))
  const clip = path.join(folder, 'clip.mp4')
  writeFileSync(clip, await longClip(repeats))
  const media = await startMediaHost({ clip })
  const extraction = await startExtractionService({ mediaOrigin: media.origin })
  const app = await startUnlimitedApp({
    EXTRACTION_API_URL: extraction.endpoint,
    TRUSTED_UPSTREAMS: [extraction.hostPort, media.hostPort].join(),
  })
  try {
    const { html } = await lookUp(app, posts.video.url)
    const whole = app.origin + (await saveLinkIn(app, html))
    const plain = await work(app.pid, whole)
    media.requests.length = 0
    const part = await work(app.pid, whole + cut)
    const asked = media.requests.filter(({ url }) => url.includes('video.mp4'))
    const taken = asked.reduce((sum, { sent }) => sum + sent, 0)
    return [
      row('Cut of 15 s out of 312 s, whole', part.seconds * 1000, 'ms', plain.seconds * 1000),
      row('Cut, first byte after it is asked for', part.firstByte * 1000, 'ms'),
      ...(part.cpu === null || plain.cpu === null
        ? []
        : [row('Cut, CPU of the app', part.cpu * 1000, 'ms', plain.cpu * 1000)]),
      row('Cut, bytes from the media host', taken / (rounds + 1) / 1e6, 'MB', part.bytes / 1e6),
      row('Cut, requests to the media host', asked.length / (rounds + 1), 'each'),
    ]
  } finally {
    await app.discard()
    await Promise.all([extraction.close(), media.close()])
    rmSync(folder, { recursive: true })
  }
}

/** A clip of 24 s with stereo sound, over and over. */
export async function longClip(repeats: number): Promise<Buffer> {
  const clip = readClip('b-frames')
  const read = async (start: number, end: number) => clip.subarray(start, end)
  const tracks = await readMp4Tracks({ size: clip.length, read })
  const bodies: Buffer[] = []
  let position = 0
  const repeated = tracks.map((track) => {
    const samples = Array.from({ length: repeats }, () =>
      Array.from(track.samples.size, (size, index) => {
        const start = track.samples.offset[index] ?? 0
        bodies.push(clip.subarray(start, start + size))
        const sample = { index, duration: track.samples.duration[index] ?? 0, shift: 0, position }
        position += size
        return sample
      }),
    ).flat()
    const shownFor = samples.reduce((sum, { duration }) => sum + duration, 0)
    return { track, timescale: track.timescale, startsAt: 0, mediaTime: 0, shownFor, samples }
  })
  const header = writeHeader(repeated, { seconds: 24 * repeats, isVideo: true, tags: {} })
  return Buffer.concat([header, ...bodies])
}

async function work(pid: number, address: string) {
  await save(address)
  const before = treeCpuSeconds(pid)
  const runs = []
  for (let n = 0; n < rounds; n += 1) runs.push(await save(address))
  const after = treeCpuSeconds(pid)
  return {
    seconds: median(runs.map((run) => run.seconds)),
    firstByte: median(runs.map((run) => run.firstByte)),
    bytes: runs[0]?.bytes ?? 0,
    cpu: before === null || after === null ? null : (after - before) / rounds,
  }
}

async function save(address: string) {
  const started = performance.now()
  const response = await fetch(address)
  if (response.status !== 200 || response.body === null) throw new Error('There was no file')
  let firstByte: number | null = null
  let bytes = 0
  for await (const chunk of response.body) {
    firstByte ??= (performance.now() - started) / 1000
    bytes += chunk.length
  }
  return { seconds: (performance.now() - started) / 1000, firstByte: firstByte ?? 0, bytes }
}
