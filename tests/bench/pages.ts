import autocannon from 'autocannon'
import { cpuSeconds, startProgram, startUnlimitedApp } from './process.ts'
import { type Row, row } from './table.ts'

const page = '/'
const seconds = 4
const rounds = 3
const browser =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** Public pages out of memory against a bare server that sends the same bytes. */
export async function pageRows(): Promise<Row[]> {
  return [...(await cached(false)), ...(await cached(true))]
}

type Subject = { pid: number; origin: string }
type Load = { perSecond: number; cpuMicros: number | null }

async function cached(logging: boolean): Promise<Row[]> {
  const app = await startUnlimitedApp(
    { LOG_LEVEL: logging ? 'info' : 'error' },
    { requestLogging: logging },
  )
  // Once to make it, for the yardstick repeats what is kept.
  await fetch(app.origin + page)
  const bare = await startProgram<{ port: number }>(['tests/bench/bare-page.ts', app.origin + page])
  try {
    const theirs = { pid: bare.process.pid ?? 0, origin: `http://127.0.0.1:${bare.said.port}` }
    const ours: Load[] = []
    const yardsticks: Load[] = []
    // The first seconds go to what the engine has to compile.
    await load(theirs, page)
    await load(app, page)
    for (let round = 0; round < rounds; round += 1) {
      yardsticks.push(await load(theirs, page))
      ours.push(await load(app, page))
    }
    const what = `Cached page, ${logging ? 'each request logged' : 'no request log'}`
    return comparison(what, ours, yardsticks)
  } finally {
    await app.discard()
    await bare.stop()
  }
}

function comparison(what: string, ours: Load[], yardsticks: Load[]): Row[] {
  const speed = (loads: Load[]) => median(loads.map(({ perSecond }) => perSecond))
  const cpu = (loads: Load[]) => median(loads.map(({ cpuMicros }) => cpuMicros ?? 0))
  return [
    row(what, speed(ours), 'per s', speed(yardsticks)),
    row(`${what}, CPU each`, cpu(ours), 'µs', cpu(yardsticks)),
  ]
}

async function load({ pid, origin }: Subject, path: string): Promise<Load> {
  const before = cpuSeconds(pid)
  const result = await autocannon({
    url: origin + path,
    connections: 16,
    duration: seconds,
    headers: { 'user-agent': browser },
  })
  const after = cpuSeconds(pid)
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} pages were refused and ${result.errors} failed`)
  }
  const total = result.requests.total
  return {
    perSecond: result.requests.average,
    cpuMicros: before === null || after === null ? null : ((after - before) / total) * 1e6,
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
