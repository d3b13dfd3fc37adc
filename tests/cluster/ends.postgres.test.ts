// @module-tag whole
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { type Cluster, renewAfterFailures, startCluster } from '#tests/support/cluster.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { downloadSlowly } from '#tests/support/slow-download.ts'

/** Of downloads, until they are told to hurry: they would take longer than any test. */
const bytesPerMs = 50
const workers = 4

let cluster: Cluster
let link: string

beforeAll(async () => {
  cluster = await startCluster()
  cluster.balancer.askForHealth()
  const [a] = cluster.processes
  link = await saveLinkIn(a, (await lookUp(a, fakePost('big', 950).url)).html)
})
afterAll(() => cluster?.close())
renewAfterFailures(() => cluster)

type Answer = {
  method: 'GET' | 'POST'
  /** `cut` for one that ended early. */
  status: number | string
  begunAt: number
  endedAt: number
}

let network = 0

/** Asks the balancer as a visitor from a network that no one came from before. */
function ask(target: string, form?: Record<string, string>): Promise<Answer> {
  network += 1
  const method = form === undefined ? 'GET' : 'POST'
  const begunAt = performance.now()
  return new Promise((resolve) => {
    const end = (status: number | string) =>
      resolve({ method, status, begunAt, endedAt: performance.now() })
    const headers = {
      'X-Forwarded-For': `203.0.${Math.floor(network / 250)}.${(network % 250) + 1}`,
      ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    }
    http
      .request(cluster.origin + target, { agent: false, method, headers }, (response) => {
        response.resume()
        response.on('error', () => {})
        response.once('close', () => end(response.complete ? (response.statusCode ?? 0) : 'cut'))
      })
      .once('error', (error) => end(error.message))
      .end(form === undefined ? '' : new URLSearchParams(form).toString())
  })
}

/** Asks for pages, and sends forms, until `work` is done and a while longer. Returns all answers. */
async function underLoad(work: () => Promise<void>): Promise<Answer[]> {
  const { url } = fakePost('video', 951)
  const answers: Answer[] = []
  let end = Number.POSITIVE_INFINITY
  const load = Array.from({ length: workers }, async (_, worker) => {
    for (let turn = worker; answers.length < end; turn += 1) {
      answers.push(
        await (turn % 3 === 0 ? ask('/', { url }) : ask(turn % 3 === 1 ? '/' : '/download')),
      )
    }
  })
  try {
    await expect.poll(() => answers.length).toBeGreaterThan(50)
    await work()
  } finally {
    end = answers.length + 50
    await Promise.all(load)
  }
  return answers
}

const failed = ({ status }: Answer) => status !== 200 && status !== 303

const isRefusal = ({ cause }: Error) => (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED'

/** One through each process: no one else asks meanwhile. */
async function downloads() {
  const one = () => downloadSlowly(cluster.origin + link, bytesPerMs)
  return [await one(), await one(), await one()]
}

test('R12, R31: a process that dies would fail more than the requests it was about, or downloads for good', async () => {
  const running = await downloads()
  const [, killed] = cluster.processes
  let killedAt = 0
  let diedAt = 0
  const answers = await underLoad(async () => {
    killedAt = performance.now()
    await killed.stop('SIGKILL')
    diedAt = performance.now()
  })
  for (const { hurry } of running) hurry()
  const failures = answers.filter(failed)
  const elsewhere = failures.filter((one) => one.begunAt > diedAt || one.endedAt < killedAt)
  expect(elsewhere).toEqual([])
  expect(failures.length).toBeLessThanOrEqual(workers)
  // A GET is asked again, unless its answer has begun.
  expect(failures.filter(({ method, status }) => method === 'GET' && status !== 'cut')).toEqual([])

  const ends = await Promise.all(running.map(({ ended }) => ended))
  expect(ends.filter((isWhole) => isWhole)).toHaveLength(2)
  const whole = running[ends.indexOf(true)]?.received()
  const part = running[ends.indexOf(false)]?.received() ?? Buffer.alloc(0)
  expect(part.length).toBeGreaterThan(0)
  const rest = await fetch(cluster.origin + link, { headers: { Range: `bytes=${part.length}-` } })
  expect(rest.status).toBe(206)
  expect(Buffer.concat([part, Buffer.from(await rest.arrayBuffer())]).equals(whole ?? part)).toBe(
    true,
  )
  await cluster.replace(killed)
})

test('R12, R31: an upgrade would fail requests, or cut off downloads', async () => {
  const [stopping] = cluster.processes
  const running = await downloads()
  let code: number | null = null
  const answers = await underLoad(async () => {
    const stopped = stopping.stop('SIGTERM')
    const isRefused = () => fetch(stopping.origin).then(() => false, isRefusal)
    await expect.poll(isRefused).toBe(true)
    for (const { hurry } of running) hurry()
    code = await stopped
  })
  expect(code).toBe(0)
  expect(answers.filter(failed)).toEqual([])
  expect(await Promise.all(running.map(({ ended }) => ended))).toEqual([true, true, true])
})
