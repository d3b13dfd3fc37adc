import autocannon from 'autocannon'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { cpuSeconds, startProgram, startUnlimitedApp } from './process.ts'
import { type Row, row } from './table.ts'

/** Look-ups through the whole request path: parsing, limits, cache or service, page. */
export async function lookupRows(): Promise<Row[]> {
  const fakes = await startProgram<{ env: Record<string, string> }>([
    'tests/bench/fakes.ts',
    'http',
  ])
  const app = await startUnlimitedApp(fakes.said.env)
  try {
    const known = fakePost('video', 1).url
    const cached = await load(app.origin, () => known)
    const before = cpuSeconds(app.pid)
    const again = await load(app.origin, () => known)
    const after = cpuSeconds(app.pid)
    let serial = 1000
    const fresh = await load(app.origin, () => fakePost('video', serial++).url)
    const rows = [
      row('Look-ups of a cached post', Math.max(cached, again), 'per s'),
      row('Look-ups of new posts through the fake service, unpaced', fresh, 'per s'),
    ]
    if (before !== null && after !== null) {
      rows.splice(
        1,
        0,
        row('… per second of CPU time', (again * seconds) / (after - before), 'per s'),
      )
    }
    return rows
  } finally {
    await app.discard()
    await fakes.stop()
  }
}

const seconds = 5

async function load(origin: string, link: () => string): Promise<number> {
  const result = await autocannon({
    url: `${origin}/`,
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
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} look-ups were refused and ${result.errors} failed`)
  }
  return result.requests.average
}
