import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { type AppServer, startApp } from '#tests/support/app-server.ts'
import { findPostgres } from '#tests/support/postgres-cluster.ts'
import postgresIfNeeded from '#tests/support/postgres-if-needed.ts'
import { testEngine } from '#tests/support/sql.ts'
import { cpuSeconds, startProgram, treeCpuSeconds, unlimitedDataDir } from './process.ts'
import { median, type Row, row } from './table.ts'

/** What is asked of each set-up: a form with these links, or a page if there are none. */
const works = [
  { what: 'Cached page', target: '/', link: null },
  { what: 'Look-ups of a cached post as data', target: '/_.data', link: () => postUrl(1) },
  { what: 'Look-ups of new posts, unpaced', target: '/_.data', link: () => postUrl(serial++) },
]
let serial = 1000
const postUrl = (number: number) => fakePost('video', number).url

const setUps = [
  { name: 'SQLite', engine: 'sqlite', processes: 1 },
  { name: 'PostgreSQL, 1 process', engine: 'postgres', processes: 1 },
  { name: 'PostgreSQL, 2 processes', engine: 'postgres', processes: 2 },
  { name: 'PostgreSQL, 3 processes', engine: 'postgres', processes: 3 },
]

/** Requests a second, and processor time for each in microseconds: the app's, and PostgreSQL's. */
type Load = { perSecond: number; app: number; database: number }

/**
 * The same requests on SQLite, and on PostgreSQL with one, two and three processes, without a
 * balancer. All of it shares this machine's cores, the load too, so that more processes can't be
 * faster than the cores allow; the processor time of a request tells what they cost.
 */
export async function engineRows(): Promise<Row[]> {
  if (findPostgres() === null) return [{ what: 'PostgreSQL 15 or newer', figure: 'not found' }]
  const fakes = await startProgram<{ env: Record<string, string> }>([
    'tests/fakes/main.ts',
    '--no-record',
  ])
  try {
    const measured = setUps.map(({ name, engine, processes }) => {
      // Which engine a process tests on is settled when it starts.
      const { status, stdout } = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), JSON.stringify(fakes.said.env), String(processes)],
        { env: { ...process.env, TEST_ENGINE: engine }, stdio: ['ignore', 'pipe', 'inherit'] },
      )
      if (status !== 0) throw new Error(`The bench of ${name} failed`)
      return { name, loads: JSON.parse(String(stdout)) as Load[] }
    })
    return works.flatMap(({ what }, index) => {
      const yardstick = measured[0]?.loads[index]
      return measured.flatMap(({ name, loads }) => {
        const load = loads[index]
        if (load === undefined || yardstick === undefined) return []
        const rows = [
          row(`${what}: ${name}`, load.perSecond, 'per s', yardstick.perSecond),
          row('… CPU each', load.app, 'µs', yardstick.app),
        ]
        if (name !== 'SQLite') rows.push(row('… CPU each of PostgreSQL', load.database, 'µs'))
        return rows
      })
    })
  } finally {
    await fakes.stop()
  }
}

const seconds = 4
const rounds = 3
/** Divided by one, two and three processes. */
const connections = 18

async function measure(env: Record<string, string>, processes: number): Promise<Load[]> {
  const endPostgres = testEngine === 'postgres' ? await postgresIfNeeded() : null
  const apps: AppServer[] = []
  try {
    const dataDir = await unlimitedDataDir()
    for (let number = 1; number <= processes; number += 1) {
      const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-'))
      cpSync(dataDir, folder, { recursive: true })
      apps.push(await startApp({ LOG_LEVEL: 'error', ...env }, folder))
    }
    rmSync(dataDir, { recursive: true })
    const loads: Load[] = []
    for (const work of works) {
      const repeated: Load[] = []
      for (let round = 0; round <= rounds; round += 1) repeated.push(await load(apps, work))
      // The first round goes to what the engine has to compile.
      loads.push(medianOf(repeated.slice(1)))
    }
    return loads
  } finally {
    await Promise.all(apps.map((app) => app.stop('SIGKILL')))
    for (const { dataDir } of apps) rmSync(dataDir, { recursive: true })
    await endPostgres?.()
  }
}

async function load(apps: AppServer[], { target, link }: (typeof works)[number]): Promise<Load> {
  const before = cpuNow(apps)
  const results = await Promise.all(
    apps.map(({ origin }) =>
      autocannon({
        url: origin + target,
        connections: connections / apps.length,
        duration: seconds,
        ...(link !== null && {
          requests: [
            {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              setupRequest: (request) => ({
                ...request,
                body: `url=${encodeURIComponent(link())}`,
              }),
            },
          ],
        }),
      }),
    ),
  )
  const after = cpuNow(apps)
  const sum = (figure: (result: autocannon.Result) => number) =>
    results.reduce((total, result) => total + figure(result), 0)
  const failed = sum((result) => result['4xx'] + result['5xx'] + result.errors)
  if (failed > 0) throw new Error(`${failed} requests were refused or failed`)
  const requests = sum((result) => result.requests.total)
  const each = (used: number) => (used / requests) * 1e6
  return {
    perSecond: sum((result) => result.requests.average),
    app: each(after.app - before.app),
    database: each(after.database - before.database),
  }
}

/** Processor seconds used so far. All that this process has started and is no app is PostgreSQL. */
function cpuNow(apps: AppServer[]): { app: number; database: number } {
  const app = apps.reduce((sum, { process }) => sum + (treeCpuSeconds(process.pid ?? 0) ?? 0), 0)
  const all = treeCpuSeconds(process.pid) ?? 0
  return { app, database: all - (cpuSeconds(process.pid) ?? 0) - app }
}

function medianOf(loads: Load[]): Load {
  const figure = (name: keyof Load) => median(loads.map((load) => load[name]))
  return { perSecond: figure('perSecond'), app: figure('app'), database: figure('database') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , env = '{}', processes] = process.argv
  process.stdout.write(JSON.stringify(await measure(JSON.parse(env), Number(processes))))
}
