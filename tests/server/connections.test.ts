// @module-tag whole
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientConnectionLimit, connectionLimit } from '#app/server/connection-limit.server.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'

let app: AppServer

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'error' })
})
afterAll(async () => {
  if (app !== undefined) await discardApp(app)
})

const idleConnections = 10_000
/** Between the pieces of a slow request. */
const pauseMs = 500

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
      const took: number[] = []
      for (let times = 0; times < 3; times += 1) {
        const start = performance.now()
        const response = await fetch(app.origin + target, { headers: { Connection: 'close' } })
        await response.arrayBuffer()
        expect([target, response.status]).toEqual([target, 200])
        took.push(performance.now() - start)
      }
      // Other work on the machine holds up one of them, the connections all.
      expect(Math.min(...took)).toBeLessThan(1000)
    }
    expect(lines).toEqual(['held'])
  } finally {
    child.kill()
  }
})

/**
 * Sends pieces of a request with pauses; resolves when the server ends the connection. Those that
 * were sent by then tell how long it took at most, however slow this process is.
 */
function trickle(pieces: string[]): {
  ended: Promise<{ ms: number; sent: number; text: string }>
  socket: Socket
} {
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
  const ended = new Promise<{ ms: number; sent: number; text: string }>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ ms: performance.now() - start, sent: next, text })
    })
  })
  return { ended, socket }
}

test.concurrent('R5: headers sent in drips are cut off within 15 seconds, and slow no one else down', async () => {
  const slow = Array.from({ length: 20 }, () =>
    trickle(['GET / HTTP/1.1\r\nHost: a\r\n', ...Array(1000).fill('X-A: b\r\n')]),
  )
  expect((await fetch(`${app.origin}/health`)).status).toBe(200)
  const ends = await Promise.all(slow.map(({ ended }) => ended))
  for (const { ms, sent, text } of ends) {
    expect(ms).toBeGreaterThan(10_000)
    expect(sent * pauseMs).toBeLessThan(15_000)
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  }
})

test.concurrent('R5: a form sent in drips is cut off within 30 seconds', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\nurl='
  const { ended } = trickle([head, ...Array(1000).fill('a')])
  const { ms, sent, text } = await ended
  expect(ms).toBeGreaterThan(20_000)
  expect(sent * pauseMs).toBeLessThan(30_000)
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
})

describe('S58: one client', () => {
  const stranger = '127.0.0.2'
  const proxy = '127.0.0.3'
  const most = clientConnectionLimit(
    connectionLimit(
      existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : null,
    ),
  )
  let behind: AppServer

  beforeAll(async () => {
    behind = await startApp({ LOG_LEVEL: 'error', TRUSTED_PROXIES: proxy })
  })
  afterAll(async () => {
    if (behind !== undefined) await discardApp(behind)
  })

  /** Opens idle connections from an address of this machine; null where it has no such address. */
  async function openFrom(localAddress: string, count: number): Promise<Socket[] | null> {
    const { hostname, port } = new URL(behind.origin)
    const sockets = Array.from({ length: count }, () =>
      connect({ host: hostname, port: Number(port), localAddress }),
    )
    try {
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<void>((resolve, reject) => {
              socket.once('connect', resolve)
              socket.once('error', reject)
              // Nothing is read, and yet the end has to be seen.
              socket.resume()
            }),
        ),
      )
      return sockets
    } catch (error) {
      for (const socket of sockets) socket.destroy()
      if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL') return null
      throw error
    }
  }

  async function close(sockets: Socket[]): Promise<void> {
    await Promise.all(
      sockets.map(async (socket) => {
        if (socket.closed) return
        const closed = once(socket, 'close')
        socket.destroy()
        await closed
      }),
    )
  }

  /** Whether a request over a connection gets an answer; false when it was closed. */
  function answered(socket: Socket | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      socket?.once('data', (data: Buffer) => resolve(data.toString().includes('200 OK')))
      socket?.once('close', () => resolve(false))
      socket?.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n')
    })
  }

  const stillOpen = (sockets: Socket[]) => sockets.filter((socket) => !socket.destroyed).length

  test('gets a limited number of connections, while others get theirs', async (context) => {
    const sockets = await openFrom(stranger, most + 20)
    if (sockets === null) return context.skip('this system has one loopback address only')
    await expect.poll(() => stillOpen(sockets)).toBe(most)
    const others = await openFrom('127.0.0.4', 6)
    expect((await fetch(`${behind.origin}/health`)).status).toBe(200)
    expect(stillOpen(others ?? [])).toBe(6)
    await close([...sockets, ...(others ?? [])])
    // Whoever lets go of them can open as many again.
    await expect
      .poll(async () => {
        const one = (await openFrom(stranger, 1)) ?? []
        const isAnswered = await answered(one[0])
        await close(one)
        return isAnswered
      })
      .toBe(true)
  })

  test('can have more as a trusted proxy or from this machine', async (context) => {
    for (const address of [proxy, '127.0.0.1']) {
      const sockets = await openFrom(address, most + 20)
      if (sockets === null) return context.skip('this system has one loopback address only')
      // An answer over the newest one shows that all before it were taken.
      expect(await answered(sockets.at(-1))).toBe(true)
      expect(stillOpen(sockets)).toBe(most + 20)
      await close(sockets)
    }
  })
})

function openFileLimit(): number {
  const limits = process.report?.getReport() as unknown as
    | { userLimits?: { open_files?: { soft: number | string } } }
    | undefined
  const soft = limits?.userLimits?.open_files?.soft
  return soft === undefined || soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}
