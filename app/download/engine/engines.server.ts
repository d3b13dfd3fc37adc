import path from 'node:path'
import { env } from '#app/env.server.ts'
import { createEngine } from './engine.server.ts'
import { createEngineCheck } from './engine-check.server.ts'

export const sampleFolder = path.resolve('app/download/extraction/demo')

/** Makes the files that visitors wait for. */
export const mediaEngine = createEngine({ concurrency: 2, queueLimit: 8, timeoutMs: 120_000 })

/** Separate, so that covers never take a slot from a file that a visitor waits for. */
export const coverEngine = createEngine({
  concurrency: 1,
  queueLimit: 4,
  timeoutMs: 20_000,
  idleMs: 15_000,
})

/** False if the operator wants no MP3s, whose decoder is under the GPL. */
export const wantsMp3 = env.AUDIO === 'on'

export const mp3Check = createEngineCheck({
  name: 'MP3',
  engine: mediaEngine,
  job: { name: 'mp3', tags: {}, kbps: 128, part: { fromMs: 0, toMs: 200 }, maxSeconds: 1 },
  sample: { file: path.join(sampleFolder, 'clip.mp4'), kind: 'mp4' },
})

export const coverCheck = createEngineCheck({
  name: 'covers',
  engine: coverEngine,
  job: { name: 'cover', kind: 'jpeg', width: 240 },
  sample: { file: path.join(sampleFolder, 'cover.jpg'), kind: 'jpeg' },
})

/** True if visitors are offered MP3s. */
export function canMakeMp3(): boolean {
  return wantsMp3 && mp3Check.fault() === null
}
