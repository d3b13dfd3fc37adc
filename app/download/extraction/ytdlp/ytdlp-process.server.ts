import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { type Launcher, limitingLauncher } from '#app/download/audio/confinement.server.ts'

export type RunEnd =
  | { kind: 'ended'; code: number | null; stdout: string; stderr: string }
  /** `too_large`: it wrote more to stdout than is taken. */
  | { kind: 'not_started' | 'too_large' | 'aborted' }

const mostStdout = 4 * 1024 * 1024
const mostStderr = 64 * 1024
/** What a process has said may still be in its pipes when it is gone. */
const drainMs = 500
const sweepRounds = 5

/** A single-file build of yt-dlp unpacks itself into its temp folder at each start. */
const limits = { fileBytes: 256 * 1024 ** 2, dataBytes: 1024 ** 3, cpuSeconds: 30 }
const launchers = new Map<string, Promise<Launcher>>()

/** How to start `program` with its memory, files, and processor time limited, where the system can. */
function launcherFor(program: string): Promise<Launcher> {
  const known = launchers.get(program)
  if (known !== undefined) return known
  const made = limitingLauncher({ command: program, probe: [], readable: [], ...limits })
  launchers.clear()
  launchers.set(program, made)
  return made
}

/**
 * Runs a program to its end with nothing of this process's environment but PATH, in an empty folder
 * of its own, without input. When it ends or `signal` aborts, all its descendants are killed and
 * the folder is removed. Never rejects for what the program does.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<RunEnd> {
  const launcher = await launcherFor(program)
  if (signal.aborted) return { kind: 'aborted' }
  const folder = await mkdtemp(path.join(tmpdir(), 'cleanclip-ytdlp-'))
  const home = path.join(folder, 'home')
  const temporary = path.join(folder, 'tmp')
  try {
    await Promise.all([mkdir(home), mkdir(temporary)])
    return await run(launcher.commandLine(args), home, temporary, signal)
  } finally {
    await killMarked(home)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

function run(
  [command, ...args]: readonly [string, ...string[]],
  home: string,
  temporary: string,
  signal: AbortSignal,
): Promise<RunEnd> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: home,
    env: {
      PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      TMPDIR: temporary,
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      LC_CTYPE: 'C.UTF-8',
    },
    // A process group of its own, to be killed as a whole.
    detached: true,
    windowsHide: true,
  })
  const { promise, resolve } = Promise.withResolvers<RunEnd>()
  let isOver = false
  const abort = () => finish({ kind: 'aborted' })
  child.once('error', () => finish({ kind: 'not_started' }))
  // Missing when this process has no descriptors left.
  const pipes: (Readable | null | undefined)[] = [child.stdout, child.stderr]
  if (pipes.includes(undefined)) return promise

  const stdout: Buffer[] = []
  let stdoutBytes = 0
  let stderr = Buffer.alloc(0)
  function finish(end: RunEnd): void {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', abort)
    killGroup(child.pid)
    for (const pipe of pipes) pipe?.destroy()
    resolve(end)
  }
  const ended = (code: number | null) => {
    const output = Buffer.concat(stdout, stdoutBytes).toString('utf8')
    finish({ kind: 'ended', code, stdout: output, stderr: stderr.toString('utf8') })
  }
  signal.addEventListener('abort', abort, { once: true })
  // An abort during the start has no listener yet.
  if (signal.aborted) abort()

  child.stdout.on('data', (bytes: Buffer) => {
    stdoutBytes += bytes.length
    if (stdoutBytes > mostStdout) finish({ kind: 'too_large' })
    else stdout.push(bytes)
  })
  child.stderr.on('data', (bytes: Buffer) => {
    // The last words matter: errors come after warnings.
    stderr = Buffer.concat([stderr, bytes]).subarray(-mostStderr)
  })
  for (const pipe of pipes) pipe?.on('error', () => {})
  child.once('exit', (code) => {
    if (isOver) return
    // Children it left behind would hold the pipes open.
    killGroup(child.pid)
    const timer = setTimeout(() => ended(code), drainMs)
    child.once('close', () => {
      clearTimeout(timer)
      ended(code)
    })
  })
  return promise
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them are gone.
  }
}

/**
 * Kills what has left the process group, known by the HOME that only this run has. Elsewhere than on
 * Linux there is no /proc, and only the group is killed.
 */
async function killMarked(home: string): Promise<void> {
  for (let round = 0; round < sweepRounds; round += 1) {
    const entries = await readdir('/proc').catch(() => [])
    const found = await Promise.all(
      entries
        .filter((name) => /^\d+$/.test(name))
        .map(async (pid) => {
          const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
          return environment.split('\0').includes(`HOME=${home}`) ? Number(pid) : null
        }),
    )
    const pids = found.filter((pid) => pid !== null)
    if (pids.length === 0) return
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
    await wait(20)
  }
}
