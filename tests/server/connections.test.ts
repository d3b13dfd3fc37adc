// @module-tag whole
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '#app/i18n/texts.server.ts'
import { clientConnectionLimit, connectionLimit } from '#app/server/connection-limit.server.ts'
import { cpuSeconds } from '#tests/bench/process.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'

let app: AppServer
const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-limits-'))

/** Prints the limits that Node holds requests to, in milliseconds. */
const printLimits = `
  import { Server } from 'node:http'
  const { listen } = Server.prototype
  Server.prototype.listen = function (...given) {
    console.log('limits', this.headersTimeout, this.requestTimeout)
    return listen.apply(this, given)
  }`

beforeAll(async () => {
  const file = path.join(folder, 'print-limits.mjs')
  writeFileSync(file, printLimits)
  app = await startApp({ LOG_LEVEL: 'error', NODE_OPTIONS: `--import ${file}` })
})
afterAll(async () => {
  if (app !== undefined) await discardApp(app)
  rmSync(folder, { recursive: true, force: true })
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

/** Returns the processor seconds that 300 answers take the app; null where the system doesn't tell. */
async function answersCost(): Promise<number | null> {
  const before = cpuSeconds(app.process.pid ?? 0)
  for (let times = 0; times < 100; times += 1) {
    for (const target of ['/health', '/help', '/health']) {
      const response = await fetch(app.origin + target, { headers: { Connection: 'close' } })
      await response.arrayBuffer()
      expect([target, response.status]).toEqual([target, 200])
    }
  }
  const after = cpuSeconds(app.process.pid ?? 0)
  return before === null || after === null ? null : after - before
}

test('R4: 10,000 idle connections make /health and pages no slower', async (context) => {
  const limit = openFileLimit()
  // The app takes three quarters of them for connections.
  if (limit * 0.75 < idleConnections) context.skip(`only ${limit} open files are allowed here`)
  // The first ones are for what the engine compiles.
  await answersCost()
  const alone = await answersCost()
  const { child, lines } = await hold(idleConnections)
  try {
    const beside = await answersCost()
    // Node looks at all of them each second.
    if (alone !== null) expect(beside).toBeLessThan(10 * alone + 2)
    expect(lines).toEqual(['held'])
  } finally {
    child.kill()
  }
})

/** Sends pieces of a request with pauses. Resolves to the answer when the server ends the connection. */
function trickle(pieces: string[]): Promise<string> {
  const { hostname, port } = new URL(app.origin)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  let next = 0
  const timer = setInterval(() => {
    const piece = pieces[next]
    next += 1
    if (piece !== undefined) socket.write(piece)
  }, pauseMs)
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(timer)
      resolve(text)
    })
  })
}

/** An import of backlinks, in so many pieces. */
async function importOf(count: number): Promise<string[]> {
  const db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  await db.close()
  const operator = createBrowser(app)
  await operator.signIn('op@site.example')
  const boundary = 'x'.repeat(40)
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const lines = Array.from({ length: count }, (_, n) => `https://site-${n}.example/,5\n`)
  const csv = `url,domain_authority\n${lines.join('')}`
  const body = `${field('intent', 'preview')}${field('csv', csv)}--${boundary}--\r\n`
  const head = `POST /admin/backlinks/import HTTP/1.1\r\nHost: a\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\nCookie: ${operator.cookie()}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`
  const length = Math.ceil(body.length / count)
  return [head, ...Array.from({ length: count }, (_, n) => body.slice(n * length).slice(0, length))]
}

test('R5: headers sent in drips are cut off, then a form, and no one else is slowed down', async () => {
  // Two seconds less than 15, since Node looks once a second. Bodies have our own limit.
  expect(app.lines).toContain('limits 13000 0')
  const ends: string[] = []
  const pieces = await importOf(66)
  const slowImport = trickle(pieces).finally(() => ends.push('import'))
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nContent-Length: 60000\r\n\r\nurl='
  const form = trickle([head, ...Array(1000).fill('a')]).finally(() => ends.push('form'))
  // At 2 kB/s it takes more than half a minute.
  const message = [
    'POST /de/contact/message HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 61440\r\n\r\n',
    ...Array(60).fill('a'.repeat(1024)),
  ]
  const flowing = trickle(message).finally(() => ends.push('flowing'))
  const slow = Array.from({ length: 20 }, () =>
    trickle(['GET / HTTP/1.1\r\nHost: a\r\n', ...Array(1000).fill('X-A: b\r\n')]).finally(() =>
      ends.push('headers'),
    ),
  )
  expect((await fetch(`${app.origin}/health`)).status).toBe(200)
  expect(ends).toEqual([])
  for (const text of await Promise.all([form, ...slow])) {
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text).toContain(catalogue('en').refusals.slow.title)
  }
  expect(ends).toEqual([...Array(20).fill('headers'), 'form'])
  const answered = await flowing
  expect(answered).toMatch(/^HTTP\/1\.1 (?!408)/)
  const preview = await slowImport
  expect(preview.split('\r\n', 1)).toEqual(['HTTP/1.1 200 OK'])
  expect(preview).toContain('66')
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
