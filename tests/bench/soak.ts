import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { addUser, createBrowser, openDatabase, password } from '#tests/support/accounts.ts'
import { elementsOf } from '#tests/support/html.ts'
import { memoryMb, startProgram, startUnlimitedApp } from './process.ts'
import { crowd, type Ends } from './soak-load.ts'
import type { Row } from './table.ts'

/**
 * A round of a soak: the service fails at posts, then it and the media host are gone, and so is the
 * mail server for the first half; at last everyone leaves, and what is still open then is counted.
 */
const roundSeconds = 60
const failingSeconds = 6
const goneSeconds = 5
const mailGoneSeconds = 30
const restSeconds = 10

type Sample = Record<(typeof measures)[number][0], number>

/** What is measured of every round, by the name of its figure, and in what unit. */
const measures = [
  ['fds', 'Open files at rest', ''],
  ['sockets', '… of them sockets', ''],
  ['children', 'Audio processes that wait for work', ''],
  ['rest', 'Memory at rest', 'MB'],
  ['peak', 'Memory under load', 'MB'],
  ['heap', 'JavaScript heap at rest', 'MB'],
  ['external', 'Memory of buffers at rest', 'MB'],
  ['delay', 'Event loop late, p99', 'ms'],
  ['idle', 'Event loop of an idle thread beside it late, p99', 'ms'],
  ['running', 'Downloads that still count as running', ''],
] as const

/** How late a thread without work is, in ms since it was last asked: that is the machine's doing. */
const idleThread = `
  const { parentPort } = require('node:worker_threads')
  const monitor = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 10 })
  monitor.enable()
  parentPort.on('message', () => {
    parentPort.postMessage(monitor.percentile(99) / 1e6)
    monitor.reset()
  })
`

/** Visitors, operators and mixed faults for some minutes, which must leave nothing behind. */
export async function soakRows(minutes: number): Promise<Row[]> {
  const rounds = Math.max(2, Math.round((minutes * 60) / roundSeconds))
  let fakes = await startFakes()
  let mail = await startMailServer()
  const idle = new Worker(idleThread, { eval: true })
  const app = await startUnlimitedApp(
    { ...fakes.said.env, TRUSTED_PROXIES: '127.0.0.1' },
    {
      ...{ smtpHost: '127.0.0.1', smtpPort: mail.port, smtpEncryption: 'None' },
      ...{ mailFrom: 'site@site.example', apiTimeoutSeconds: 5, downloadTimeoutSeconds: 5 },
    },
  )
  try {
    const { operator, userIds, token } = await signIn(app)
    const ends: Ends = new Map()
    const samples: Sample[] = []
    for (let round = 0; round < rounds; round += 1) {
      const over = new AbortController()
      const agent = new http.Agent({ keepAlive: true })
      const { signal } = over
      const site = { origin: app.origin, agent, signal, extractionFails: true, ends }
      const users = crowd(site, operator, userIds)
      let peak = 0
      const watch = setInterval(() => {
        peak = Math.max(peak, memoryMb(app.pid) ?? 0)
      }, 500)
      await mail.close()
      await wait(failingSeconds * 1000)
      site.extractionFails = false
      await kill(fakes.process)
      await wait(goneSeconds * 1000)
      fakes = await startFakes(fakes.said)
      await wait((mailGoneSeconds - failingSeconds - goneSeconds) * 1000)
      mail = await startMailServer({ port: mail.port })
      await wait((roundSeconds - mailGoneSeconds - restSeconds) * 1000)
      clearInterval(watch)
      over.abort()
      agent.destroy()
      await users
      await wait(restSeconds * 1000)
      idle.postMessage('read')
      const [late] = await once(idle, 'message')
      const sample = { ...(await figuresOf(app, token)), peak, idle: Number(late) }
      samples.push(sample)
      process.stderr.write(`${round + 1}/${rounds} ${JSON.stringify(sample)}\n`)
      if (app.process.exitCode !== null) throw new Error(`The app ended: ${app.lines.at(-1)}`)
    }
    return [...measures.map((measure) => trend(measure, samples)), ...endRows(ends, app.lines)]
  } finally {
    await idle.terminate()
    await app.discard()
    await mail.close()
    await kill(fakes.process)
  }
}

type Fakes = { extraction: string; media: string; env: Record<string, string> }

/** The service and the media host in a process of their own, at the ports that they had before. */
function startFakes(before?: Fakes) {
  const port = (origin = '') => new URL(origin).port
  return startProgram<Fakes>([
    ...['tests/fakes/main.ts', '--no-record'],
    ...(before === undefined
      ? []
      : ['--port', port(before.extraction), '--media-port', port(before.media)]),
  ])
}

/** All at once, as a machine that loses its power. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function signIn(app: { origin: string; dataDir: string }) {
  const db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  const userIds = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      addUser(db, { email: `person${n}@site.example`, name: `Person ${n}`, role: 'user' }),
    ),
  )
  const operator = createBrowser(app)
  await operator.signIn('op@site.example')
  await db.close()
  const made = await operator.post('/admin/system', { intent: 'make-token', ownPassword: password })
  const token = elementsOf(await made.text()).find(({ attributes }) => 'data-token' in attributes)
  if (token === undefined) throw new Error('No token for the metrics')
  return { operator, userIds, token: token.text }
}

type Measured = { origin: string; pid: number }

async function figuresOf(
  { origin, pid }: Measured,
  token: string,
): Promise<Omit<Sample, 'peak' | 'idle'>> {
  const files = openFiles(pid)
  const answer = await fetch(`${origin}/metrics`, {
    headers: { Authorization: `Bearer ${token}`, Connection: 'close' },
  })
  const text = await answer.text()
  const figure = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    fds: files.length,
    sockets: files.filter((file) => file.startsWith('socket:')).length,
    children: childrenOf(pid),
    rest: memoryMb(pid) ?? Number.NaN,
    heap: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    external: figure('nodejs_external_memory_bytes') / 2 ** 20,
    // Since the round before, since reading it starts over.
    delay: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
    running: figure('cleanclip_downloads_running'),
  }
}

/** What a process holds open; nothing where the system does not tell. */
function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((fd) => {
    try {
      return [readlinkSync(`${folder}/${fd}`)]
    } catch {
      return []
    }
  })
}

function childrenOf(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(file)) return 0
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).length
}

/** The first, the middle and the last round, and how much comes to it each minute after the first. */
function trend([name, what, unit]: (typeof measures)[number], samples: Sample[]): Row {
  const values = samples.map((sample) => sample[name])
  const text = (value = Number.NaN) => value.toLocaleString('en', { maximumFractionDigits: 1 })
  const [start, middle, end] = [values[0], values[values.length >> 1], values.at(-1)]
  const slope = slopeOf(values.slice(1)) * (60 / roundSeconds)
  return {
    what: `${what}: start, middle, end`,
    figure: `${text(start)} → ${text(middle)} → ${text(end)} ${unit}`.trim(),
    yardstick: `${slope < 0 ? '−' : '+'}${text(Math.abs(slope))} ${unit} a minute`.replace(
      '  ',
      ' ',
    ),
  }
}

function slopeOf(values: number[]): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length
  const [atMean, valueMean] = [(values.length - 1) / 2, mean(values)]
  const spread = values.reduce((sum, _, at) => sum + (at - atMean) ** 2, 0)
  const rise = values.reduce((sum, value, at) => sum + (at - atMean) * (value - valueMean), 0)
  return spread === 0 ? 0 : rise / spread
}

function endRows(ends: Ends, lines: string[]): Row[] {
  const counts = [...ends].sort().map(([end, count]) => `${end}: ${count.toLocaleString('en')}`)
  // Beside them stand the words of the start.
  const faults = lines.filter((line) => line.startsWith('{'))
  return [
    { what: 'Answers by status, and those that were cut or left', figure: counts.join(', ') },
    { what: 'Lines of the log about faults of its own', figure: String(faults.length) },
  ]
}
