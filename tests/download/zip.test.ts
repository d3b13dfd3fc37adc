// @module-tag module
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { type ZipEntry, zipStream } from '#app/download/media/zip.server.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { unzip } from '#tests/support/unzip.ts'

const never = new AbortController().signal

function entry(name: string, content: Buffer): ZipEntry {
  return { name, open: async () => Readable.from([content], { objectMode: false }) }
}

describe('a ZIP of a slideshow', () => {
  test('holds every file byte for byte, in order, under its own name', async () => {
    const files = fc.array(fc.uint8Array({ maxLength: 100_000 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(files, async (contents) => {
        const expected = contents.map((content, index) => ({
          name: `image-${index + 1} 🎵.jpg`,
          content: Buffer.from(content),
        }))
        const zip = await buffer(
          zipStream(
            expected.map(({ name, content }) => entry(name, content)),
            never,
          ),
        )
        expect(unzip(zip)).toEqual(expected)
      }),
      { numRuns: cases(30) },
    )
  })

  test('opens one file at a time, each only after the one before it', async () => {
    const log: string[] = []
    const open = new Set<string>()
    async function* entries(): AsyncGenerator<ZipEntry> {
      for (const name of ['a', 'b', 'c']) {
        yield {
          name,
          open: async () => {
            expect(open.size).toBe(0)
            open.add(name)
            log.push(name)
            const pieces = Array.from({ length: 20 }, () => randomBytes(64_000))
            const content = Readable.from(pieces, { objectMode: false })
            return content.once('end', () => open.delete(name))
          },
        }
      }
    }
    const zip = zipStream(entries(), never)
    await expect.poll(() => log).toEqual(['a'])
    expect(unzip(await buffer(zip)).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(log).toEqual(['a', 'b', 'c'])
  })

  test('R3: is never held in memory: a reader that pauses pauses the files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zip-'))
    const path = join(folder, 'large')
    await writeFile(path, Buffer.alloc(20_000_000, 'x'))
    const content = createReadStream(path)
    const zip = zipStream([{ name: 'large', open: async () => content }], never)
    await new Promise((resolve) => zip.once('readable', resolve))
    await expect.poll(() => content.isPaused()).toBe(true)
    expect(content.bytesRead).toBeLessThan(1_000_000)
    expect((await buffer(zip)).length).toBeGreaterThan(20_000_000)
    await rm(folder, { recursive: true })
  })
})

describe('a ZIP that fails', () => {
  test('R10: in a file, while opening it or in the list breaks the download, never truncates it', async () => {
    const good = entry('good.jpg', Buffer.alloc(1000))
    const broken = new PassThrough()
    broken.write('half a picture')
    const cut = new PassThrough()
    cut.write('half a picture')
    const cases: [string, () => AsyncGenerator<ZipEntry>][] = [
      [
        'reset',
        async function* () {
          yield good
          yield { name: 'b', open: async () => broken }
        },
      ],
      [
        'Premature close',
        async function* () {
          yield { name: 'c', open: async () => cut }
          yield good
        },
      ],
      [
        'gone',
        async function* () {
          yield good
          yield { name: 'd', open: () => Promise.reject(new Error('gone')) }
        },
      ],
      [
        'no list',
        async function* () {
          yield good
          throw new Error('no list')
        },
      ],
    ]
    setImmediate(() => {
      broken.destroy(new Error('reset'))
      cut.destroy()
    })
    for (const [message, entries] of cases) {
      await expect(buffer(zipStream(entries(), never)), message).rejects.toThrow(message)
    }
  })

  test('R13: with no reader left doesn’t crash the server', async () => {
    const content = new PassThrough()
    const zip = zipStream([{ name: 'a', open: async () => content }], never)
    await expect.poll(() => content.listenerCount('readable')).toBe(1)
    content.destroy(new Error('reset'))
    await expect.poll(() => zip.destroyed).toBe(true)
  })
})

describe('a visitor who leaves', () => {
  test('R5: closes the file in hand, and no other is opened', async () => {
    const leave: ((zip: Readable, leaving: AbortController) => void)[] = [
      (_, leaving) => leaving.abort(),
      (zip) => zip.destroy(),
    ]
    for (const go of leave) {
      const leaving = new AbortController()
      const content = new PassThrough()
      const next = vi.fn()
      const entries = [
        { name: 'a', open: async () => content },
        { name: 'b', open: next },
      ]
      const zip = zipStream(entries, leaving.signal)
      await expect.poll(() => content.listenerCount('readable')).toBe(1)
      go(zip, leaving)
      await expect.poll(() => content.destroyed).toBe(true)
      expect(zip.destroyed).toBe(true)
      expect(next).not.toHaveBeenCalled()
    }
  })

  test('R5: while a file is being opened closes it as soon as it is there', async () => {
    const content = new PassThrough()
    const opening = Promise.withResolvers<Readable>()
    const open = vi.fn(() => opening.promise)
    const zip = zipStream([{ name: 'a', open }], never)
    await expect.poll(() => open).toHaveBeenCalled()
    zip.destroy()
    opening.resolve(content)
    await expect.poll(() => content.destroyed).toBe(true)
  })

  test('R5: before it began opens nothing', async () => {
    const open = vi.fn()
    const zip = zipStream([{ name: 'a', open }], AbortSignal.abort(new Error('left')))
    await expect(buffer(zip)).rejects.toThrow('left')
    expect(open).not.toHaveBeenCalled()
  })
})

describe('a file that can be left out', () => {
  test('R10: is left out of the ZIP’s directory if it fails to open, halfway or by its size', async () => {
    const cut = new PassThrough()
    cut.write(randomBytes(50_000))
    setImmediate(() => cut.destroy(new Error('reset')))
    const ends: [string, boolean, number][] = []
    const optional = (one: ZipEntry): ZipEntry => ({
      ...one,
      ended: (error, bytes) => ends.push([one.name, error === null, bytes]),
    })
    const [before, after] = [randomBytes(70_000), randomBytes(30_000)]
    const entries = [
      optional(entry('before', before)),
      optional({ name: 'cut', open: async () => cut }),
      optional({ name: 'gone', open: () => Promise.reject(new Error('gone')) }),
      optional({ ...entry('large', randomBytes(5_000)), mostBytes: 4_999 }),
      optional({ ...entry('just', after), mostBytes: 30_000 }),
    ]
    const zip = await buffer(zipStream(entries, never))
    expect(unzip(zip)).toEqual([
      { name: 'before', content: before },
      { name: 'just', content: after },
    ])
    expect(ends).toEqual([
      ['before', true, 70_000],
      ['cut', false, 50_000],
      ['gone', false, 0],
      ['large', false, 0],
      ['just', true, 30_000],
    ])
  })
})
