// @module-tag process
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { constants, networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { type AppServer, beginApp, discardApp, startApp } from '#tests/support/app-server.ts'
import { firstInGate } from '#tests/support/circles.ts'
import { freePort } from '#tests/support/free-port.ts'
import { lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { databaseEnv, removeData } from '#tests/support/sql.ts'
import { until } from '#tests/support/until.ts'
import manifest from '../../package.json' with { type: 'json' }

const ending = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const

/** Starts a download, and sends the app signals while it runs. It has to come whole nonetheless. */
async function downloadDuring(send: (app: AppServer) => Promise<void> | void): Promise<AppServer> {
  const app = await startLiveApp({ LOG_LEVEL: 'warn' })
  try {
    const { html } = await lookUp(app, posts.big.url)
    const href = await saveLinkIn(app, html)
    const download = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(app.origin + href, resolve).on('error', reject)
    })
    download.once('readable', () => {})
    await send(app)
    await expect.poll(async () => (await fetch(`${app.origin}/health`)).status).toBe(503)
    let bytes = 0
    for await (const chunk of download) bytes += chunk.length
    expect(bytes).toBe(Number(download.headers['content-length']))
    // One more would end it at once.
    const { exitCode } = app.process
    expect(exitCode ?? (await once(app.process, 'exit'))[0]).toBe(0)
    return app
  } finally {
    await app.close()
  }
}

describe('R44: no signal cuts a running download', () => {
  test.each(ending)('%s lets it end', { tags: 'whole' }, async (signal) => {
    await downloadDuring((app) => void app.process.kill(signal))
  })

  test('all that end the app let it end, the others do nothing, and no debugger opens', async () => {
    const { lines } = await downloadDuring(async (app) => {
      for (const signal of ['SIGUSR2', 'SIGUSR1', 'SIGUSR2'] as const) app.process.kill(signal)
      expect((await fetch(`${app.origin}/health`)).status).toBe(200)
      // All at once, however long it takes to send them.
      for (const signal of ['SIGSTOP', ...ending, 'SIGCONT'] as const) app.process.kill(signal)
    })
    // Node's debugger announces itself on stderr, and leaves before the process does.
    expect(lines.join('\n')).not.toContain('Debugger listening')
  })
})

const knowsSignals = existsSync('/proc/self/status')

describe.runIf(knowsSignals)('R44: during the start', () => {
  test.each(firstInGate(ending))('%s ends it cleanly', async (signal) => {
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

/** Sends SIGTERM in place of loading the app's modules, which would take as long as it takes. */
const endWhileLoading = `
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/build/server/main.js')) return next(url, context)
    process.kill(process.pid, 'SIGTERM')
    const source = 'await new Promise((resolve) => setInterval(resolve, 2 ** 31 - 1))'
    return { format: 'module', source, shortCircuit: true }
  },
})`

test('R44: SIGTERM while the app is being loaded ends it cleanly, without an init for PID 1 too', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(endWhileLoading)}`
  const app = await beginApp({ LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${preload}` })
  try {
    expect(await once(app.process, 'exit')).toEqual([0, null])
    expect(app.lines).toEqual([])
  } finally {
    await discardApp(app)
  }
})

test('started from another folder, the server uses its own, and leaves nothing there', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-elsewhere-'))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  const origin = `http://127.0.0.1:${await freePort()}`
  const server = spawn(process.execPath, [path.resolve('build/server/server.js')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ HOST: '127.0.0.1', PORT: new URL(origin).port, APP_URL: origin },
      ...{ DATA_DIR: dataDir, EXTRACTION_SOURCES: 'demo', ...(await databaseEnv(dataDir)) },
    },
  })
  let said = ''
  server.stdout.on('data', (text) => {
    said += text
  })
  try {
    await expect.poll(() => said).toContain('listens at')
    expect(await (await fetch(`${origin}/help`)).text()).toContain('</html>')
    expect(readdirSync(folder)).toEqual([])
  } finally {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    await removeData(dataDir)
    rmSync(folder, { recursive: true })
  }
})

test('R44: no program of npm start lets SIGUSR1 open a debugger, the build neither', () => {
  const programs = manifest.scripts.start.match(/\bnode \S+/g)
  expect(new Set(programs)).toEqual(new Set(['node --disable-sigusr1']))
})

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

test.runIf(hasIpv6)(
  'listens at an IPv6 address, in brackets as addresses of sites have it',
  { tags: 'whole' },
  async () => {
    const port = String(await freePort())
    const origin = `http://[::1]:${port}`
    const app = await startApp({ HOST: '[::1]', PORT: port, APP_URL: origin, LOG_LEVEL: 'warn' })
    try {
      expect((await fetch(`${origin}/help`)).status).toBe(200)
      await expect(fetch(`${app.origin}/help`), 'at another address').rejects.toThrow()
    } finally {
      await discardApp(app)
    }
  },
)

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
