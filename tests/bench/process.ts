import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Settings } from '#app/settings/settings-schema.ts'
import { type AppServer, startApp } from '#tests/support/app-server.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'

/** Processor seconds that a process has used; null where the system does not tell. */
export function cpuSeconds(pid: number): number | null {
  return processFacts(pid)?.used ?? null
}

/** The same with all that was used by the processes below it, also by those that have ended. */
export function treeCpuSeconds(pid: number): number | null {
  const top = processFacts(pid)
  if (top === null) return null
  const all = readdirSync('/proc').flatMap((name) => processFacts(Number(name)) ?? [])
  const below = (parent: number): number =>
    all
      .filter((one) => one.parent === parent)
      .reduce((sum, { pid, used, usedByEnded }) => sum + used + usedByEnded + below(pid), 0)
  return top.used + top.usedByEnded + below(pid)
}

/** Processor seconds of the processes that a process started and that have ended. */
export function endedCpuSeconds(pid: number): number | null {
  return processFacts(pid)?.usedByEnded ?? null
}

type ProcessFacts = { pid: number; parent: number; used: number; usedByEnded: number }

function processFacts(pid: number): ProcessFacts | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / 100
  return { pid, parent: Number(fields[1]), used: seconds(11), usedByEnded: seconds(13) }
}

/** Resident memory of a process in MB; null where the system does not tell. */
export function memoryMb(pid: number): number | null {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024
}

/** Starts one of the bench's own programs, and gives the JSON of its first line. */
export async function startProgram<Said>(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ said: Said; process: ChildProcess; stop(): Promise<void> }> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = await once(lines, 'line')
  return {
    said: JSON.parse(String(line)),
    process: child,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** A data folder whose settings are without the limits that protect a site from loads like these. */
export function unlimitedDataDir(settings: Partial<Settings> = {}): Promise<string> {
  return makeDataFolder({
    rateLimitPerMinute: 100_000,
    maxConcurrentDownloads: 10_000,
    extractionRequestsPerSecond: 1000,
    requestLogging: false,
    ...settings,
  })
}

/** The built app without those limits. */
export async function startUnlimitedApp(
  env: Record<string, string>,
  settings: Partial<Settings> = {},
): Promise<AppServer & { pid: number; discard(): Promise<void> }> {
  const dataDir = await unlimitedDataDir(settings)
  const app = await startApp({ LOG_LEVEL: 'error', ...env }, dataDir)
  const { pid } = app.process
  if (pid === undefined) throw new Error('The app has no process id')
  return {
    ...app,
    pid,
    async discard() {
      await app.stop('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
