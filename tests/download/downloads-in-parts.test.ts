// @module-tag module
import '#tests/support/own-data-dir.ts'

import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AnalyticsEvent } from '#app/analytics/batch.server.ts'
import { type Answer, isAll, type Sent, withAnswer } from '#app/download/save/sent-spans.ts'
import { createRandom } from '#db/seed/random.ts'
import fc, { cases } from '#tests/support/cases.ts'

process.env.EXTRACTION_SOURCES = 'demo'
const { flushEvents } = await import('#app/analytics/writer.server.ts')
const { deliverFile, readSaveLink } = await import('#app/download/save/delivery.server.ts')
const { endPartialSaves } = await import('#app/download/save/partial-saves.server.ts')
const { admitStream } = await import('#app/posts/running-saves.server.ts')
const { signLink } = await import('#app/secrets/signed-link.server.ts')
const { db } = await import('#db/engine.ts')

const postId = '7234567890123456789'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let links = 0
let visitors = 0

/** A link of its own: two that are made within a second are the same. */
function newLink(more = '') {
  links += 1
  return `${signLink('save', postId, 'mp4', Date.now() - links * 1000)}${more}`
}

beforeEach(() => {
  visitors += 1
})
afterEach(async () => {
  await db.deleteFrom('partial_saves').execute()
  await counted()
})

type Request = {
  range?: string
  ifRange?: string
  method?: string
  /** Bytes after which the visitor leaves. */
  leavesAt?: number
  address?: string
  userAgent?: string
}

/** Downloads by a link. Returns what was sent, or why nothing was. */
async function ask(link: string, request: Request = {}) {
  const { range, ifRange, method = 'GET', leavesAt = Infinity, userAgent = browser } = request
  const query = readSaveLink(postId, 'mp4', new URLSearchParams(link))
  if (!query.ok) throw new Error('The link is refused')
  const headers = new Headers({ 'user-agent': userAgent })
  if (range !== undefined) headers.set('range', range)
  if (ifRange !== undefined) headers.set('if-range', ifRange)
  const head = method === 'HEAD'
  const address = request.address ?? `192.0.2.${visitors}`
  const url = new URL(`https://site.example/save/${postId}/mp4?${link}`)
  const result = await deliverFile(query.file, {
    counted: { address, method, headers, url, operator: false, proxyCountry: null },
    ...{ userId: null, head, report: null, signal: new AbortController().signal },
  })
  if (!result.ok) return { refused: result.problem.kind, size: 0, complete: false, etag: '' }
  const { delivery } = result
  const etag = delivery.headers.etag ?? ''
  if (delivery.body === null) return { refused: null, size: 0, complete: false, etag }
  const size = await read(delivery.body, leavesAt)
  const whole = leavesAt === Infinity
  return { refused: null, size, complete: await result.ended(whole, size, !whole), etag }
}

async function read(body: Readable, most: number): Promise<number> {
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size >= most) break
  }
  return Math.min(size, most)
}

/** What was counted since the last time. */
async function counted() {
  await flushEvents()
  const rows = await db.deleteFrom('analytics_inbox').returning(['id', 'events']).execute()
  return rows
    .sort((a, b) => a.id - b.id)
    .flatMap(({ events }) => JSON.parse(events) as AnalyticsEvent[])
    .map(({ kind, error, bytes }) => ({ kind, error, bytes }))
}

/** What is counted once no link works any more. */
async function countedAtTheEnd() {
  await db.updateTable('partial_saves').set({ expires_at: 1 }).execute()
  await endPartialSaves()
  expect(await db.selectFrom('partial_saves').selectAll().execute()).toEqual([])
  return counted()
}

const { size } = await ask(newLink())
await counted()
const download = (bytes: number) => ({ kind: 'save', error: null, bytes })
const failure = (bytes: number) => ({ kind: 'save', error: 'not sent whole', bytes })

/** Ranges of equal length that make up the file. */
function ranges(count: number): string[] {
  const length = Math.ceil(size / count)
  return Array.from(
    { length: count },
    (_, index) => `bytes=${index * length}-${Math.min(size, (index + 1) * length) - 1}`,
  )
}

describe('a file that is fetched in parts is one download', () => {
  test('of all its bytes, whatever their order', async () => {
    const link = newLink()
    const parts = ranges(8)
    for (const range of parts.slice(1).reverse()) {
      expect((await ask(link, { range })).complete).toBe(false)
    }
    expect(await counted()).toEqual([])
    expect((await ask(link, { range: parts[0] ?? '' })).complete).toBe(true)
    expect(await counted()).toEqual([download(size)])
    for (const range of ['bytes=-1', 'bytes=0-', ...parts.slice(6)]) await ask(link, { range })
    expect(await countedAtTheEnd()).toEqual([])
  })

  test('by a program with twelve connections, which leaves those that others overtook', async () => {
    const link = newLink()
    const [, ...others] = ranges(11)
    await Promise.all([
      ask(link, { leavesAt: Math.ceil(size / 11) + 5 }),
      ...others.map((range) => ask(link, { range })),
      ask(link, { range: `bytes=${size - 2000}-`, leavesAt: 500 }),
    ])
    expect(await counted()).toEqual([{ ...download(0), bytes: expect.any(Number) }])
    expect(await countedAtTheEnd()).toEqual([])
  })

  test('of more parts than are noted, as a manager of many connections leaves them', async () => {
    const link = newLink()
    const [begin = '', end = ''] = ranges(2)
    await ask(link, { range: 'bytes=0-0' })
    const spans = Array.from({ length: 100 }, (_, index) => [index * 1000, index * 1000 + 499])
    const noted = { spans: JSON.stringify(spans) }
    await db.updateTable('partial_saves').set(noted).execute()
    expect((await ask(link, { range: end })).complete).toBe(false)
    expect((await ask(link, { range: begin })).complete).toBe(true)
    expect(await counted()).toEqual([download(size + 1)])
    expect(await countedAtTheEnd()).toEqual([])
  })

  test('when it broke off, and went on', async () => {
    const link = newLink()
    expect((await ask(link, { leavesAt: 5000 })).complete).toBe(false)
    expect((await ask(link, { range: 'bytes=4000-', leavesAt: 3000 })).complete).toBe(false)
    expect((await ask(link, { range: 'bytes=6500-' })).complete).toBe(true)
    // wget -c, which asks for more of a finished file.
    expect((await ask(link, { range: `bytes=${size}-` })).refused).toBe('range_not_satisfiable')
    expect(await counted()).toEqual([download(8000 + size - 6500)])
    expect(await countedAtTheEnd()).toEqual([])
  })

  test('when it is sent from its beginning instead of going on', async () => {
    const link = newLink()
    await ask(link, { leavesAt: 5000 })
    const again = await ask(link, { range: 'bytes=5000-', ifRange: '"of-an-older-file"' })
    expect([again.size, again.complete]).toEqual([size, true])
    expect(await counted()).toEqual([download(size + 5000)])
    expect(await countedAtTheEnd()).toEqual([])
  })

  test.each([
    ['when the program asks for it again', true],
    ['and a failure only if it doesn’t', false],
  ])('even if its first piece finds no free slot, %s', async (_, asksAgain) => {
    const link = newLink()
    const [begin = '', ...others] = ranges(13)
    const address = `192.0.2.${visitors}`
    const slots = others.map(() => admitStream('save', postId, address, 100))
    expect((await ask(link, { range: begin })).refused).toBe('full')
    for (const taken of slots) if (taken.ok) taken.slot.release()
    for (const range of others) await ask(link, { range })
    expect(await counted()).toEqual([])
    if (asksAgain) {
      expect((await ask(link, { range: begin })).complete).toBe(true)
      expect(await counted()).toEqual([download(size)])
    }
    const failed = { ...failure(expect.any(Number)), error: 'too_many_here' }
    expect(await countedAtTheEnd()).toEqual(asksAgain ? [] : [failed])
  })

  test('for each visitor of a network, who has a link of their own', async () => {
    const [first, second] = [newLink(), newLink()]
    const [begin = '', end = ''] = ranges(2)
    await ask(first, { range: begin })
    await ask(second, { range: end })
    expect(await counted()).toEqual([])
    await ask(first, { range: end })
    await ask(second, { range: begin })
    expect(await counted()).toEqual([download(size), download(size)])
  })

  test('when its visitor went on from another network, as a phone does that leaves its Wi-Fi', async () => {
    const link = newLink()
    await ask(link, { leavesAt: 5000 })
    const rest = { range: 'bytes=5000-', address: '198.51.100.1' }
    expect((await ask(link, rest)).complete).toBe(true)
    expect(await counted()).toEqual([download(size)])
    expect(await countedAtTheEnd()).toEqual([])
  })

  test('but not a part of the clip and the clip together', async () => {
    const link = newLink()
    const [begin = '', end = ''] = ranges(2)
    await ask(link, { range: begin })
    await ask(`${link}&from=0&to=1`, { range: end })
    expect(await counted()).toEqual([])
  })

  test('unless it comes from a program that isn’t counted', async () => {
    const link = newLink()
    const userAgent = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
    for (const range of ranges(2)) await ask(link, { range, userAgent })
    expect(await countedAtTheEnd()).toEqual([])
  })
})

describe('a file that was sent in part', () => {
  test.each([
    ['its last byte, several times', ['bytes=-1', 'bytes=-1', `bytes=${size - 1}-`]],
    ['all but its last byte', [`bytes=0-${size - 2}`]],
    ['all but its first byte', ['bytes=1-']],
    ['both ends', ['bytes=0-999', 'bytes=-1000']],
  ])('is neither a download nor a failure: %s', async (_, parts) => {
    const link = newLink()
    for (const range of parts) expect((await ask(link, { range })).complete).toBe(false)
    expect(await countedAtTheEnd()).toEqual([])
  })

  test('isn’t one more download after all of it was sent', async () => {
    const link = newLink()
    expect((await ask(link)).complete).toBe(true)
    await ask(link, { range: 'bytes=-1' })
    await ask(link, { range: 'bytes=-1' })
    await ask(link, { method: 'HEAD' })
    expect(await counted()).toEqual([download(size)])
    expect(await countedAtTheEnd()).toEqual([])
  })

  test('is one failure once its link has ended, however often it broke off', async () => {
    const link = newLink()
    await ask(link, { leavesAt: 5000 })
    await ask(link, { range: 'bytes=5000-', leavesAt: 2000 })
    await endPartialSaves()
    expect(await counted()).toEqual([])
    expect(await countedAtTheEnd()).toEqual([failure(7000)])
    expect(await countedAtTheEnd()).toEqual([])
  })

  test('makes room for newer ones of its network, once there are many', async () => {
    const [oldest, newest] = [newLink(), newLink()]
    await ask(newLink(), { range: 'bytes=-1', address: '198.51.100.2' })
    await ask(oldest, { range: 'bytes=-1' })
    const row = await db
      .selectFrom('partial_saves')
      .selectAll()
      .orderBy('expires_at', 'desc')
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 499 }, (_, index) => ({ ...row, key: `${index}` }))
    await db.insertInto('partial_saves').values(rows).execute()
    const before = { expires_at: row.expires_at - 1 }
    await db.updateTable('partial_saves').set(before).where('key', '=', row.key).execute()
    await ask(newest, { range: 'bytes=-1' })
    expect((await ask(oldest, { range: `bytes=0-${size - 2}` })).complete).toBe(false)
    expect((await ask(newest, { range: `bytes=0-${size - 2}` })).complete).toBe(true)
    const noted = await db.selectFrom('partial_saves').select('key').execute()
    expect(noted).toHaveLength(501)
  })
})

describe('the bytes of several answers', () => {
  const piece = (start: number, end: number, total: number | null): Answer => ({
    ...{ piece: { start, end, total }, length: end - start + 1, range: `bytes=${start}-${end}` },
    ...{ whole: true, bytes: end - start + 300 },
  })
  const nothing: Sent = { spans: [], total: null }

  test('are all of the file exactly if none is missing, in any order', () => {
    const span = fc.tuple(fc.nat(40), fc.nat(40))
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 20 }),
        fc.integer({ min: 1, max: 40 }),
        (spans, total) => {
          const sent = new Set<number>()
          let noted = nothing
          for (const [a, b] of spans) {
            const [start, end] = [Math.min(a, b, total - 1), Math.min(Math.max(a, b), total - 1)]
            for (let byte = start; byte <= end; byte += 1) sent.add(byte)
            noted = withAnswer(noted, piece(start, end, total))
          }
          expect(isAll(noted)).toBe(sent.size === total)
        },
      ),
      { numRuns: cases(500) },
    )
  })

  test.each([16, 64])('are counted in little memory, in random pieces of %s kB', (kB) => {
    const total = 20 * 1024 ** 2
    const count = total / (kB * 1024)
    const pieces = Array.from({ length: count }, (_, index) => {
      return piece(index * kB * 1024, (index + 1) * kB * 1024 - 1, total)
    })
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { below } = createRandom(seed)
        const left = [...pieces]
        let sent = nothing
        while (left.length > 0) {
          expect(isAll(sent)).toBe(false)
          for (const next of left.splice(below(left.length), 1)) {
            sent = withAnswer(JSON.parse(JSON.stringify(sent)), next)
          }
          expect(JSON.stringify(sent).length).toBeLessThan(3000)
        }
        expect(isAll(sent)).toBe(true)
      }),
      { numRuns: cases(8) },
    )
  })

  test('are all of a file of unknown length once its end was sent too', () => {
    const first = withAnswer(nothing, piece(0, 999, null))
    expect(isAll(first)).toBe(false)
    const last = { ...piece(1000, 1499, null), range: 'bytes=1000-' }
    expect(isAll(withAnswer(first, last))).toBe(true)
    expect(isAll(withAnswer(withAnswer(nothing, last), piece(0, 999, null)))).toBe(true)
  })

  test('don’t make one file of two, where the host has replaced it', () => {
    const older = withAnswer(nothing, piece(0, 999, 2000))
    expect(isAll(withAnswer(older, piece(1000, 2499, 2500)))).toBe(false)
  })
})
