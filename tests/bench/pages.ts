import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { startBareRouter } from './bare-router.ts'
import { cpuSeconds, startProgram, startUnlimitedApp } from './process.ts'
import { median, type Row, row } from './table.ts'

const page = '/'
const seconds = 3
const rounds = 5
const connections = 16
const browser =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** Public pages out of memory and freshly rendered, against servers that do only that. */
export async function pageRows(): Promise<Row[]> {
  return [...(await cached(false)), ...(await cached(true)), ...(await rendered())]
}

type Subject = { pid: number; origin: string }
type Load = { perSecond: number; cpuMicros: number | null }

/** Against a bare server that sends the same bytes. */
async function cached(logging: boolean): Promise<Row[]> {
  const app = await startUnlimitedApp(
    { LOG_LEVEL: logging ? 'info' : 'error' },
    { requestLogging: logging },
  )
  try {
    // A collector of logs is another process; here, reading lines would hold up the load.
    app.process.stdout?.removeAllListeners('data').resume()
    // Once to make it, for the yardstick repeats what is kept.
    await fetch(app.origin + page)
    const what = `Cached page, ${logging ? 'each request logged' : 'no request log'}`
    const bare = await startProgram<{ port: number }>([
      'tests/bench/bare-page.ts',
      app.origin + page,
    ])
    try {
      const pid = bare.process.pid ?? 0
      return await compare(what, app, { pid, origin: `http://127.0.0.1:${bare.said.port}` })
    } finally {
      await bare.stop()
    }
  } finally {
    await app.discard()
  }
}

/**
 * Against React Router's handler behind Node's server with the same routes, which both render the
 * page for every request; see bare-router/server.ts.
 */
async function rendered(): Promise<Row[]> {
  const app = await startUnlimitedApp({}, { responseCaching: false })
  const bare = await startBareRouter()
  try {
    return await compare('Rendered page', app, bare)
  } finally {
    await bare.discard()
    await app.discard()
  }
}

/** Loads the app and a yardstick in turns. */
async function compare(what: string, app: Subject, bare: Subject): Promise<Row[]> {
  const ours: Load[] = []
  const yardsticks: Load[] = []
  // The first seconds go to what the engine has to compile.
  await load(bare, page)
  await load(app, page)
  for (let round = 0; round < rounds; round += 1) {
    yardsticks.push(await load(bare, page))
    ours.push(await load(app, page))
  }
  const speed = (loads: Load[]) => median(loads.map(({ perSecond }) => perSecond))
  const cpu = (loads: Load[]) => median(loads.map(({ cpuMicros }) => cpuMicros ?? 0))
  return [
    row(`${what}, CPU each`, cpu(ours), 'µs', cpu(yardsticks)),
    row(`${what} (${generator})`, speed(ours), 'per s', speed(yardsticks)),
  ]
}

/** wrk where it is installed, since Node's own generator is slower than what it would measure. */
const hasWrk = spawnSync('wrk', ['--version']).error === undefined
const generator = hasWrk ? 'wrk' : 'autocannon, which limits both: install wrk'

async function load({ pid, origin }: Subject, path: string): Promise<Load> {
  const before = cpuSeconds(pid)
  const { total, perSecond } = await (hasWrk ? loadByWrk : loadByAutocannon)(origin + path)
  const after = cpuSeconds(pid)
  return {
    perSecond,
    cpuMicros: before === null || after === null ? null : ((after - before) / total) * 1e6,
  }
}

type Requests = { total: number; perSecond: number }

async function loadByWrk(url: string): Promise<Requests> {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', `User-Agent: ${browser}`]
  const { stdout } = await promisify(execFile)('wrk', [...options, url])
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Pages were refused:\n${stdout}`)
  return { total: figure(/(\d+) requests in/), perSecond: figure(/Requests\/sec: +([\d.]+)/) }
}

async function loadByAutocannon(url: string): Promise<Requests> {
  const headers = { 'user-agent': browser }
  const result = await autocannon({ url, connections, duration: seconds, headers })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} pages were refused and ${result.errors} failed`)
  }
  return { total: result.requests.total, perSecond: result.requests.average }
}
