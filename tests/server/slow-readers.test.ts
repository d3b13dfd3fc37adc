// @module-tag module
import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { admitRequest } from '#app/server/pipelining.server.ts'
import { createReaderWatch } from '#app/server/slow-readers.server.ts'

// More than the buffers of the system take in.
const page = Buffer.alloc(16 * 1024 ** 2, 'a')
const minute = 60_000
const limits = {
  ...{ graceMs: minute, leastBytesPerSecond: 1024 ** 2, mostBytes: 10 * page.length },
  ...{ fileGraceMs: minute, mostUnseenBytes: 0 },
}

let server: http.Server
const readers: Socket[] = []

afterEach(() => {
  for (const reader of readers.splice(0)) reader.destroy()
  server.close()
})

async function listening(): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

/** A server whose answers are watched, asked `times` at once by so many who read nothing at first. */
async function asked(watch: ReturnType<typeof createReaderWatch>, count: number, times = 1) {
  const answers: ServerResponse[] = []
  server = http.createServer((_, res) => {
    watch.add(res)
    res.once('close', () => watch.forget(res))
    answers.push(res)
    res.end(page)
  })
  const port = await listening()
  for (let n = 0; n < count; n += 1) {
    const reader = connect(port, '127.0.0.1')
    reader.on('error', () => {}).pause()
    reader.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
    readers.push(reader)
    await expect.poll(() => answers.length).toBe((n + 1) * times)
  }
  return { answers, open: () => answers.filter((res) => !res.req.socket.destroyed) }
}

async function take(reader: Socket, bytes: number): Promise<void> {
  let got = 0
  const done = new Promise<void>((resolve) => {
    reader.on('data', (chunk: Buffer) => {
      got += chunk.length
      if (got < bytes) return
      reader.removeAllListeners('data').pause()
      resolve()
    })
  })
  reader.resume()
  await done
}

describe('R4: a client that hardly reads its response', () => {
  test('is cut off after the time that the minimum rate allows, and no other client is', async () => {
    const watch = createReaderWatch(limits)
    const { answers, open } = await asked(watch, 2)
    const [, quick] = readers
    if (quick === undefined) throw new Error('No reader')
    watch.check(0)
    watch.check(minute + 10_000)
    expect(open()).toEqual(answers)
    const ended = take(quick, page.length)
    await expect.poll(() => answers[1]?.writableLength).toBe(0)
    await ended
    // 60 seconds, and one for each of the megabytes that wait.
    watch.check(minute + 17_000)
    expect(open()).toEqual([answers[1]])
  })

  test('is cut off with all its pipelined requests', async () => {
    const watch = createReaderWatch(limits)
    const { open } = await asked(watch, 1, 5)
    watch.check(0)
    watch.check(minute + 17_000)
    expect(open()).toEqual([])
  })

  test('makes room when too much is unsent in total: the oldest goes first', async () => {
    const watch = createReaderWatch({ ...limits, mostBytes: 3.5 * page.length })
    const { answers, open } = await asked(watch, 5)
    watch.check(0)
    expect(open().length).toBe(3)
    expect(open()).toEqual(answers.slice(2))
  })
})

test('R4: a long wait for a response doesn’t count as slow reading', async () => {
  const watch = createReaderWatch(limits)
  server = http.createServer((_, res) => {
    watch.add(res)
    watch.check(0)
    watch.check(10 * minute)
    res.end('done')
  })
  const port = await listening()
  const answer = await fetch(`http://127.0.0.1:${port}`)
  expect(await answer.text()).toBe('done')
})

test('R5: a client that pipelines requests and leaves frees their responses', async () => {
  const answers: ServerResponse[] = []
  server = http.createServer((req, res) => {
    if (admitRequest(req, res, () => {})) answers.push(res)
  })
  const port = await listening()
  const reader = connect(port, '127.0.0.1')
  reader.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5))
  await expect.poll(() => answers.length).toBe(5)
  const closed = Promise.all(answers.map((res) => once(res, 'close')))
  reader.destroy()
  await closed
})
