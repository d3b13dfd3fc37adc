import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { setTimeout as settle } from 'node:timers/promises'
import { createAudioWorker } from '#app/services/audio-worker.server.ts'
import { type Row, row } from './table.ts'

const clip = 'app/services/demo/clip.mp4'
const rounds = 10

/** The audio worker against the ffmpeg command on the same clip, where one is installed. */
export async function mp3Rows(): Promise<Row[]> {
  const worker = createAudioWorker({
    concurrency: 1,
    queueLimit: 1,
    timeoutMs: 60_000,
    memoryLimitMb: 512,
  })
  await convert(worker)
  const runs = []
  for (let n = 0; n < rounds; n += 1) runs.push(await convert(worker))
  await worker.close()
  await settle(0)
  const seconds = median(runs.map((run) => run.seconds))
  const firstByte = median(runs.map((run) => run.firstByte))
  const yardstick = ffmpegSeconds()
  return [
    row(
      `MP3 of the sample clip, whole (median of ${rounds})`,
      seconds,
      's',
      yardstick ?? undefined,
    ),
    row('MP3, first byte after the source has begun', firstByte * 1000, 'ms'),
  ]
}

async function convert(worker: ReturnType<typeof createAudioWorker>) {
  const started = performance.now()
  const tags = { title: 'Bench', artist: 'Cleanclip' }
  const result = await worker.toMp3(createReadStream(clip), tags, new AbortController().signal)
  if (!result.ok) throw new Error(`No MP3: ${result.reason}`)
  const firstByte = (performance.now() - started) / 1000
  for await (const _ of result.stream);
  return { firstByte, seconds: (performance.now() - started) / 1000 }
}

function ffmpegSeconds(): number | null {
  const args = `-v error -y -i ${clip} -vn -c:a libmp3lame -b:a 192k -f mp3 -`.split(' ')
  const runs = []
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now()
    const { status } = spawnSync('ffmpeg', args, { stdio: 'ignore' })
    if (status !== 0) return null
    runs.push((performance.now() - started) / 1000)
  }
  return median(runs)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
