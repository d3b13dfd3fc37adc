import autocannon from 'autocannon'
import { fakePost, posts, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { cpuSeconds, startProgram, startUnlimitedApp } from './process.ts'
import { type Row, row } from './table.ts'

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
  try {
    const known = fakePost('video', 1)
    const rows: Row[] = []
    // Without JavaScript a look-up is two requests: the form's, and the one that it leads on to.
    for (const [what, target, link] of [
      ['Look-ups of a cached post, as data', '/_.data', () => known.url],
      ['Plain forms with a cached post, which lead on to its result', '/', () => known.url],
      ['Pages of a cached result', `/?post=${known.postId}`, null],
    ] as const) {
      const first = await load(app.origin + target, link)
      const before = cpuSeconds(app.pid)
      const again = await load(app.origin + target, link)
      const after = cpuSeconds(app.pid)
      rows.push(row(what, Math.max(first, again), 'per s'))
      if (before === null || after === null) continue
      rows.push(row('… per second of CPU time', (again * seconds) / (after - before), 'per s'))
    }
    let serial = 1000
    const fresh = await load(`${app.origin}/_.data`, () => fakePost('video', serial++).url)
    rows.push(row('Look-ups of new posts through the fake service, unpaced', fresh, 'per s'))
    return rows
  } finally {
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

const seconds = 5

/** Forms with these links or, without any, the page alone. */
async function load(url: string, link: (() => string) | null): Promise<number> {
  const result = await autocannon({
    url,
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
  const refused = result['4xx'] + result['5xx']
  if (refused > 0 || result.errors > 0) {
    throw new Error(`${refused} look-ups were refused and ${result.errors} failed`)
  }
  return result.requests.average
}
