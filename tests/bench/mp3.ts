import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { posts, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { longClip } from './cut.ts'
import { endedCpuSeconds, memoryMb, startUnlimitedApp, treeCpuSeconds } from './process.ts'
import { median, type Row, row } from './table.ts'

/** What the app answers every video link with in demo mode. */
const clip = 'app/download/extraction/demo/clip.mp4'
const link = 'https://www.tiktok.com/@cleanclip/video/7234567890123456789'
const rounds = 20

/** Medians of the wall clock in seconds; `cpu`: processor seconds of one. */
type Work = { seconds: number; firstByte: number; cpu: number | null }

/** MP3s as visitors get them against the ffmpeg command on the same clip, where one is installed. */
export async function mp3Rows(): Promise<Row[]> {
  if (ffmpegWork(clip, 1) === null) {
    process.stderr.write('No ffmpeg command: its yardsticks are not measured\n')
  }
  const sample = await appWork({}, link, rounds)
  const rows = workRows('MP3 of 12 s', sample, ffmpegWork(clip, rounds))
  return [...rows, ...(await longRows())]
}

function workRows(name: string, ours: Work, bare: Omit<Work, 'firstByte'> | null): Row[] {
  const rows = [
    row(`${name}, whole (median)`, ours.seconds, 's', bare?.seconds),
    row(`${name}, first byte after it is asked for`, ours.firstByte * 1000, 'ms'),
  ]
  if (ours.cpu === null) return rows
  return [...rows, row(`${name}, CPU of the app`, ours.cpu, 's', bare?.cpu ?? undefined)]
}

/** A minute of stereo, and the memory of four MP3s at once, of which one is of ten minutes. */
async function longRows(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-mp3-'))
  const long = path.join(folder, 'long.mp4')
  writeFileSync(long, await longClip(3))
  const media = await startMediaHost({ clip: long })
  const extraction = await startExtractionService({ mediaOrigin: media.origin })
  const env = {
    EXTRACTION_API_URL: extraction.endpoint,
    TRUSTED_UPSTREAMS: [extraction.hostPort, media.hostPort].join(),
  }
  try {
    const ours = await appWork(env, posts.video.url, 5)
    const rows = workRows('MP3 of 72 s of stereo', ours, ffmpegWork(long, 5))
    writeFileSync(long, await longClip(25))
    const longest = await startMediaHost({ clip: long })
    const other = await startExtractionService({ mediaOrigin: longest.origin })
    try {
      return [...rows, ...(await memoryRows(other, longest))]
    } finally {
      await Promise.all([other.close(), longest.close()])
    }
  } finally {
    await Promise.all([extraction.close(), media.close()])
    rmSync(folder, { recursive: true })
  }
}

type Fake = { hostPort: string }

async function memoryRows(extraction: Fake & { endpoint: string }, media: Fake): Promise<Row[]> {
  const app = await startUnlimitedApp({
    EXTRACTION_API_URL: extraction.endpoint,
    TRUSTED_UPSTREAMS: [extraction.hostPort, media.hostPort].join(),
  })
  try {
    const linkOf = async (url: string) => {
      const { html } = await lookUp(app, url)
      return app.origin + (await saveLinkIn(app, html, 'mp3'))
    }
    const long = await linkOf(posts.video.url)
    const short = await linkOf(posts.indexLast.url)
    const idle = memoryMb(app.pid)
    if (idle === null) return []
    let peak = idle
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryMb(app.pid) ?? 0)
    }, 50)
    await Promise.all([save(long), save(short), save(short), save(short)])
    clearInterval(watch)
    return [row('Memory for four MP3s at once, one of 10 minutes', peak - idle, 'MB')]
  } finally {
    await app.discard()
  }
}

async function appWork(env: Record<string, string>, url: string, rounds: number): Promise<Work> {
  const app = await startUnlimitedApp(env)
  try {
    const { html } = await lookUp(app, url)
    const href = await saveLinkIn(app, html, 'mp3')
    // The first one starts the thread.
    await save(app.origin + href)
    const before = treeCpuSeconds(app.pid)
    const runs = []
    for (let n = 0; n < rounds; n += 1) runs.push(await save(app.origin + href))
    const after = treeCpuSeconds(app.pid)
    return {
      seconds: median(runs.map((run) => run.seconds)),
      firstByte: median(runs.map((run) => run.firstByte)),
      cpu: before === null || after === null ? null : (after - before) / rounds,
    }
  } finally {
    await app.discard()
  }
}

async function save(address: string): Promise<{ seconds: number; firstByte: number }> {
  const started = performance.now()
  const response = await fetch(address)
  if (response.status !== 200 || response.body === null) throw new Error('There was no MP3')
  let firstByte: number | null = null
  for await (const _ of response.body) firstByte ??= (performance.now() - started) / 1000
  return { seconds: (performance.now() - started) / 1000, firstByte: firstByte ?? 0 }
}

function ffmpegWork(file: string, rounds: number): Omit<Work, 'firstByte'> | null {
  const args = `-v error -y -i ${file} -vn -c:a libmp3lame -b:a 192k -f mp3 -`.split(' ')
  const before = endedCpuSeconds(process.pid)
  const runs = []
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now()
    const { status } = spawnSync('ffmpeg', args, { stdio: 'ignore' })
    if (status !== 0) return null
    runs.push((performance.now() - started) / 1000)
  }
  const after = endedCpuSeconds(process.pid)
  const cpu = before === null || after === null ? null : (after - before) / rounds
  return { seconds: median(runs), cpu }
}
