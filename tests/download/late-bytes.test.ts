// @module-tag whole
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createGuardedClient, type GuardedClient } from '#app/outbound/fetch.server.ts'
import { succeed, videoData } from '#tests/fakes/extraction-answers.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { type RawCall, type RawHost, startRawHost, wireAnswer } from '#tests/fakes/raw-host.ts'
import { closing } from '#tests/support/closing.ts'
import { holdClock } from '#tests/support/held-clock.ts'
import { type LiveApp, lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'

const lateBy = [1, 3, 10, 40]

/** Moves a held clock beyond the rest that a used connection gets, once it is free. */
async function rested(): Promise<void> {
  await turn()
  vi.advanceTimersByTime(400)
}

const rawHost = async (answer: (call: RawCall) => void): Promise<RawHost> =>
  closing(await startRawHost(answer))

function clientFor(...hosts: RawHost[]): GuardedClient {
  const trustedUpstreams = hosts.map(({ hostPort }) => hostPort)
  const limits = { connectMs: 600_000, headersMs: 600_000, bodyIdleMs: 600_000 }
  return closing(createGuardedClient({ trustedUpstreams, limits }))
}

async function call(client: GuardedClient, url: string, init = {}): Promise<string> {
  const answer = await client.request(url, init)
  if (!answer.ok) return answer.failure
  const read = await client.readBounded(answer.body, 100_000)
  return read.ok ? String(read.bytes) : read.reason
}

/** An MP4 of one big box, whose bytes name its path. */
function clip(path: string): Buffer {
  const file = Buffer.alloc(200_000, path)
  file.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')
  return file
}

describe('files that two visitors save, one after the other', () => {
  let app: LiveApp
  let host: RawHost
  beforeAll(async () => {
    host = await startRawHost(({ socket, path, turn }) => {
      // However slow the second visitor is, a stray answer is there first.
      if (turn > 1) socket.write(wireAnswer(clip('stray')))
      const [, kind = '', ms = ''] = /^\/(late|stray)-(\d+)\./.exec(path) ?? []
      if (kind === 'stray') socket.write(wireAnswer(clip(path)))
      else socket.write(wireAnswer(clip(path), kind === 'late' ? 5000 : 0).subarray(0, -5000))
      if (kind === '') socket.write(clip(path).subarray(-5000))
      if (kind === 'late') setTimeout(() => socket.write(clip(path).subarray(-5000)), Number(ms))
      if (kind === 'stray') setTimeout(() => socket.write(wireAnswer(clip('stray'))), Number(ms))
    })
    app = await startLiveApp({}, [host.hostPort])
  })
  afterAll(() => Promise.all([app.close(), host.close()]))

  let serial = 500
  async function linkTo(file: string): Promise<string> {
    serial += 1
    const post = fakePost('video', serial)
    app.extraction.script(post.postId, (lookup) =>
      succeed(lookup, { ...videoData(lookup), play: `${host.origin}/${file}`, size: null }),
    )
    return app.origin + (await saveLinkIn(app, (await lookUp(app, post.url)).html))
  }

  test.each(['late', 'stray'])('R26: %s bytes of one file never meet the next', async (kind) => {
    for (const ms of lateBy) {
      const [first, second] = [await linkTo(`${kind}-${ms}.mp4`), await linkTo('own.mp4')]
      // It may well be cut: its length was wrong.
      await fetch(first).then((answer) => answer.arrayBuffer().catch(() => null))
      const answer = await fetch(second)
      expect([ms, answer.status]).toEqual([ms, 200])
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.equals(clip('/own.mp4'))).toBe(true)
    }
  })

  test('R26: a connection that sent one file is not asked for another', async () => {
    const before = host.connections()
    for (const file of ['own.mp4', 'own.mp4']) {
      const bytes = await fetch(await linkTo(file)).then((answer) => answer.arrayBuffer())
      expect(Buffer.from(bytes).equals(clip('/own.mp4'))).toBe(true)
    }
    expect(host.connections()).toBe(before + 2)
  })
})

describe('small calls, one after the other', () => {
  test.each(lateBy)('R26: %i ms late, an answer is not that of the next call', async (ms) => {
    const host = await rawHost(({ socket, path }) => {
      socket.write(wireAnswer(`answer to ${path}`))
      setTimeout(() => socket.write(wireAnswer('a stray answer')), ms)
    })
    const client = clientFor(host)
    for (let n = 0; n < 30; n += 1) {
      expect(await call(client, `${host.origin}/${n}`)).toBe(`answer to /${n}`)
    }
  })

  test.each(lateBy)('R26: the rest of an answer, %i ms late, harms no next call', async (ms) => {
    const host = await rawHost(({ socket, path }) => {
      const answer = wireAnswer(`answer to ${path}`, 3)
      socket.write(answer.subarray(0, -3))
      setTimeout(() => socket.write(answer.subarray(-3)), ms)
    })
    const client = clientFor(host)
    for (let n = 0; n < 10; n += 1) {
      expect(await call(client, `${host.origin}/${n}`)).toBe(`answer to /${n}`.slice(0, -3))
    }
  })

  test('R26: a bad response head on a used connection is retried once over a new one', async () => {
    holdClock()
    const host = await rawHost(({ socket, path, turn }) => {
      socket.write(turn === 1 ? wireAnswer(`answer to ${path}`) : 'the rest of something\r\n\r\n')
    })
    const client = clientFor(host)
    expect(await call(client, `${host.origin}/1`)).toBe('answer to /1')
    await rested()
    expect(await call(client, `${host.origin}/2`)).toBe('answer to /2')
    expect(host.connections()).toBe(2)
  })

  test('R26: a bad response head on a new connection is final, even on the second try', async () => {
    holdClock()
    let isBroken = false
    const host = await rawHost(({ socket }) => {
      socket.write(isBroken ? 'the rest of something\r\n\r\n' : wireAnswer('hello'))
    })
    const client = clientFor(host)
    expect(await call(client, host.origin)).toBe('hello')
    isBroken = true
    expect(await call(client, host.origin)).toBe('protocol')
    expect(host.connections()).toBe(2)
    isBroken = false
    await rested()
    expect(await call(client, host.origin)).toBe('hello')
    isBroken = true
    await rested()
    // Over the kept connection first, then over a new one.
    const before = host.connections()
    expect(await call(client, host.origin)).toBe('protocol')
    expect(host.connections()).toBe(before + 1)
  })

  test('R26: requests that must not be repeated never use a used connection', async () => {
    holdClock()
    const asked: string[] = []
    const host = await rawHost(({ socket, path, turn }) => {
      asked.push(`${path} ${turn}`)
      socket.write(path === '/post' ? 'nonsense\r\n\r\n' : wireAnswer('hello'))
    })
    const client = clientFor(host)
    expect(await call(client, `${host.origin}/get`)).toBe('hello')
    await rested()
    const init = { method: 'POST', body: '' }
    expect(await call(client, `${host.origin}/post`, init)).toBe('protocol')
    expect(asked).toEqual(['/get 1', '/post 1'])
  })
})
