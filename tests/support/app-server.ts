import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { addMigratedDatabase } from './migrated-database.ts'
import { ask, expectNothingLeft, type Open, tellsWhatIsOpen } from './open-resources.ts'
import { walked } from './session-sql.ts'
import { databaseEnv, removeData } from './sql.ts'

export type AppServer = {
  /** Without a trailing slash. */
  origin: string
  dataDir: string
  process: ChildProcess
  /** What it had open once it listened; null if that wasn’t waited for. */
  openAtStart: Open | null
  lines: string[]
  /** Resolves once a line contains the text, before or after the call. */
  said(text: string): Promise<string>
  /** Ends the process as an operator would; resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const { NODE_COMPILE_CACHE } = process.env
/** Set by tests/run.ts: a start compiles nothing that an earlier one has. */
export const compileCache: Record<string, string> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

const startTimeoutMs = 120_000

/**
 * Starts the built app as a process on a free port, with an empty data folder by default, from the
 * project's folder. Its posts are samples, or those of the given extraction service;
 * `EXTRACTION_SOURCES: ''` uses the sources of a fresh install.
 */
export async function startApp(...options: Parameters<typeof beginApp>): Promise<AppServer> {
  const app = await beginApp(...options)
  await app.said('listens at')
  return { ...app, openAtStart: await ask(app.process, 'open') }
}

/** Like `startApp`, without waiting until the app listens. */
export async function beginApp(
  env: Record<string, string> = {},
  dataDir = newDataFolder(),
  folder = process.cwd(),
): Promise<AppServer> {
  const port = Number(env.PORT ?? (await freePort()))
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [tellsWhatIsOpen, ...walked(), 'build/server/server.js'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: origin,
      HOST: '127.0.0.1',
      ...compileCache,
      DATA_DIR: dataDir,
      EXTRACTION_SOURCES: env.EXTRACTION_API_URL === undefined ? 'demo' : 'service',
      ...(await databaseEnv(dataDir)),
      ...env,
    },
  })
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const tell of waiting) tell(line)
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))

  const said = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const earlier = lines.find((line) => line.includes(text))
      if (earlier !== undefined) return resolve(earlier)
      const fail = (reason: string) => reject(new Error(`${reason}:\n${lines.join('\n')}`))
      const timer = setTimeout(() => fail(`The app did not say "${text}" in time`), startTimeoutMs)
      const tell = (line: string) => {
        if (!line.includes(text)) return
        clearTimeout(timer)
        waiting.delete(tell)
        resolve(line)
      }
      waiting.add(tell)
      void exited.then(() => {
        clearTimeout(timer)
        fail(`The app ended before it said "${text}"`)
      })
    })

  return {
    origin,
    dataDir,
    process: child,
    openAtStart: null,
    lines,
    said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exited
    },
  }
}

function newDataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  addMigratedDatabase(folder)
  return folder
}

/** Kills an app and removes its data. Fails if its requests have left something open. */
export async function discardApp(app: AppServer): Promise<void> {
  try {
    if (app.openAtStart !== null && app.process.connected) {
      await expectNothingLeft(app.process, app.openAtStart)
    }
  } finally {
    await app.stop('SIGKILL')
    await removeData(app.dataDir)
  }
}
