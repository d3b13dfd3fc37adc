import { spawnSync } from 'node:child_process'

export type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
}
/** For `skipped`, `reason` is what's missing. */
export type Result = { name: string; result: 'passed' | 'FAILED' | 'skipped'; reason?: string }

export function runStep({ name, command, args, env }: Step): Result {
  const started = performance.now()
  process.stdout.write(`\n— ${name}\n`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const result = status === 0 ? 'passed' : 'FAILED'
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`— ${name}: ${result} (${seconds} s)\n`)
  return { name, result }
}

/** Prints a line per result. Returns the exit code: 1 if anything failed, or nothing ran. */
export function summarize(results: Result[]): 0 | 1 {
  const lines = results.map(({ name, result, reason }) =>
    `${result.padEnd(8)} ${name}${reason === undefined ? '' : `: ${reason}`}`.trimEnd(),
  )
  process.stdout.write(`\n${lines.join('\n')}\n`)
  const noneRan = results.every(({ result }) => result === 'skipped')
  if (noneRan) process.stdout.write('\nNothing ran, so nothing was tested.\n')
  return noneRan || results.some(({ result }) => result === 'FAILED') ? 1 : 0
}
