import { type ChildProcess, spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'

let app: AppServer

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'error' })
})
afterAll(async () => {
  if (app !== undefined) await discardApp(app)
})

const idleConnections = 10_000

/** Another process holds them: one process may not open twice as many files as the app. */
const holder = `
  const { connect } = require('node:net')
  const [host, port, count] = process.argv.slice(1)
  const open = new Set()
  let asked = 0
  const more = () => {
    if (asked === Number(count)) return
    asked += 1
    const socket = connect({ host, port: Number(port) })
    socket.once('connect', () => {
      open.add(socket)
      if (open.size === Number(count)) console.log('held')
      more()
    })
    socket.on('error', (error) => console.log(error.code))
    socket.on('close', () => {
      if (open.delete(socket)) console.log('lost')
    })
  }
  for (let n = 0; n < 200; n += 1) more()
`

async function hold(count: number): Promise<{ child: ChildProcess; lines: string[] }> {
  const { hostname, port } = new URL(app.origin)
  const child = spawn(process.execPath, ['-e', holder, hostname, port, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (line === 'held') resolve()
      else if (lines.length > 10) reject(new Error(`Connections fail: ${lines.join(' ')}`))
    })
    child.once('exit', () => reject(new Error(`They are not held: ${lines.join(' ')}`)))
  })
  return { child, lines }
}

test('R4: with 10,000 idle connections /health and pages still answer at once', async (context) => {
  const limit = openFileLimit()
  // The app takes three quarters of them for connections.
  if (limit * 0.75 < idleConnections) context.skip(`only ${limit} open files are allowed here`)
  const { child, lines } = await hold(idleConnections)
  try {
    for (const target of ['/health', '/help', '/health']) {
      const start = performance.now()
      const response = await fetch(app.origin + target, { headers: { Connection: 'close' } })
      await response.arrayBuffer()
      expect([target, response.status]).toEqual([target, 200])
      expect(performance.now() - start).toBeLessThan(1000)
    }
    expect(lines).toEqual(['held'])
  } finally {
    child.kill()
  }
})

/** Sends pieces of a request with pauses; resolves when the server ends the connection. */
function trickle(
  pieces: string[],
  pauseMs: number,
): { ended: Promise<{ ms: number; text: string }>; socket: Socket } {
  const { hostname, port } = new URL(app.origin)
  const start = performance.now()
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  let next = 0
  const timer = setInterval(() => {
    const piece = pieces[next]
    next += 1
    if (piece !== undefined) socket.write(piece)
  }, pauseMs)
  const ended = new Promise<{ ms: number; text: string }>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ ms: performance.now() - start, text })
    })
  })
  return { ended, socket }
}

test.concurrent('R5: headers that come drop by drop are cut within 20 seconds, and cost nobody else anything', async () => {
  const slow = Array.from({ length: 20 }, () =>
    trickle(['GET / HTTP/1.1\r\nHost: a\r\n', ...Array(1000).fill('X-A: b\r\n')], 500),
  )
  expect((await fetch(`${app.origin}/health`)).status).toBe(200)
  const ends = await Promise.all(slow.map(({ ended }) => ended))
  for (const { ms, text } of ends) {
    // The limit is 15 s, and is looked at every 5 s.
    expect(ms).toBeGreaterThan(14_000)
    expect(ms).toBeLessThan(22_000)
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  }
})

function openFileLimit(): number {
  const limits = process.report?.getReport() as unknown as
    | { userLimits?: { open_files?: { soft: number | string } } }
    | undefined
  const soft = limits?.userLimits?.open_files?.soft
  return soft === undefined || soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}
