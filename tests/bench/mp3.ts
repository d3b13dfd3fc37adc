import { spawnSync } from 'node:child_process'
import { findCommand } from '#app/download/audio/confinement.server.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { endedCpuSeconds, startUnlimitedApp, treeCpuSeconds } from './process.ts'
import { median, type Row, row } from './table.ts'

/** What the app answers every video link with in demo mode. */
const clip = 'app/download/extraction/demo/clip.mp4'
const link = 'https://www.tiktok.com/@cleanclip/video/7234567890123456789'
const rounds = 20

/** Medians of the wall clock in seconds; `cpu`: processor seconds of one. */
type Work = { seconds: number; firstByte: number; cpu: number | null }

/** MP3s as visitors get them against the ffmpeg command on the same clip, where one is installed. */
export async function mp3Rows(): Promise<Row[]> {
  const command = findCommand('ffmpeg')
  const ffmpeg = ffmpegWork()
  if (ffmpeg === null) process.stderr.write('No ffmpeg command: its yardsticks are left out\n')
  const rows = engineRows('MP3', await appWork({}), ffmpeg)
  if (command === null) return rows
  // Bubblewrap does not hand on the processor time of what it ran.
  const withCommand = { ...(await appWork({ FFMPEG_PATH: command })), cpu: null }
  return [...rows, ...engineRows('MP3 by the ffmpeg command', withCommand, ffmpeg)]
}

function engineRows(name: string, ours: Work, bare: Omit<Work, 'firstByte'> | null): Row[] {
  const rows = [
    row(
      `${name} of the sample clip, whole (median of ${rounds})`,
      ours.seconds,
      's',
      bare?.seconds,
    ),
    row(`${name}, first byte after it is asked for`, ours.firstByte * 1000, 'ms'),
  ]
  if (ours.cpu === null) return rows
  const cpu = row(`${name}, CPU of the app and its worker`, ours.cpu, 's', bare?.cpu ?? undefined)
  return [...rows, cpu]
}

async function appWork(env: Record<string, string>): Promise<Work> {
  const app = await startUnlimitedApp(env)
  try {
    const { html } = await lookUp(app, link)
    const href = await saveLinkIn(app, html, 'mp3')
    // The first one starts the worker.
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

function ffmpegWork(): Omit<Work, 'firstByte'> | null {
  const args = `-v error -y -i ${clip} -vn -c:a libmp3lame -b:a 192k -f mp3 -`.split(' ')
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
