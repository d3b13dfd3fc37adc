// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { fail, messages } from '#tests/fakes/extraction-answers.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { type Cluster, renewAfterFailures, startCluster } from '#tests/support/cluster.ts'
import { saveLinkIn } from '#tests/support/live-app.ts'
import { downloadSlowly } from '#tests/support/slow-download.ts'
import { until } from '#tests/support/until.ts'

const intervalMs = 500
const allowed = 30

/** Notes each time until which requests to a host were to wait, as they are reserved. */
const noteTurns = `
  create table noted_turns (number bigint generated always as identity, next_at bigint);
  create function note_turn() returns trigger language plpgsql as $$ begin
    insert into noted_turns (next_at) values (new.next_at);
    return new;
  end $$;
  create trigger note_turn after insert or update on upstream_gate
    for each row execute function note_turn()`

/** Lets no minute of a limit end while the tests run, however long they take. */
const longMinutes = `
  create function stretch_limit() returns trigger language plpgsql as $$ begin
    new.expire = new.expire + 86400000;
    return new;
  end $$;
  create trigger stretch_limit before insert on rate_limits
    for each row execute function stretch_limit()`

/** Waits for the tests of sources after the first start: they take turns too. */
function sourcesTested({ db }: Cluster): Promise<void> {
  const tested = "select count(*) from jobs where kind = 'source-tests' and state = 'done'"
  return until(async () => expect(await db.value<number>(tested)).toBe(1))
}

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({
    settings: { extractionRequestsPerSecond: 1000 / intervalMs, rateLimitPerMinute: allowed },
    prepare: async (db) => {
      await db.run(noteTurns)
      await db.run(longMinutes)
    },
  })
  await sourcesTested(cluster)
})
afterAll(() => cluster?.close())
renewAfterFailures(() => cluster)

let network = 0
/** A visitor from a network that no one came from before. */
const visitor = () => {
  network += 1
  return { 'X-Forwarded-For': `198.18.${network >> 8}.${network & 255}` }
}

/** The last turn noted so far. */
const lastTurn = ({ db }: Cluster) =>
  db.value<number>('select coalesce(max(number), 0) from noted_turns')

/**
 * Until when the next request was to wait after each one, in unix milliseconds of the database,
 * since one was noted.
 */
const turnsSince = (db: Cluster['db'], number: number) =>
  db.column<number>('select next_at from noted_turns where number > ? order by number', number)

/** The least time between two turns. */
const leastGap = (turns: number[]) =>
  Math.min(...turns.slice(1).map((turn, index) => turn - (turns[index] ?? turn)))

async function lookUp(
  { origin }: { origin: string },
  url: string,
  headers: Record<string, string> = visitor(),
): Promise<{ status: number; html: string }> {
  const body = new URLSearchParams({ url })
  const answer = await fetch(`${origin}/`, { method: 'POST', headers, body })
  return { status: answer.status, html: await answer.text() }
}

async function each<T>(work: (app: AppServer, index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(cluster.processes.map(work))
}

/** Has the service hold back its answer that a post is gone. Returns what lets it answer. */
function holdAnswer(postId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  cluster.extraction.script(postId, async (lookup) => {
    await promise
    fail(lookup, messages.parsingFailed)
  })
  return resolve
}

test('S50, R31: a setting would hold at the process only that saved it', async () => {
  const [a, b, c] = cluster.processes
  const operator = await cluster.operator(a)
  for (const siteName of ['Renamed', 'Renamed again', 'Renamed at last']) {
    const titles = () =>
      each(async ({ origin }) => (await (await fetch(origin)).text()).includes(`>${siteName}<`))
    // The page caches hold the page of before.
    for (let times = 0; times < 2; times += 1) expect(await titles()).toEqual([false, false, false])
    const saved = await saveTab(operator, 'general', { siteName })
    expect(saved.status).toBe(302)
    const headers = { Cookie: operator.cookie() }
    for (const { origin } of [b, c]) {
      const page = await fetch(`${origin}/admin/settings`, { headers })
      expect(await page.text()).toContain(`value="${siteName}"`)
    }
    await expect.poll(titles, { interval: 20 }).toEqual([true, true, true])
  }
})

test('S9, R31: a removed post would go on, or begin, where its removal was not made', async () => {
  const [a, ...others] = cluster.processes
  const post = fakePost('mediaCrawl', 901)
  const { html } = await lookUp(a, post.url)
  const href = await saveLinkIn(a, html)
  const streams = await Promise.all(
    others.map(async ({ origin }) => {
      const answer = await fetch(origin + href, { headers: visitor() })
      expect(answer.status).toBe(200)
      return answer
    }),
  )
  const ends = streams.map((answer) =>
    answer.arrayBuffer().then(
      () => 'whole',
      () => 'cut',
    ),
  )
  const operator = await cluster.operator(a)
  const page = `/admin/videos/change/remove?id=${post.postId}`
  const removed = await operator.post(page, { reason: 'A notice by mail', id: post.postId })
  expect(removed.status).toBe(302)
  expect(await each(async ({ origin }) => (await fetch(origin + href)).status)).toEqual([
    451, 451, 451,
  ])
  expect(await Promise.all(ends)).toEqual(['cut', 'cut'])
})

test('S50, R31: a network would get as many look-ups more as there are processes, or by a restart', async () => {
  const post = fakePost('video', 902)
  expect((await lookUp(cluster, post.url)).status).toBe(200)
  const busy = visitor()
  const statuses: number[] = []
  await each(async (app) => {
    // One after the other, since a process has few places for one visitor.
    for (let n = 0; n < allowed; n += 1) statuses.push((await lookUp(app, post.url, busy)).status)
  })
  expect(statuses.filter((status) => status === 200)).toHaveLength(allowed)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2 * allowed)
  const [, b] = cluster.processes
  await b.stop('SIGKILL')
  const started = await cluster.replace(b)
  expect((await lookUp(started, post.url, busy)).status).toBe(429)
  expect((await lookUp(started, post.url)).status).toBe(200)
})

test('S20, R31: a password could be guessed as often again at each process', async () => {
  const email = 'ann@site.example'
  await addUser(cluster.db, { email })
  const guess = async (password: string, origin = cluster.origin) =>
    (await createBrowser({ origin }).post('/admin/login', { email, password }, visitor())).status
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(`Wrong ${n}`)))
  expect(answers).not.toContain(302)
  const failures = "select failures from sign_in_attempts where key like 'account:%'"
  expect(await cluster.db.column(failures)).toEqual([5])
  // The next block lasts longer than a test can take.
  await cluster.db.run(
    "update sign_in_attempts set failures = 12, blocked_until = 0 where key like 'account:%'",
  )
  expect(await guess('Wrong again')).not.toBe(302)
  const right = await each(({ origin }) => createBrowser({ origin }).signIn(email, {}))
  expect(right.map(({ status }) => status)).not.toContain(302)
})

test('R1, R31: the service would be asked by each process at its own pace, and refuse the site', async () => {
  const before = await lastTurn(cluster)
  cluster.extraction.requests.length = 0
  const posts = Array.from({ length: 6 }, (_, n) => fakePost('video', 910 + n))
  const found = await Promise.all(posts.map(({ url }) => lookUp(cluster, url)))
  expect(found.map(({ status }) => status)).toEqual(posts.map(() => 200))
  // That each waits for its turn is shown by tests/postgres/shared.postgres.test.ts.
  const turns = await turnsSince(cluster.db, before)
  expect([turns.length, cluster.extraction.requests.length]).toEqual([posts.length, posts.length])
  expect(leastGap(turns)).toBeGreaterThanOrEqual(intervalMs)
})

describe('TikTok’s own pages', () => {
  let platform: Platform
  let pages: Cluster
  beforeAll(async () => {
    platform = await startPlatform()
    pages = await startCluster({
      env: platform.env,
      // Test look-ups of the others would take turns too.
      settings: { platforms: ['tiktok'] },
      prepare: (db) => db.run(noteTurns),
    })
    await sourcesTested(pages)
  })
  afterAll(async () => {
    await pages?.close()
    await platform?.close()
  })

  test('R1, R31: TikTok would be asked by each process at its own pace, and refuse the site', async () => {
    const before = await lastTurn(pages)
    platform.requests.length = 0
    const posts = Array.from({ length: 5 }, (_, n) => platformPost('video', 910 + n))
    const found = await Promise.all(posts.map(({ url }) => lookUp(pages, url)))
    expect(found.map(({ status }) => status)).toEqual(posts.map(() => 200))
    const turns = await turnsSince(pages.db, before)
    const asks = platform.requests.filter(({ path }) => path.includes('/video/7'))
    expect([turns.length, asks.length]).toEqual([posts.length, posts.length])
    expect(leastGap(turns)).toBeGreaterThanOrEqual(1_000)

    const crowd = platformPost('video', 920)
    const all = await Promise.all(Array.from({ length: 100 }, () => lookUp(pages, crowd.url)))
    expect(all.filter(({ status }) => status !== 200)).toEqual([])
    const ofCrowd = platform.requests.filter(({ path }) => path.includes(`/video/${crowd.postId}`))
    expect(ofCrowd).toHaveLength(1)
  })

  test('R31, R32: a process would go on asking TikTok after it has refused another, or pause for longer', async () => {
    const [a, b, c] = pages.processes
    const refuseKnown = (name: string | null) => {
      for (const link of canaryLinks) platform.setBehaviour(link.split('/').at(-1) ?? '', name)
    }
    refuseKnown('forbidden')
    for (const serial of [1, 2]) await lookUp(a, platformPost('forbidden', 940 + serial).url)
    const isPaused = async ({ origin }: AppServer) =>
      (await (await fetch(origin)).text()).includes('TikTok look-ups are paused.')
    for (const app of [a, b, c]) await expect.poll(() => isPaused(app)).toBe(true)
    const asked = platform.requests.length
    for (const [n, app] of [a, b, c].entries()) {
      expect((await lookUp(app, platformPost('video', 950 + n).url)).status).toBe(503)
    }
    expect(platform.requests.length).toBe(asked)

    refuseKnown(null)
    const operator = await pages.operator(c)
    await operator.post('/admin/settings/api', { intent: 'test', source: 'native' })
    for (const app of [a, b, c]) await expect.poll(() => isPaused(app)).toBe(false)
    for (const [n, app] of [a, b, c].entries()) {
      expect((await lookUp(app, platformPost('video', 960 + n).url)).status).toBe(200)
    }
  })
})

test('R1, R31: each process would ask a slow service for a new post that many visitors want', async () => {
  const { extraction, db } = cluster
  const post = fakePost('slow', 925)
  const crowds = await each((app) =>
    Promise.all(Array.from({ length: 20 }, () => lookUp(app, post.url))),
  )
  expect(new Set(crowds.flat().map(({ status }) => status))).toEqual(new Set([200]))
  expect(extraction.lookups(post.postId)).toBe(1)

  // Its answer is all the same when there is no post.
  const [a, b, c] = cluster.processes
  const claim = (column: string, { postId }: { postId: string }) =>
    db.value<number>(`select ${column} from lookup_claims where key = ?`, postId)
  for (const [index, [first, other]] of [[a, b] as const, [b, c] as const].entries()) {
    const gone = fakePost('slowGone', 930 + index)
    const answer = holdAnswer(gone.postId)
    const asking = lookUp(first, gone.url)
    await expect.poll(() => claim('count(*)', gone)).toBe(1)
    const waiting = lookUp(other, gone.url)
    // Set by those who wait.
    await expect.poll(() => claim('is_urgent', gone)).toBe(1)
    answer()
    const answers = await Promise.all([asking, waiting])
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(extraction.lookups(gone.postId)).toBe(1)
  }

  // A process that is killed with a claim holds a visitor up for seconds.
  const left = fakePost('video', 927)
  const answer = holdAnswer(left.postId)
  const lost = lookUp(a, left.url).catch(() => null)
  await expect.poll(() => claim('count(*)', left)).toBe(1)
  await expect.poll(() => extraction.lookups(left.postId)).toBe(1)
  await a.stop('SIGKILL')
  const lease = await claim('(claimed_until - extract(epoch from now()) * 1000)::int', left)
  expect(lease).toBeLessThan(15_000)
  extraction.script(left.postId)
  expect((await lookUp(b, left.url)).status).toBe(200)
  answer()
  await lost
  await cluster.replace(a)
  expect(await claim('count(*)', post)).toBe(0)
})

test('R7, R31: a process would go on asking a service that has refused another one', async () => {
  const [a, b] = cluster.processes
  const before = await lastTurn(cluster)
  const refused = lookUp(a, fakePost('perSecondOnce', 932).url)
  // The turn of its first request, and the hold.
  const turns = () => turnsSince(cluster.db, before)
  await expect.poll(async () => (await turns()).length).toBeGreaterThanOrEqual(2)
  expect((await lookUp(b, fakePost('video', 931).url)).status).toBe(200)
  expect((await refused).status).toBe(200)
  const [first = 0, heldUntil = 0, ...later] = await turns()
  expect(heldUntil - first).toBeGreaterThan(1_000 - intervalMs)
  expect(later).toHaveLength(2)
  expect(Math.min(...later)).toBeGreaterThanOrEqual(heldUntil + intervalMs)
})

test('R31: a page that asks another process would not learn what has become of its download', async () => {
  const [a, b] = cluster.processes
  const found = await lookUp(a, fakePost('big', 961).url)
  const link = `${await saveLinkIn(a, found.html)}&t=a1b2c3d4e5f6g7h8`
  const headers = visitor()
  const state = async () => (await fetch(`${b.origin}${link}&state`, { headers })).json()
  const download = await downloadSlowly(a.origin + link, 2_000, headers)
  await expect.poll(state).toMatchObject({ state: 'sending', total: 24_000_000 })
  download.hurry()
  await expect.poll(state).toEqual({ state: 'sent', direct: false })
})
