import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** A confined process with pipes for its input, output, and error messages. */
export type AudioProcess = {
  readonly pid: number | undefined
  readonly alive: boolean
  readonly stdin: Writable
  readonly stdout: Readable
  /** Settles when the process is gone, with how it ended and its last error messages. */
  readonly gone: Promise<ProcessEnd>
  /** Settles when there is room for more, or no need for it. */
  write(bytes: Uint8Array): Promise<void>
  /** Resident memory of the process and its children, in bytes; null where the system doesn't tell. */
  memory(): Promise<number | null>
  /** Whether the process keeps this one from ending. */
  hold(held: boolean): void
  kill(): void
}

export type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null; lastWords: string }

const KEPT_STDERR = 2000

/** Creates and opens a file without a name: private, and gone with the last process that holds it. */
export async function openSpool(directory: string): Promise<FileHandle> {
  const path = join(directory, `cleanclip-${randomUUID()}.tmp`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  return file
}

/**
 * Starts a command line with an empty environment, in a process group of its own. `spool` is its
 * descriptor 3. A process that cannot start is gone at once.
 */
export function startProcess(
  [command, ...args]: [string, ...string[]],
  spool?: FileHandle,
): AudioProcess {
  const child: ChildProcess = spawn(command, args, {
    // Not `fork`: its message channel would be a second way in that nothing needs.
    stdio: ['pipe', 'pipe', 'pipe', ...(spool ? [spool.fd] : [])],
    env: {},
    cwd: '/',
    detached: true,
    windowsHide: true,
  })
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('the audio process has no pipes')

  let alive = true
  let lastWords = ''
  const gone = new Promise<ProcessEnd>((resolve) => {
    const ended = (end: Omit<ProcessEnd, 'lastWords'>): void => {
      if (!alive) return
      alive = false
      stdin.destroy()
      resolve({ ...end, lastWords })
    }
    child.once('exit', (code, signal) => {
      // What it said last may still be in the pipe, and nothing else holds that open for long.
      if (stderr.readableEnded) return ended({ code, signal })
      const timer = setTimeout(() => ended({ code, signal }), 100)
      stderr.once('close', () => {
        clearTimeout(timer)
        ended({ code, signal })
      })
    })
    child.once('error', (error) => {
      lastWords = error.message
      ended({ code: null, signal: null })
    })
  })
  // A broken pipe only says what `gone` says with more detail.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  stderr.on('data', (text: Buffer) => {
    lastWords = (lastWords + text.toString('utf8')).slice(-KEPT_STDERR)
  })
  const handles = [child, stdin, stdout, stderr] as unknown as { ref(): void; unref(): void }[]

  return {
    pid: child.pid,
    get alive() {
      return alive
    },
    stdin,
    stdout,
    gone,
    async write(bytes) {
      if (!stdin.writable || stdin.write(bytes)) return
      await new Promise<void>((resolve) => {
        const settle = (): void => {
          stdin.off('drain', settle).off('close', settle)
          resolve()
        }
        stdin.on('drain', settle).on('close', settle)
      })
    },
    memory: () => (child.pid === undefined ? Promise.resolve(null) : treeMemory(child.pid)),
    hold(held) {
      for (const handle of handles) {
        if (held) handle.ref()
        else handle.unref()
      }
    },
    kill() {
      // Whoever waits for `gone` must live to see it.
      child.ref()
      if (child.pid === undefined || !alive) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
    },
  }
}

/** Bubblewrap is a process of its own, with the confined one as its child. */
async function treeMemory(pid: number): Promise<number | null> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const [status, children] = await Promise.all([read('status'), read(`task/${pid}/children`)])
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  if (!kilobytes) return null
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(treeMemory))
  return below.reduce<number>((sum, bytes) => sum + (bytes ?? 0), Number(kilobytes) * 1024)
}
