import autocannon from 'autocannon'
import { fakePost, posts, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { startBareRouter } from './bare-router.ts'
import { cpuSeconds, startProgram, startUnlimitedApp } from './process.ts'
import { median, type Row, row } from './table.ts'

/** Look-ups through the whole request path: parsing, limits, cache or service, page. */
export async function lookupRows(): Promise<Row[]> {
  return [...(await oneAfterAnother()), await allAtOnce()]
}

async function oneAfterAnother(): Promise<Row[]> {
  const fakes = await startProgram<{ env: Record<string, string> }>([
    'tests/fakes/main.ts',
    '--no-record',
  ])
  const app = await startUnlimitedApp(fakes.said.env)
  const bare = await startBareRouter(fakes.said.env)
  try {
    const known = fakePost('video', 1).url
    const rows: Row[] = []
    const yardsticks = new Map<string, Load>()
    for (const [what, target] of [
      ['a whole page', '/'],
      ['data', '/_.data'],
    ] as const) {
      const ours: Load[] = []
      const theirs: Load[] = []
      // The first round goes to what the engine has to compile.
      for (let round = 0; round <= rounds; round += 1) {
        theirs.push(await load(bare, target, () => known))
        ours.push(await load(app, target, () => known))
      }
      const [we, they] = [medianOf(ours), medianOf(theirs)]
      yardsticks.set(target, they)
      rows.push(
        row(`Look-ups of a cached post as ${what}`, we.perSecond, 'per s', they.perSecond),
        row('… CPU each', we.cpuMicros, 'µs', they.cpuMicros),
      )
      const page = yardsticks.get('/')
      if (target === '/' || page === undefined) continue
      rows.push(row('… against a whole page of the yardstick', we.cpuMicros, 'µs', page.cpuMicros))
    }
    let serial = 1000
    const fresh = await load(app, '/_.data', () => fakePost('video', serial++).url)
    const what = 'Look-ups of new posts through the fake service, unpaced'
    return [...rows, row(what, fresh.perSecond, 'per s')]
  } finally {
    await bare.discard()
    await app.discard()
    await fakes.stop()
  }
}

const crowd = 1000

/** Nobody has looked the post up before, and the service takes its time to answer. */
async function allAtOnce(): Promise<Row> {
  const service = await startExtractionService({ mediaOrigin: 'http://127.0.0.1:9' })
  const app = await startUnlimitedApp({
    EXTRACTION_API_URL: service.endpoint,
    TRUSTED_UPSTREAMS: service.hostPort,
  })
  try {
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => lookUp(app, posts.slow.url)),
    )
    const refused = answers.filter(({ status }) => status !== 200).length
    if (refused > 0) throw new Error(`${refused} look-ups were refused`)
    const calls = service.requests.length
    return row(`Calls to the service for ${crowd} look-ups of one new post at once`, calls, 'calls')
  } finally {
    await app.discard()
    await service.close()
  }
}

const seconds = 4
const rounds = 3

type Load = { perSecond: number; cpuMicros: number }

async function load(
  { pid, origin }: { pid: number; origin: string },
  target: string,
  link: () => string,
): Promise<Load> {
  const before = cpuSeconds(pid) ?? Number.NaN
  const result = await autocannon({
    url: origin + target,
    connections: 16,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        setupRequest: (request) => ({ ...request, body: `url=${encodeURIComponent(link())}` }),
      },
    ],
  })
  const refused = result['4xx'] + result['5xx'] + result.errors
  if (refused > 0) throw new Error(`${refused} look-ups were refused or failed`)
  const used = (cpuSeconds(pid) ?? Number.NaN) - before
  return {
    perSecond: result.requests.average,
    cpuMicros: (used / result.requests.total) * 1e6,
  }
}

/** The medians of all loads but the first. */
function medianOf([, ...loads]: Load[]): Load {
  return {
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    cpuMicros: median(loads.map(({ cpuMicros }) => cpuMicros)),
  }
}
