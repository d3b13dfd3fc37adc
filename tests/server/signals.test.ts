// @module-tag process
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { beginApp, discardApp, startApp } from '#tests/support/app-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { databaseEnv, removeData } from '#tests/support/sql.ts'
import { until } from '#tests/support/until.ts'
import manifest from '../../package.json' with { type: 'json' }

const ending = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const

describe('R44: no signal cuts a running download', () => {
  test.each(ending)('%s lets it end', async (signal) => {
    const app = await startLiveApp({ LOG_LEVEL: 'warn' })
    try {
      const { html } = await lookUp(app, posts.big.url)
      const href = await saveLinkIn(app, html)
      const download = await new Promise<http.IncomingMessage>((resolve, reject) => {
        http.get(app.origin + href, resolve).on('error', reject)
      })
      download.once('readable', () => {})
      const ended = app.stop(signal)
      await expect.poll(async () => (await fetch(`${app.origin}/health`)).status).toBe(503)
      let bytes = 0
      for await (const chunk of download) bytes += chunk.length
      expect(bytes).toBe(Number(download.headers['content-length']))
      expect(await ended).toBe(0)
    } finally {
      await app.close()
    }
  })

  test('SIGUSR2 and SIGUSR1 do nothing, and no debugger opens', async () => {
    const app = await startApp({ LOG_LEVEL: 'warn' })
    try {
      for (const signal of ['SIGUSR2', 'SIGUSR1', 'SIGUSR2'] as const) app.process.kill(signal)
      // Node's debugger announces itself on stderr, and leaves before the process does.
      expect((await fetch(`${app.origin}/health`)).status).toBe(200)
      expect(await app.stop()).toBe(0)
      expect(app.lines.join('\n')).not.toContain('Debugger listening')
    } finally {
      await discardApp(app)
    }
  })
})

const knowsSignals = existsSync('/proc/self/status')

describe.runIf(knowsSignals)('R44: during the start', () => {
  test.each(ending)('%s ends it cleanly', async (signal) => {
    const app = await beginApp({ LOG_LEVEL: 'warn' })
    try {
      // The last that gets a listener. Node itself listens to some of the others.
      await until(() => expect(catches(app.process.pid, 'SIGUSR2')).toBe(true), 1)
      expect(await app.stop(signal)).toBe(0)
    } finally {
      await discardApp(app)
    }
  })
})

test.skipIf(process.platform === 'win32')(
  'R44: npm start ends gently by a Ctrl+C, also one that npm passes on',
  async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
    // As npm and a terminal do: by a shell, in a process group of its own.
    const start = spawn('sh', ['-c', manifest.scripts.start], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...{ PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
        ...{ HOST: '127.0.0.1', PORT: String(port), APP_URL: origin },
        ...{ DATA_DIR: dataDir, EXTRACTION_SOURCES: 'demo', ...(await databaseEnv(dataDir)) },
      },
    })
    const group = -(start.pid ?? Number.NaN)
    let said = ''
    const ended = new Promise((resolve) => start.stdout.once('close', resolve))
    start.stdout.on('data', (text) => {
      said += text
    })
    try {
      await expect.poll(() => said).toContain('listens at')
      for (const signal of ['SIGINT', 'SIGINT'] as const) process.kill(group, signal)
      await ended
      expect(said).toContain('"msg":"stopped"')
      await expect(fetch(`${origin}/health`)).rejects.toThrow()
    } finally {
      if (!start.stdout.closed) process.kill(group, 'SIGKILL')
      await removeData(dataDir)
    }
  },
)

/** Returns true once a process has a listener for a signal. */
function catches(pid: number | undefined, signal: NodeJS.Signals): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, mask = '0'] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status) ?? []
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n
}
