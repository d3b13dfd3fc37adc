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
    const { postId, url } = fakePost('video', 1)
    const measured = new Map<string, { ours: Load; theirs: Load }>()
    for (const [what, target, link] of [
      ['a plain form, answered by a redirect', '/', () => url],
      ['the page that it leads to', `/?post=${postId}`, null],
      ['data', '/_.data', () => url],
    ] as const) {
      const ours: Load[] = []
      const theirs: Load[] = []
      // The first round goes to what the engine has to compile.
      for (let round = 0; round <= rounds; round += 1) {
        theirs.push(await load(bare, target, link))
        ours.push(await load(app, target, link))
      }
      measured.set(what, { ours: medianOf(ours), theirs: medianOf(theirs) })
    }
    const rows = [...measured].flatMap(([what, { ours, theirs }]) => [
      row(`Look-ups of a cached post: ${what}`, ours.perSecond, 'per s', theirs.perSecond),
      row('… CPU each', ours.cpuMicros, 'µs', theirs.cpuMicros),
    ])
    const [data, page] = [
      measured.get('data')?.ours,
      measured.get('the page that it leads to')?.theirs,
    ]
    if (data !== undefined && page !== undefined) {
      const what = 'Look-ups as data against the page of the yardstick'
      rows.push(row(what, data.perSecond, 'per s', page.perSecond))
      rows.push(row('… CPU each', data.cpuMicros, 'µs', page.cpuMicros))
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

/** No one has looked the post up before, and the service takes its time to answer. */
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

/** Posts a form with each link, or gets a page if there is none. */
async function load(
  { pid, origin }: { pid: number; origin: string },
  target: string,
  link: (() => string) | null,
): Promise<Load> {
  const before = cpuSeconds(pid) ?? Number.NaN
  const result = await autocannon({
    url: origin + target,
    connections: 16,
    duration: seconds,
    ...(link !== null && {
      requests: [
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          setupRequest: (request) => ({ ...request, body: `url=${encodeURIComponent(link())}` }),
        },
      ],
    }),
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
