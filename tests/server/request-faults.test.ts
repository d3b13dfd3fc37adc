// @module-tag process
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { rawRequest } from '#tests/support/raw-request.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-faults-'))
let app: AppServer

/**
 * Throws where no code of the app's could catch it. The request's path names the place; its headers
 * are set while it is handled.
 */
const faults = `
  import { ServerResponse } from 'node:http'
  import { PassThrough, pipeline } from 'node:stream'
  const fault = (place) => { throw new Error('a fault in ' + place) }
  const { setHeader } = ServerResponse.prototype
  const seen = new WeakSet()
  ServerResponse.prototype.setHeader = function (...header) {
    const [, place] = /^\\/fault\\/([a-z-]+)/.exec(this.req.url) ?? []
    if (place !== undefined && !seen.has(this)) {
      seen.add(this)
      places[place](this)
    }
    return this.headersSent ? this : setHeader.apply(this, header)
  }
  /** Keeps the app from sending anything but a failure. */
  const hold = (res) => {
    const { writeHead, end } = res
    res.writeHead = (status, ...rest) => (status === 500 ? writeHead.call(res, status, ...rest) : res)
    res.end = (...rest) => (res.headersSent ? end.apply(res, rest) : res)
    return res
  }
  /** Sends a first part, and keeps the app from sending more. */
  const begin = (res) => {
    res.write('part')
    res.writeHead = res.end = () => res
  }
  const places = {
    listener: () => fault('listener'),
    'half-made-head': (res) => {
      res.setHeader('Content-Length', '5000')
      res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
      fault('half-made-head')
    },
    timer: (res) => setTimeout(fault, 0, 'timer', hold(res)),
    tick: (res) => process.nextTick(fault, 'tick', hold(res)),
    rejection: (res) => {
      hold(res)
      void Promise.reject(new Error('a fault in rejection'))
    },
    emitter: (res) => {
      hold(res)
      setImmediate(() => new PassThrough().emit('error', new Error('a fault in emitter')))
    },
    'head-sent': (res) => {
      begin(res)
      setTimeout(fault, 0, 'head-sent')
    },
    'answer-sent': (res) => res.once('finish', () => fault('answer-sent')),
    'later-timer': (res) => res.once('finish', () => setTimeout(fault, 0, 'later-timer')),
    pipeline: (res) => {
      pipeline(new PassThrough(), res, () => fault('pipeline'))
      begin(res)
    },
    'visitor-left': (res) => {
      res.once('close', () => fault('visitor-left'))
      begin(res)
    },
    'socket-closed': (res) => {
      res.req.socket.once('close', () => fault('socket-closed'))
      begin(res)
    },
    'abort-listener': begin,
  }
  globalThis.Request = class extends Request {
    constructor(url, init) {
      super(url, init)
      if (!String(url).includes('/fault/abort-listener')) return
      init?.signal?.addEventListener('abort', () => fault('abort-listener'))
    }
  }
`

beforeAll(async () => {
  const file = path.join(folder, 'faults.mjs')
  writeFileSync(file, faults)
  app = await startApp({ NODE_OPTIONS: `--import ${file}`, LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  if (app !== undefined) await discardApp(app)
  rmSync(folder, { recursive: true, force: true })
})

const request = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`
const isUp = async () => (await fetch(`${app.origin}/health`)).status === 200 && !isEnding()
const isEnding = () => app.lines.some((line) => line.includes('the server ends'))
const linesOf = (place: string) =>
  app.lines.filter((line) => line.includes(`"a fault in ${place}"`))

describe('R42: a fault that one visitor’s request causes costs the others nothing', () => {
  test.each(['listener', 'half-made-head', 'timer', 'tick', 'rejection', 'emitter'])(
    'before its answer has begun, it is told so: %s',
    async (place) => {
      const { status, headers, body } = await rawRequest(`${app.origin}/fault/${place}`, {
        method: 'GET',
        headers: {},
      })
      expect([status, headers['cache-control']]).toEqual([500, 'no-store'])
      const [, id = ''] =
        /^Something went wrong. Reference: ([0-9a-f]{8})\n$/.exec(String(body)) ?? []
      await app.said(`"a fault in ${place}"`)
      expect(linesOf(place)).toEqual([expect.stringContaining(`"id":"${id}"`)])
      expect(await isUp()).toBe(true)
    },
  )

  test.each([
    'head-sent',
    'answer-sent',
    'later-timer',
    'pipeline',
    'visitor-left',
    'socket-closed',
    'abort-listener',
  ])('later, its connection is closed at most: %s', async (place) => {
    const { hostname, port } = new URL(app.origin)
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(request(`/fault/${place}`)),
    )
    socket.on('error', () => {}).once('data', () => socket.destroy())
    await app.said(`"a fault in ${place}"`)
    expect(linesOf(place)).toHaveLength(1)
    expect(await isUp()).toBe(true)
  })
})
