// @module-tag module
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const started = `
  import { whenNpmEnds } from './app/server/npm-end.ts'
  whenNpmEnds(() => process.exit(0))
  setInterval(() => {}, 1000)
  process.stdout.write(String(process.pid))`

test.skipIf(process.platform === 'win32')(
  'a server would keep its port after npm was ended',
  async () => {
    // As npm starts it: the shell stays in between.
    const script = '"$0" --input-type=module --eval "$1"; true'
    const shell = spawn('sh', ['-c', script, process.execPath, started], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, npm_lifecycle_event: 'start' },
    })
    const [pid] = await once(shell.stdout, 'data')
    const isAlive = () => {
      try {
        return process.kill(Number(pid), 0)
      } catch {
        return false
      }
    }
    onTestFinished(() => void (isAlive() && process.kill(Number(pid), 'SIGKILL')))
    expect(isAlive()).toBe(true)
    shell.kill('SIGTERM')
    await expect.poll(isAlive).toBe(false)
  },
)
