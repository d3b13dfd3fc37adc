// @module-tag module
import '#tests/support/own-data-dir.ts'

import http from 'node:http'
import { addAbortSignal, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { holdClock } from '#tests/support/held-clock.ts'
import { type LineRate, SlowLine } from '#tests/support/slow-line.ts'

const { admitStream, runningSaveCount } = await import('#app/posts/running-saves.server.ts')
const { createGentleClose } = await import('#app/server/gentle-close.server.ts')
const { refuse, sendFile } = await import('#app/server/outgoing-answer.server.ts')
const { admitRequest } = await import('#app/server/pipelining.server.ts')
const { readerWatch } = await import('#app/server/slow-readers.server.ts')

const [kB, MB] = [1000, 1_000_000]
/** What a system holds at most for a reader, before or behind a proxy. */
const buffer = 4 * MB
const piece = Buffer.alloc(64 * 1024, 'x')

/** A file of a length that its answer's head doesn't tell, like a ZIP or an MP3. */
const file = (bytes: number) => () =>
  Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, left)
    })(),
    { objectMode: false },
  )

/** A server with the limits of `main.ts`, whose answers are sent by the app's own parts. */
class Site {
  readonly #server: http.Server
  readonly #lines: SlowLine[] = []
  /** Whether each file was sent whole, in the order in which they ended. */
  readonly ended: boolean[] = []

  constructor(open: () => Readable, slots = 100) {
    this.#server = http.createServer((req, res) => {
      if (!admitRequest(req, res, () => {})) return void req.socket.destroy()
      const admission = admitStream('save', '', String(req.headers['x-from']), slots)
      if (!admission.ok) return refuse(res, 503, admission.reason)
      const { slot } = admission
      sendFile(res, new Response(null, { status: req.headers.range === undefined ? 200 : 206 }), {
        body: addAbortSignal(slot.signal, open()),
        onStart: slot.measure,
        onEnd: (whole) => {
          slot.release()
          this.ended.push(whole)
        },
      })
    })
    createGentleClose(this.#server)
    this.#server.timeout = 420_000
    this.#server.keepAliveTimeout = 65_000
    onTestFinished(() => {
      for (const line of this.#lines) line.destroy()
    })
  }

  /** Asks for the file. Resolves once the line's buffer is full. */
  async ask(line: SlowLine, from = '192.0.2.1', version = '1.1', more = ''): Promise<SlowLine> {
    this.#lines.push(line)
    this.#server.emit('connection', line)
    line.ask(`GET / HTTP/${version}\r\nHost: site.example\r\nX-From: ${from}\r\n${more}\r\n`)
    await settled()
    return line
  }

  /** Lets seconds pass until `isOver`, `most` of them. */
  async pass(most: number, isOver = () => false): Promise<void> {
    for (let second = 0; second < most && !isOver(); second += 1) {
      vi.advanceTimersByTime(1000)
      for (const line of this.#lines) if (!line.destroyed) line.pass()
      await settled()
      readerWatch.check(performance.now())
      await settled()
    }
  }
}

/** Lets streams and the parser go on for as long as nothing waits for a line. */
async function settled(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await turn()
}

beforeEach(holdClock)

/** Nothing for `seconds` from `begin` on, and else `rate`. */
const stalled =
  (rate: number, begin: number, seconds: number): LineRate =>
  (second) =>
    second >= begin && second < begin + seconds ? 0 : rate
const nothing: LineRate = () => 0

describe('R49: a file arrives whole', () => {
  test.each<[string, { room: number; rate: LineRate; bytes: number }]>([
    ['16 kbps', { room: buffer, rate: () => 2 * kB, bytes: 15 * MB }],
    ['16 kbps and a small buffer', { room: 64 * kB, rate: () => 2 * kB, bytes: 3 * MB }],
    [
      '32 kbps behind a proxy with buffers of its own',
      { room: 12 * MB, rate: () => 4 * kB, bytes: 20 * MB },
    ],
    [
      '4G that falls to EDGE',
      { room: buffer, rate: (second) => (second < 6 ? 5 * MB : 5 * kB), bytes: 40 * MB },
    ],
    [
      'a fall to EDGE within a proxy’s buffers',
      { room: 12 * MB, rate: (second) => (second < 6 ? 5 * MB : 4 * kB), bytes: 45 * MB },
    ],
    ['a tunnel of 90 seconds', { room: buffer, rate: stalled(50 * kB, 60, 90), bytes: 15 * MB }],
    [
      'the same with a small buffer, at once',
      { room: 64 * kB, rate: stalled(50 * kB, 0, 90), bytes: 5 * MB },
    ],
    [
      'a tunnel after which TCP waits as long again',
      { room: 64 * kB, rate: stalled(50 * kB, 3, 180), bytes: 5 * MB },
    ],
    [
      'a line that is there for 10 seconds of each minute',
      { room: 64 * kB, rate: (second) => (second % 60 < 10 ? 12 * kB : 0), bytes: 5 * MB },
    ],
    [
      'a player that pauses for an hour',
      { room: buffer, rate: stalled(MB, 5, 3600), bytes: 60 * MB },
    ],
  ])('over %s', async (_name, { room, rate, bytes }) => {
    const site = new Site(file(bytes))
    const line = await site.ask(new SlowLine(room, rate))
    await site.pass(9000, () => site.ended.length > 0 && line.received > bytes)
    expect(site.ended).toEqual([true])
    expect(line.received).toBeGreaterThan(bytes)
  })

  test.each([
    ['HTTP/1.0', '1.0', ''],
    ['a part of it', '1.1', 'Range: bytes=5-\r\n'],
    ['a connection that is closed after it', '1.1', 'Connection: close\r\n'],
  ])('over 16 kbps: %s', async (_name, version, more) => {
    const site = new Site(file(5 * MB))
    const line = await site.ask(new SlowLine(buffer, () => 2 * kB), '192.0.2.1', version, more)
    await site.pass(3000, () => line.received > 5 * MB)
    expect(site.ended).toEqual([true])
    expect(line.received).toBeGreaterThan(5 * MB)
  })

  test('from a media host that keeps a quick reader waiting', async () => {
    const body = new Readable({ read: () => {} })
    const site = new Site(() => body)
    const line = await site.ask(new SlowLine(buffer, () => MB))
    body.push(piece)
    await site.pass(1000)
    body.push(piece)
    body.push(null)
    await site.pass(2)
    expect(site.ended).toEqual([true])
    expect(line.received).toBeGreaterThan(2 * piece.length)
  })

  test('after another one on the same connection, and is cut off there if it isn’t read', async () => {
    const site = new Site(file(MB))
    const line = await site.ask(new SlowLine(64 * kB, stalled(2 * kB, 600, 9000)))
    await site.pass(600, () => site.ended.length > 0)
    expect(site.ended).toEqual([true])
    line.ask('GET / HTTP/1.1\r\nHost: site.example\r\nX-From: 192.0.2.1\r\n\r\n')
    await site.pass(2000, () => site.ended.length > 1)
    expect(site.ended).toEqual([true, false])
  })
})

test('a request after the keep-alive time would have its effect, but no answer', async () => {
  const site = new Site(file(MB))
  const line = await site.ask(new SlowLine(buffer, () => 2 * kB))
  await site.pass(70)
  expect([site.ended, line.destroyed]).toEqual([[true], false])
  line.ask('GET / HTTP/1.1\r\nHost: site.example\r\nX-From: 192.0.2.1\r\n\r\n')
  await site.pass(1)
  expect([site.ended, line.destroyed]).toEqual([[true], true])
})

/** Readers that take nothing, each from its own network. */
async function silent(site: Site, count: number, room = buffer): Promise<SlowLine[]> {
  const lines: SlowLine[] = []
  for (let n = 0; n < count; n += 1) {
    lines.push(await site.ask(new SlowLine(room, nothing), `198.18.${n >> 8}.${n & 255}`))
  }
  return lines
}

describe('S67, R3: 500 readers that read nothing', () => {
  test('give their slots to others, the first silent first, and a slow reader keeps its own', async () => {
    const site = new Site(file(8 * MB), 501)
    const slow = await site.ask(new SlowLine(64 * kB, () => 2 * kB), '203.0.113.1')
    const first = await silent(site, 1)
    await site.pass(2)
    const dead = [...first, ...(await silent(site, 499, 64 * kB))]
    let newcomers = 0
    const newcomer = () => {
      newcomers += 1
      return site.ask(new SlowLine(buffer, () => MB), `192.0.2.${newcomers}`)
    }
    await site.pass(80)
    const refused = await newcomer()
    await site.pass(2)
    expect(refused.received).toBeLessThan(kB)
    expect(dead.some(({ destroyed }) => destroyed)).toBe(false)
    await site.pass(15)
    await newcomer()
    expect(dead.map(({ destroyed }) => destroyed).indexOf(true)).toBe(0)
    expect(dead.filter(({ destroyed }) => destroyed)).toHaveLength(1)
    for (let n = 0; n < 20; n += 1) await newcomer()
    await site.pass(20)
    expect(site.ended.filter((whole) => whole)).toHaveLength(21)
    expect(slow.destroyed).toBe(false)
  })

  test('are cut off in the end though no one needs their slots', async () => {
    const site = new Site(file(8 * MB), 500)
    const [unbuffered] = await silent(site, 1, 64 * kB)
    const [buffered] = await silent(site, 1, 5 * MB)
    await site.pass(240 + 64 + 70)
    expect([unbuffered?.destroyed, buffered?.destroyed]).toEqual([true, false])
    await site.pass(4100)
    expect(buffered?.destroyed).toBe(true)
    expect(runningSaveCount()).toBe(0)
  })

  test('but a piece of it every 90 seconds are cut off too', async () => {
    const site = new Site(file(8 * MB))
    await site.ask(new SlowLine(1, (second) => (second % 90 === 0 ? piece.length : 0)))
    await site.pass(1500, () => site.ended.length > 0)
    expect(site.ended).toEqual([false])
  })
})
