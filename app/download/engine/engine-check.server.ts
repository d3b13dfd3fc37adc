import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { MediaKind } from '#app/download/media/media-type.ts'
import { log } from '#app/observe/log.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import type { Engine } from './engine.server.ts'
import type { EngineJob } from './engine-job.ts'
import { openBytes } from './source-bytes.server.ts'

export type EngineCheck = {
  /** Tries the engine, and again until it works. Resolves once it was tried. Never rejects. */
  run(): Promise<void>
  /** Why it can't load, and what to do. Null if it can, or was never tried. */
  fault(): string | null
}

const againMs = 10 * minuteMs

/** Finds out by a small job on a sample whether an engine can work at all on this machine. */
export function createEngineCheck(options: {
  name: string
  engine: Pick<Engine, 'run'>
  job: EngineJob
  sample: { file: string; kind: MediaKind }
}): EngineCheck {
  const { name, engine, job, sample } = options
  let fault: string | null = null
  let isLogged = false
  let timer: NodeJS.Timeout | undefined

  async function failure(): Promise<string | null> {
    try {
      const open = openBytes(await readFile(sample.file), sample.kind)
      const made = await engine.run(job, open, { signal: new AbortController().signal })
      if (made.ok) await buffer(made.stream)
      return made.ok || made.reason === 'aborted' ? null : made.detail
    } catch (error) {
      return String(error)
    }
  }

  async function run(): Promise<void> {
    const detail = await failure()
    fault = detail === null ? null : faultText(detail)
    if (detail === null) return
    if (!isLogged) log.error({ detail }, `${name} can’t load`)
    isLogged = true
    clearTimeout(timer)
    timer = setTimeout(() => void run(), againMs).unref()
  }

  return { run, fault: () => fault }
}

const causes: [RegExp, string][] = [
  [/memory/i, 'There isn’t enough memory. Give the server more.'],
  [
    /WebAssembly|wasm/i,
    'WebAssembly doesn’t run here. Remove what forbids it, such as --jitless or systemd’s MemoryDenyWriteExecute, and restart. It needs a processor with SIMD.',
  ],
  [
    /cannot find|ENOENT|EACCES|SyntaxError/i,
    'Files are missing, unreadable or another version’s. Run npm ci and npm start in the app’s folder.',
  ],
]

function faultText(detail: string): string {
  const known = causes.find(([pattern]) => pattern.test(detail))?.[1]
  return `${known ?? 'Restart the server, and install it again if that doesn’t help.'} The cause: ${detail.slice(0, 200)}`
}
