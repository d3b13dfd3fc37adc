import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '#app/environment/error-code.ts'
import { type Limiter, limiterFor } from './program-limits.server.ts'

export type RunEnd =
  | { kind: 'ended'; code: number | null; stdout: string; stderr: string }
  /** `too_large`: stdout passed its limit. */
  | { kind: 'not_started' | 'too_large' | 'aborted' }

const mostStdout = 4 * 1024 * 1024
const mostStderr = 64 * 1024
/** A process's last output can still be in its pipes after it exits. */
const drainMs = 500
const sweepRounds = 5

/** A single-file build of yt-dlp unpacks itself into its temp folder at each start. */
const limits = { fileBytes: 256 * 1024 ** 2, dataBytes: 1024 ** 3, cpuSeconds: 30 }
let limiter: Promise<Limiter> | undefined

const folderPrefix = 'cleanclip-ytdlp-'
/** No run takes this long, so anything older was left behind. */
const longestRunMs = 60_000

/**
 * Removes the folders of killed runs: those without a live process, and old ones, since process ids
 * are reused. For the start. Never rejects.
 */
export async function removeLeftFolders(now = Date.now()): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) {
    const [, pid] = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name) ?? []
    if (!name.startsWith(folderPrefix)) continue
    const folder = path.join(tmpdir(), name)
    const { mtimeMs = now } = (await stat(folder).catch(() => null)) ?? {}
    // Before this process's first run, a folder with its id is an earlier process's.
    const isLeft = pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))
    if (!isLeft && now - mtimeMs < longestRunMs) continue
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Runs a program without input, with `variables` and only PATH from this process's environment, in
 * an empty folder of its own. When it ends or `signal` aborts, its descendants are killed and the
 * folder is removed. Never rejects for what the program does.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RunEnd> {
  limiter ??= limiterFor(limits)
  const limited = await limiter
  if (signal.aborted) return { kind: 'aborted' }
  const folder = await mkdtemp(path.join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const home = path.join(folder, 'home')
  const temporary = path.join(folder, 'tmp')
  try {
    await Promise.all([mkdir(home), mkdir(temporary)])
    return await run(limited(program, args), { variables, home, temporary, signal })
  } finally {
    await killMarked(home)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

type RunOptions = {
  variables: Readonly<Record<string, string>>
  home: string
  temporary: string
  signal: AbortSignal
}

function run(
  [command, ...args]: readonly [string, ...string[]],
  { variables, home, temporary, signal }: RunOptions,
): Promise<RunEnd> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: home,
    env: {
      ...variables,
      PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      TMPDIR: temporary,
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      LC_CTYPE: 'C.UTF-8',
    },
    // A process group of its own, so that it can be killed as a whole.
    detached: true,
    windowsHide: true,
  })
  const { promise, resolve } = Promise.withResolvers<RunEnd>()
  let isOver = false
  const abort = () => finish({ kind: 'aborted' })
  child.once('error', () => finish({ kind: 'not_started' }))
  // Undefined when this process is out of file descriptors.
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
  // An abort during the start came before the listener.
  if (signal.aborted) abort()

  child.stdout.on('data', (bytes: Buffer) => {
    stdoutBytes += bytes.length
    if (stdoutBytes > mostStdout) finish({ kind: 'too_large' })
    else stdout.push(bytes)
  })
  child.stderr.on('data', (bytes: Buffer) => {
    // Keep the end: errors come after warnings.
    stderr = Buffer.concat([stderr, bytes]).subarray(-mostStderr)
  })
  for (const pipe of pipes) pipe?.on('error', () => {})
  child.once('exit', (code) => {
    if (isOver) return
    // Its children would hold the pipes open.
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
    // All of them have ended.
  }
}

/**
 * Kills processes that left the group, found by this run's own HOME. Needs Linux's /proc; elsewhere
 * only the group is killed.
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
