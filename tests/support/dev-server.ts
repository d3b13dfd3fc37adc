import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

const copied = [
  'app',
  'db',
  'public',
  'pages-content',
  'package.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

export type DevServer = Awaited<ReturnType<typeof startDevServer>>

/** Starts `npm run dev` in a copy of the project, whose files a test can break. */
export async function startDevServer() {
  // Inside the project, to find the packages. Vite ignores folders named `test-results`.
  mkdirSync('build', { recursive: true })
  const folder = path.resolve(mkdtempSync('build/dev-'))
  for (const name of copied) cpSync(name, path.join(folder, name), { recursive: true })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['app/server/dev.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'info',
      DEBUG: 'vite:transform',
      APP_URL: origin,
    },
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  const listening = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        if (line.includes('(development)')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(`the development server ended:\n${output}`)))
  })

  async function stop(): Promise<void> {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }

  await listening.catch(async (error) => {
    await stop()
    throw error
  })
  return {
    origin,
    stop,
    pid: () => child.pid ?? 0,
    output: () => output,
    /** Changes a file of the copy; returns a function that restores it. */
    edit(name: string, change: (text: string) => string): () => void {
      const file = path.join(folder, name)
      const before = readFileSync(file, 'utf8')
      writeFileSync(file, change(before))
      return () => writeFileSync(file, before)
    },
    write: (name: string, text: string) => writeFileSync(path.join(folder, name), text),
  }
}
