import path from 'node:path'
import { isExecutable } from '#app/environment/executable.ts'
import { runProgram } from './ytdlp-process.server.ts'

export type YtdlpState = {
  path: string
  /** Its own version, such as `2026.08.19`. Null if unknown. */
  version: string | null
  /** Days since that version was made. Null if the version has no date. */
  ageDays: number | null
  /** Old versions are the most common cause of failed look-ups. */
  isOld: boolean
  problem: 'no_program' | 'program_failed' | null
}

const oldAfterDays = 60
const askMs = 10_000
const keptMs = 10 * 60_000
const failureKeptMs = 60_000
const dayMs = 86_400_000

/**
 * Returns a function that asks the program for its version, at most once in ten minutes, or in one
 * after a failure. Only the first caller waits; later ones get the last answer while a new one is
 * fetched.
 */
export function createYtdlpState(program: string, now = Date.now): () => Promise<YtdlpState> {
  let answer: Promise<YtdlpState> | null = null
  let freshUntil = 0

  async function ask(): Promise<YtdlpState> {
    // No second request while this one runs.
    freshUntil = Number.POSITIVE_INFINITY
    const state = await askVersion(program, now)
    freshUntil = performance.now() + (state.problem === null ? keptMs : failureKeptMs)
    return state
  }

  return () => {
    if (answer === null) answer = ask()
    else if (performance.now() >= freshUntil) {
      void ask().then((state) => {
        answer = Promise.resolve(state)
      })
    }
    return answer
  }
}

export function isProgram(program: string): boolean {
  return path.isAbsolute(program) && isExecutable(program)
}

async function askVersion(program: string, now: () => number): Promise<YtdlpState> {
  const unknown = { path: program, version: null, ageDays: null, isOld: false }
  if (!isProgram(program)) return { ...unknown, problem: 'no_program' }
  const args = ['--ignore-config', '--no-plugin-dirs', '--version']
  const end = await runProgram(program, args, {}, AbortSignal.timeout(askMs)).catch(() => null)
  const version = end?.kind === 'ended' && end.code === 0 ? end.stdout.trim() : ''
  if (!/^[\w.+-]{1,60}$/.test(version)) return { ...unknown, problem: 'program_failed' }
  const ageDays = ageOf(version, now())
  const isOld = ageDays !== null && ageDays > oldAfterDays
  return { path: program, version, ageDays, isOld, problem: null }
}

/** Versions are dates, `2026.08.19` or `2026.08.19.232929`. */
function ageOf(version: string, now: number): number | null {
  const [, year, month, day] = /^(20\d\d)\.(\d\d)\.(\d\d)(?:\.|$)/.exec(version) ?? []
  const made = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(made) ? null : Math.max(0, Math.floor((now - made) / dayMs))
}
