import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

export type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
}

/** A file that fell in the run of all, and passed when it ran alone. Times in seconds. */
export type PassedAlone = { file: string; first: number; alone: number; message: string }

export type Result = {
  name: string
  result: 'passed' | 'FAILED' | 'skipped'
  seconds?: number
  tests?: { passed: number; failed: number; skipped: number }
  /** What is missing, or what fell beside the tests. */
  reason?: string
  red?: string[]
  passedAlone?: PassedAlone[]
}

/** Runs a command with its output shown. Seconds are the machine's, for the table. */
export function runStep({ name, command, args, env }: Step): Result {
  const started = performance.now()
  process.stdout.write(`\n— ${name}\n`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const result = status === 0 ? 'passed' : 'FAILED'
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(`— ${name}: ${result} (${seconds.toFixed(1)} s)\n`)
  return { name, result, seconds }
}

/** What a machine may lack is skipped by name; CI has everything. */
export function missing(name: string, reason: string): Result {
  return { name, result: process.env.CI ? 'FAILED' : 'skipped', reason }
}

/**
 * Prints what passed only when it ran alone, a table of the steps, and the red tests by name.
 * Returns the exit code: 1 if anything failed, or nothing ran.
 */
export function summarize(results: readonly Result[]): 0 | 1 {
  const alone = results.flatMap(({ passedAlone = [] }) => passedAlone)
  const red = results.flatMap(({ red = [] }) => red)
  const blocks = [
    titled('Passed when run alone', alone.map(aloneLine)),
    tableOf(results),
    titled('Red', red),
  ]
  const noneRan = results.every(({ result }) => result === 'skipped')
  if (noneRan) blocks.push('Nothing ran, so nothing was tested.')
  process.stdout.write(`\n${blocks.filter((block) => block !== '').join('\n\n')}\n`)
  return noneRan || results.some(({ result }) => result === 'FAILED') ? 1 : 0
}

function titled(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')
}

function aloneLine({ file, first, alone, message }: PassedAlone): string {
  const said = stripVTControlCharacters(message).split('\n', 1)[0] ?? ''
  return `${file}: fell after ${first.toFixed(1)} s, passed in ${alone.toFixed(1)} s. ${said}`.trimEnd()
}

function tableOf(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  const head = `${'step'.padEnd(width)}  result   seconds  passed  failed  skipped  alone`
  const rows = results.map(({ name, result, seconds, tests, passedAlone = [], reason }) => {
    const cells = [
      name.padEnd(width),
      result.padEnd(7),
      (seconds?.toFixed(0) ?? '').padStart(8),
      `${tests?.passed ?? ''}`.padStart(6),
      `${tests?.failed ?? ''}`.padStart(6),
      `${tests?.skipped ?? ''}`.padStart(7),
      `${tests === undefined ? '' : passedAlone.length}`.padStart(5),
    ]
    const line = cells.join('  ').trimEnd()
    return reason === undefined ? line : `${line}\n  ${reason}`
  })
  return [head, ...rows].join('\n')
}
