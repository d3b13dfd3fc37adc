import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { posts, startExtractionService } from '../fakes/extraction-service.ts'
import { startMediaHost } from '../fakes/media-host.ts'
import { createBrowser, password } from '../support/accounts.ts'
import { type AppServer, startApp } from '../support/app-server.ts'
import { freePort } from '../support/free-port.ts'
import { linksIn, saveLinkIn } from '../support/live-app.ts'
import { onDatabase } from '../support/postgres.ts'
import { findPrograms, startCluster } from '../support/postgres-cluster.ts'

/**
 * Runs the balancers of docs/balancers that are installed, each in front of three built processes on
 * one PostgreSQL, and prints what went through and what failed:
 *   node tests/tools/check-balancers.ts [nginx] [haproxy] [caddy]
 * `CADDY` and its like name a program that is not in PATH. Everything is on this machine alone.
 */

type Balancer = {
  name: string
  file: string
  /** The arguments to run a file with, in a folder that it may write to. */
  run: (file: string, folder: string) => string[]
  /** Puts the port into the file. */
  adapt: (text: string, port: number) => string
}

const balancers: Balancer[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    run: (file, folder) => [
      ...['-c', file, '-p', folder, '-e', 'stderr'],
      ...['-g', `daemon off; pid ${folder}/nginx.pid;`],
    ],
    adapt: (text, port) => text.replace('listen 80;', `listen 127.0.0.1:${port}; access_log off;`),
  },
  {
    name: 'haproxy',
    file: 'haproxy.cfg',
    run: (file) => ['-db', '-f', file],
    adapt: (text, port) => text.replace('bind :80', `bind 127.0.0.1:${port}`),
  },
  {
    name: 'caddy',
    file: 'Caddyfile',
    run: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    adapt: (text) => `{\n\tadmin off\n}\n${text}`,
  },
]

let visitor = 0
const say = (text: string) => process.stdout.write(`${text}\n`)
const names = process.argv.slice(2)
const onlyAtOne = '/assets/of-another-build.js'
const operator = 'op@site.example'

const bin = findPrograms()
if (bin === null) throw new Error('PostgreSQL is not installed')
const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-balancers-'))
const cluster = await startCluster(bin)
const media = await startMediaHost({ record: false })
const extraction = await startExtractionService({ mediaOrigin: media.origin, record: false })
try {
  const other = folderOfOtherBuild()
  for (const balancer of balancers) {
    if (names.length === 0 || names.includes(balancer.name)) await check(balancer, other)
  }
} finally {
  await Promise.all([media.close(), extraction.close()])
  await cluster.remove()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

/** A copy of the project whose build has a file that the other ones lack. */
function folderOfOtherBuild(): string {
  const copy = path.join(folder, 'other')
  cpSync('build', path.join(copy, 'build'), { recursive: true })
  for (const name of ['node_modules', 'package.json', 'pages-content', 'app', 'db']) {
    symlinkSync(path.resolve(name), path.join(copy, name))
  }
  writeFileSync(path.join(copy, 'build/client', onlyAtOne), 'export {}\n')
  return copy
}

async function check({ name, file, run, adapt }: Balancer, other: string): Promise<void> {
  const site = `site_${name}`
  await onDatabase(cluster.url, `create database ${site}`)
  const ports = [await freePort(), await freePort(), await freePort()]
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const start = (index: number) =>
    startApp(
      {
        PORT: String(ports[index]),
        APP_URL: origin,
        DATABASE_URL: cluster.url.replace(/postgres$/, site),
        SESSION_SECRET: 'a secret that the processes of a test share',
        TRUSTED_PROXIES: '127.0.0.1',
        EXTRACTION_API_URL: extraction.endpoint,
        TRUSTED_UPSTREAMS: [extraction.hostPort, media.hostPort].join(),
        ADMIN_EMAIL: operator,
        ADMIN_PASSWORD: password,
        LOG_LEVEL: 'warn',
      },
      path.join(folder, `data-${index}`),
      index === 2 ? other : process.cwd(),
    )
  const apps: AppServer[] = []
  let balancer: ChildProcess | null = null
  try {
    for (const index of [0, 1, 2]) apps.push(await start(index))
    const own = path.join(folder, file)
    let text = adapt(readFileSync(path.join('docs/balancers', file), 'utf8'), port)
    for (const [index, each] of ports.entries()) {
      text = text.replaceAll(`cleanclip-${index + 1}:3000`, `127.0.0.1:${each}`)
    }
    writeFileSync(own, text.replaceAll(`/etc/${name}`, path.resolve('docs/balancers')))
    balancer = spawn(process.env[name.toUpperCase()] ?? name, run(own, folder), {
      stdio: 'ignore',
      env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, APP_URL: origin },
    })
    say(`\n${name}`)
    await until(async () => (await ask(origin, '/health')).status === 200)
    await wait(3_000)
    await passThrough(origin)
    await survive(origin, apps, start)
    await noneLeft(origin, apps)
  } finally {
    balancer?.kill('SIGTERM')
    for (const app of apps) app.process.kill('SIGKILL')
    await wait(500)
  }
}

async function passThrough(origin: string): Promise<void> {
  const page = await lookUp(origin, posts.video.url)
  const link = await saveLinkIn({ origin }, page)
  const whole = await (await fetch(origin + link)).arrayBuffer()
  say(`  download: ${whole.byteLength} bytes`)

  // It takes five seconds: a buffer would give the first bytes as late as the last.
  const slow = await saveLinkIn({ origin }, await lookUp(origin, posts.mediaSlow.url))
  const startedAt = performance.now()
  const { body } = await fetch(origin + slow)
  let firstMs = 0
  for await (const _chunk of body ?? []) firstMs ||= performance.now() - startedAt
  say(`  slow download: first bytes after ${ms(firstMs)}, last after ${since(startedAt)}`)

  const found = await repeat(30, () => ask(origin, onlyAtOne))
  const missing = await ask(origin, '/assets/of-no-build.js')
  const real = linksIn(page, '/assets/')[0] ?? ''
  say(
    `  file of one build, 30 times: ${tally(found)}; of none: ${missing.status}; of all: ${(await ask(origin, real)).status}`,
  )

  const browser = createBrowser({ origin })
  await browser.signIn(operator)
  const leaving = new AbortController()
  const askedAt = performance.now()
  const events = await browser.send('/admin/events', {
    headers: { Accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  const reader = events.body?.getReader()
  await reader?.read()
  const firstEvent = since(askedAt)
  const next = reader?.read()
  await Promise.race([next, wait(20_000)])
  say(`  live page: first event after ${firstEvent}, next after ${since(askedAt)}`)
  leaving.abort()
}

type Answer = { what: string; status: number | string }

/** Loads the site while processes end and start, and counts what failed. */
async function survive(
  origin: string,
  apps: AppServer[],
  start: (index: number) => Promise<AppServer>,
): Promise<void> {
  const [first, second] = apps
  if (first === undefined || second === undefined) throw new Error('no processes')

  // At the pace of a reader who takes 12 seconds for it.
  const link = await saveLinkIn({ origin }, await lookUp(origin, posts.big.url))

  const killed = await underLoad(origin, async () => {
    await wait(2_000)
    second.process.kill('SIGKILL')
    await wait(3_000)
    apps[1] = await start(1)
    await wait(4_000)
  })
  say(`  kill -9 of one: ${killed}`)

  for (const index of [0, 1]) {
    const app = apps[index]
    if (app === undefined) continue
    const download = readSlowly(origin + link)
    let took = ''
    const ended = await underLoad(origin, async () => {
      await wait(2_000)
      const stoppedAt = performance.now()
      const code = await app.stop('SIGTERM')
      took = `ended with ${code} after ${since(stoppedAt)}`
      await wait(1_000)
      apps[index] = await start(index)
      await wait(4_000)
    })
    say(`  SIGTERM of one: ${ended}; ${took}; download: ${await download}`)
  }
}

/** Ends all processes, and looks at what visitors see then. */
async function noneLeft(origin: string, apps: AppServer[]): Promise<void> {
  for (const app of apps) app.process.kill('SIGKILL')
  await wait(6_000)
  const { status, headers, text } = await fetch(`${origin}/help`).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }))
  const page = text.includes('Back in a moment') ? 'its own page' : 'no page of its own'
  say(`  no process left: ${status}, ${page}, try again after ${headers.get('retry-after')} s`)
}

/** Reads a file at about two megabytes a second. Returns what came of it. */
function readSlowly(url: string): Promise<string> {
  return new Promise((resolve) => {
    let bytes = 0
    http
      .get(url, { agent: false }, (response) => {
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          response.pause()
          setTimeout(() => response.resume(), chunk.length / 2_000)
        })
        response.once('close', () => {
          const length = Number(response.headers['content-length'])
          resolve(response.complete && bytes === length ? 'whole' : `${bytes} of ${length} bytes`)
        })
      })
      .once('error', (error) => resolve(error.message))
  })
}

/** Keeps four requests under way, pages and forms in turn, until `work` is done. */
async function underLoad(origin: string, work: () => Promise<void>): Promise<string> {
  const answers: Answer[] = []
  let done = false
  const load = [0, 1, 2, 3].map(async (worker) => {
    for (let turn = worker; !done; turn += 4) {
      const isForm = turn % 3 === 0
      const answer = isForm
        ? await ask(origin, '/', new URLSearchParams({ url: posts.video.url }).toString())
        : await ask(origin, turn % 3 === 1 ? '/' : '/download')
      answers.push({ what: isForm ? 'form' : 'page', status: answer.status })
      await wait(10)
    }
  })
  await work()
  done = true
  await Promise.all(load)
  const failed = answers.filter(({ status }) => status !== 200 && status !== 303)
  return `${answers.length} requests, ${failed.length} failed${failed.length === 0 ? '' : ` (${tally(failed)})`}`
}

/** Asks as a visitor of another network each time, since a network's requests are limited. */
function ask(origin: string, target: string, form?: string): Promise<{ status: number | string }> {
  visitor += 1
  const localAddress = `127.${1 + (Math.floor(visitor / 250) % 200)}.${1 + (visitor % 250)}.1`
  return new Promise((resolve) => {
    const request = http.request(
      origin + target,
      {
        agent: false,
        localAddress,
        method: form === undefined ? 'GET' : 'POST',
        ...(form !== undefined && {
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
        }),
      },
      (response) => {
        response.resume()
        response.once('close', () =>
          resolve({ status: response.complete ? (response.statusCode ?? 0) : 'cut' }),
        )
      },
    )
    request.once('error', (error) => resolve({ status: error.message }))
    request.end(form)
  })
}

async function lookUp(origin: string, url: string): Promise<string> {
  return (await fetch(`${origin}/`, { method: 'POST', body: new URLSearchParams({ url }) })).text()
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let turn = 0; turn < times; turn += 1) results.push(await work())
  return results
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    if (await isSo()) return
    await wait(100)
  }
  throw new Error('the balancer does not answer')
}

/** `12 × 200, 1 × 502` */
function tally(answers: { what?: string; status: number | string }[]): string {
  const counts = new Map<string, number>()
  for (const { what, status } of answers) {
    const key = what === undefined ? String(status) : `${what} ${status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, n]) => `${n} × ${key}`).join(', ')
}

function ms(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}

function since(start: number): string {
  return ms(performance.now() - start)
}
