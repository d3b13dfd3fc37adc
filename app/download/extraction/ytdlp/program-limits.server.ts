import { execFile } from 'node:child_process'
import path from 'node:path'
import { isExecutable } from '#app/environment/executable.ts'

export type ProgramLimits = {
  /** Largest file it can write, in bytes. */
  fileBytes: number
  /** Largest heap, in bytes. */
  dataBytes: number
  cpuSeconds: number
}

type CommandLine = readonly [command: string, ...args: string[]]

/** Puts a program's command line behind the tools that limit it. */
export type Limiter = (command: string, args: readonly string[]) => CommandLine

const PROBE_MS = 10_000

/**
 * Returns what limits a program most with the tools of this system, tried with this Node. It can't
 * gain rights and ends with this process, or has limits only, or nothing if there are no tools.
 */
export async function limiterFor(limits: ProgramLimits): Promise<Limiter> {
  for (const tools of toolsFor(limits)) {
    const limiter: Limiter = (command, args) => {
      const [first = command, ...rest] = [...tools, command, ...args]
      return [first, ...rest]
    }
    if (await starts(limiter(process.execPath, ['--version']))) return limiter
  }
  return (command, args) => [command, ...args]
}

function toolsFor({ fileBytes, dataBytes, cpuSeconds }: ProgramLimits): string[][] {
  const prlimit = findCommand('prlimit')
  if (prlimit === null) return []
  const sizes = [`--fsize=${fileBytes}`, `--data=${dataBytes}`, `--cpu=${cpuSeconds}`]
  const limits = [prlimit, '--core=0', ...sizes, '--nofile=64', '--']
  const setpriv = findCommand('setpriv')
  const noRights = ['--no-new-privs', '--pdeathsig', 'KILL', '--']
  return setpriv === null ? [limits] : [[...limits, setpriv, ...noRights], limits]
}

/** Returns the absolute path of a command in PATH, or null. */
function findCommand(name: string): string | null {
  for (const folder of (process.env.PATH ?? '/usr/bin:/bin').split(path.delimiter)) {
    const file = path.join(folder, name)
    if (path.isAbsolute(file) && isExecutable(file)) return file
  }
  return null
}

function starts([command, ...args]: CommandLine): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { env: {}, cwd: '/', timeout: PROBE_MS, killSignal: 'SIGKILL' } as const
    const child = execFile(command, args, options, (error) => resolve(error === null))
    child.stdin?.on('error', () => {}).end()
  })
}
