import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/**
 * Makes the clips for tests of cuts with the `ffmpeg` command: `node tests/tools/make-cut-clips.ts`.
 * Each frame shows its number as twelve black or white squares, the highest bit first.
 */
const folder = path.join(import.meta.dirname, '../fakes/media/cuts')
const [columns, rows, square] = [4, 3, 32]

type Clip = {
  name: string
  rate: string
  frames: number
  video: string
  /** Channels and samples per second. Null for no sound. */
  sound: [number, number] | null
  /** Options of a second pass, which copies a part of it. */
  part?: string
}

const h264 = '-c:v libx264 -crf 34 -pix_fmt yuv420p -preset slow'
const clips: Clip[] = [
  {
    name: 'b-frames',
    rate: '25',
    frames: 600,
    video: `${h264} -bf 3 -g 250 -sc_threshold 0 -force_key_frames 0,1,3,7,17,18.52`,
    sound: [2, 44_100],
  },
  {
    name: 'p-frames',
    rate: '30000/1001',
    frames: 240,
    video: `${h264} -bf 0 -g 30 -keyint_min 30 -sc_threshold 0`,
    sound: [1, 48_000],
  },
  {
    name: 'edit-list',
    rate: '25',
    frames: 400,
    video: `${h264} -bf 2 -g 100 -keyint_min 100 -sc_threshold 0`,
    sound: [1, 44_100],
    part: '-ss 5.3 -c copy',
  },
  {
    name: 'no-sound',
    rate: '60',
    frames: 480,
    video: `${h264} -bf 2 -g 120 -keyint_min 120 -sc_threshold 0`,
    sound: null,
  },
  { name: 'one-frame', rate: '1', frames: 1, video: h264, sound: null },
]

fs.mkdirSync(folder, { recursive: true })
for (const clip of clips) {
  const file = path.join(folder, `${clip.name}.mp4`)
  const whole = clip.part === undefined ? file : `${file}.whole.mp4`
  const seconds = clip.frames / toNumber(clip.rate)
  const sound =
    clip.sound === null
      ? '-an'
      : `-f lavfi -i sine=frequency=300:beep_factor=4:sample_rate=${clip.sound[1]}:duration=${seconds} -ac ${clip.sound[0]} -c:a aac -b:a 32k`
  const picture = `-f rawvideo -pix_fmt gray -s ${columns * square}x${rows * square} -r ${clip.rate} -i -`
  ffmpeg(`${picture} ${sound} ${clip.video} -movflags +faststart`, whole, frames(clip.frames))
  if (clip.part !== undefined) {
    ffmpeg(`${clip.part} -movflags +faststart`, file, null, whole)
    fs.rmSync(whole)
  }
  process.stdout.write(`${clip.name}: ${fs.statSync(file).size} bytes\n`)
}

function ffmpeg(options: string, to: string, input: Buffer | null, from?: string): void {
  const [seek = [], rest = []] = from === undefined ? [] : split(options)
  const args = from === undefined ? options.split(' ') : [...seek, '-i', from, ...rest]
  const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']
  const run = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, ...exact, to], {
    input: input ?? '',
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  if (run.status !== 0) throw new Error(`ffmpeg could not make ${to}`)
}

/** A seek stands before its file. */
function split(options: string): [string[], string[]] {
  const words = options.split(' ')
  return [words.slice(0, 2), words.slice(2)]
}

function frames(count: number): Buffer {
  const width = columns * square
  const size = width * rows * square
  const bytes = Buffer.alloc(count * size, 16)
  for (let frame = 0; frame < count; frame += 1) {
    for (let bit = 0; bit < columns * rows; bit += 1) {
      if (((frame >> (columns * rows - 1 - bit)) & 1) === 0) continue
      const [left, top] = [(bit % columns) * square, Math.floor(bit / columns) * square]
      for (let y = top; y < top + square; y += 1) {
        const at = frame * size + y * width + left
        bytes.fill(235, at, at + square)
      }
    }
  }
  return bytes
}

function toNumber(rate: string): number {
  const [above = 0, below = 1] = rate.split('/').map(Number)
  return above / below
}
