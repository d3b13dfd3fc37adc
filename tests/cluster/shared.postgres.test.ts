// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { type Cluster, startCluster } from '#tests/support/cluster.ts'
import { saveLinkIn } from '#tests/support/live-app.ts'

const intervalMs = 500
const allowed = 30

/** Notes each time until which requests to the service were to wait, as they are reserved. */
const noteTurns = `
  create table noted_turns (number bigint generated always as identity, next_at bigint);
  create function note_turn() returns trigger language plpgsql as $$ begin
    insert into noted_turns (next_at) values (new.next_at);
    return new;
  end $$;
  create trigger note_turn after insert or update on upstream_gate
    for each row execute function note_turn()`

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({
    settings: { extractionRequestsPerSecond: 1000 / intervalMs, rateLimitPerMinute: allowed },
    prepare: (db) => db.run(noteTurns),
  })
})
afterAll(() => cluster?.close())

let network = 0
/** A visitor from a network that no one came from before. */
const visitor = () => ({ 'X-Forwarded-For': `203.0.113.${++network}` })

/** Until when each request was to wait for its turn, in unix milliseconds, since one was noted. */
const turnsSince = (db: Cluster['db'], number = 0) =>
  db.column<number>('select next_at from noted_turns where number > ? order by number', number)

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

/** When the service was asked, in unix milliseconds, in order. */
const asked = () =>
  cluster.extraction.requests.map(({ at }) => performance.timeOrigin + at).sort((a, b) => a - b)

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
    const at = performance.now()
    const headers = { Cookie: operator.cookie() }
    for (const { origin } of [b, c]) {
      const page = await fetch(`${origin}/admin/settings`, { headers })
      expect(await page.text()).toContain(`value="${siteName}"`)
    }
    await expect.poll(titles, { interval: 20 }).toEqual([true, true, true])
    expect(performance.now() - at).toBeLessThan(5_000)
  }
})

test('S9, R31: a removed post would go on, or begin, where its removal was not made', async () => {
  const [a, ...others] = cluster.processes
  const post = fakePost('mediaSlow', 901)
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
  const at = performance.now()
  const page = `/admin/videos/change/remove?id=${post.postId}`
  const removed = await operator.post(page, { reason: 'A notice by mail', id: post.postId })
  expect(removed.status).toBe(302)
  expect(await each(async ({ origin }) => (await fetch(origin + href)).status)).toEqual([
    451, 451, 451,
  ])
  expect(await Promise.all(ends)).toEqual(['cut', 'cut'])
  expect(performance.now() - at).toBeLessThan(2_000)
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
  const right = await each(({ origin }) => createBrowser({ origin }).signIn(email, {}))
  expect(right.map(({ status }) => status)).not.toContain(302)
})

test('R1, R31: the service would be asked by each process at its own pace, and refuse the site', async () => {
  const notedBefore = await cluster.db.value<number>('select max(number) from noted_turns')
  cluster.extraction.requests.length = 0
  const posts = Array.from({ length: 6 }, (_, n) => fakePost('video', 910 + n))
  const found = await Promise.all(posts.map(({ url }) => lookUp(cluster, url)))
  expect(found.map(({ status }) => status)).toEqual(posts.map(() => 200))
  const turns = (await turnsSince(cluster.db, notedBefore)).map((nextAt) => nextAt - intervalMs)
  expect(turns).toHaveLength(posts.length)
  for (const [index, turn] of turns.entries()) {
    if (index > 0) expect(turn - Number(turns[index - 1])).toBeGreaterThanOrEqual(intervalMs)
    // Timers may end a moment early.
    expect(asked()[index]).toBeGreaterThan(turn - 5)
  }
})

test('R1, R31: TikTok would be asked by each process at its own pace, and refuse the site', async () => {
  const platform = closing(await startPlatform())
  const pages = closing(
    await startCluster({
      env: platform.env,
      prepare: (db) => db.run(noteTurns),
    }),
  )
  const posts = Array.from({ length: 5 }, (_, n) => platformPost('video', 910 + n))
  const found = await Promise.all(posts.map(({ url }) => lookUp(pages, url)))
  expect(found.map(({ status }) => status)).toEqual(posts.map(() => 200))
  const turns = await turnsSince(pages.db)
  const askedAt = platform.requests
    .filter(({ path }) => path.includes('/video/7'))
    .map(({ at }) => performance.timeOrigin + at)
    .sort((a, b) => a - b)
  expect([turns.length, askedAt.length]).toEqual([posts.length, posts.length])
  for (const [index, turn] of turns.entries()) {
    if (index === 0) continue
    const before = Number(turns[index - 1])
    expect(turn - before).toBeGreaterThanOrEqual(1_000)
    // Timers may end a moment early.
    expect(askedAt[index]).toBeGreaterThan(before - 5)
  }

  const crowd = platformPost('video', 920)
  const all = await Promise.all(Array.from({ length: 100 }, () => lookUp(pages, crowd.url)))
  expect(all.filter(({ status }) => status !== 200)).toEqual([])
  const asks = platform.requests.filter(({ path }) => path.includes(crowd.postId))
  expect([1, 2]).toContain(asks.length)
})

test('R7, R31: a process would go on asking a service that has refused another one', async () => {
  const [a, b] = cluster.processes
  // Turns that are reserved ahead look like a hold.
  const ahead =
    'select count(*) from upstream_gate where next_at > extract(epoch from now()) * 1000'
  await expect.poll(() => cluster.db.value(ahead)).toBe(0)
  cluster.extraction.requests.length = 0
  const refused = lookUp(a, fakePost('perSecondOnce', 930).url)
  const holds = `select count(*) from upstream_gate
    where next_at > extract(epoch from now()) * 1000 + ${intervalMs}`
  await expect.poll(() => cluster.db.value(holds), { interval: 5 }).toBe(1)
  expect((await lookUp(b, fakePost('video', 931).url)).status).toBe(200)
  expect((await refused).status).toBe(200)
  const [first = 0, second = 0] = asked()
  expect(second - first).toBeGreaterThan(1_000)
})
