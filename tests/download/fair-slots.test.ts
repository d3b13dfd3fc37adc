// @module-tag whole
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { startSettingsWorld } from '#tests/settings/settings-in-force-world.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { runJob } from '#tests/support/recurring-jobs.ts'
import { downloadSlowly, type SlowDownload } from '#tests/support/slow-download.ts'

const world = startSettingsWorld({}, { TRUSTED_PROXIES: '127.0.0.1' })
const from = (address: string) => ({ 'X-Forwarded-For': address })
const open: SlowDownload[] = []
afterEach(async () => {
  for (const download of open.splice(0)) {
    download.hurry()
    await download.ended
  }
})

/** The address of a file of 24 MB. */
async function bigFile(serial: number): Promise<string> {
  const { html } = await lookUp(world.app, fakePost('big', serial).url)
  return world.app.origin + (await saveLinkIn(world.app, html))
}

async function download(url: string, address: string, bytesPerMs: number): Promise<SlowDownload> {
  const started = await downloadSlowly(url, bytesPerMs, from(address))
  open.push(started)
  return started
}

test('S67: one network would hold all download slots, and its slowest readers for as long as they like', async () => {
  await world.set({ maxConcurrentDownloads: 6 })
  const url = await bigFile(1)
  // Two visitors with one download each, and a /48 with the rest.
  const honest = [await download(url, '203.0.113.1', 1), await download(url, '203.0.113.2', 1)]
  const greedy: SlowDownload[] = []
  for (const [n, pace] of [2000, 1, 2000, 2000].entries()) {
    greedy.push(await download(url, `2001:db8:5:${(n * 256).toString(16)}::1`, pace))
  }
  const [first, slowest, ...others] = greedy
  // More than what waits in the sockets of the one that reads nothing.
  const received = () => Math.min(...[first, ...others].map((one) => one?.received().length ?? 0))
  await expect.poll(received).toBeGreaterThan(8_000_000)
  const newcomer = await download(url, '203.0.113.3', 10_000)
  expect(newcomer.status).toBe(200)
  newcomer.hurry()
  expect(await newcomer.ended).toBe(true)
  slowest?.hurry()
  expect(await slowest?.ended).toBe(false)

  // The place that the newcomer left is the network's again, but those of visitors with one are not.
  await download(url, '2001:db8:5:900::1', 1)
  const more = await fetch(url, { headers: from('2001:db8:5:a00::1') })
  expect([more.status, more.headers.get('retry-after')]).toEqual([503, '15'])
  for (const one of [...honest, first, ...others]) {
    one?.hurry()
    expect(await one?.ended).toBe(true)
  }
})

test('a download manager with more connections than a visitor may have would count as failed', async () => {
  await world.set({ maxConcurrentDownloads: 100 })
  const { db } = world
  const url = await bigFile(3)
  const asked = (range: string) => ({
    ...from('198.51.100.20'),
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    Range: range,
  })
  const begin = () => fetch(url, { headers: asked('bytes=0-999') })
  const rest = await downloadSlowly(url, 1, asked('bytes=1000-'))
  open.push(rest)
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  // Kept until then: one that nothing holds any more is given up.
  const others: Response[] = []
  for (let n = 2; n <= 12; n += 1) {
    const init = { headers: asked(`bytes=${n * 1000}-`), signal: leaving.signal }
    others.push(await fetch(url, init))
  }
  expect((await begin()).status).toBe(429)
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 206))
  leaving.abort()
  rest.hurry()
  expect(await rest.ended).toBe(true)
  await expect.poll(async () => (await (await begin()).arrayBuffer()).byteLength).toBe(1000)

  const outcomes = () =>
    db.column(
      "select coalesce(error, 'done') from analytics_events where kind = 'save' and post = ?",
      fakePost('big', 3).postId,
    )
  await expect.poll(outcomes).toContain('done')
  // No link lets any of it go on.
  await db.run('update partial_saves set expires_at = 1')
  await runJob(db, 'expired-answers')
  await expect.poll(() => db.value('select count(*) from partial_saves')).toBe(0)
  expect(await outcomes()).toEqual(['done'])
})

test('S67: one network would keep every MP3 worker and the whole queue', async () => {
  const mp3Of = async (name: 'mediaSlow' | 'video', serial: number) => {
    const { html } = await lookUp(world.app, fakePost(name, serial).url)
    return world.app.origin + (await saveLinkIn(world.app, html, 'mp3'))
  }
  const [slow, clip] = [await mp3Of('mediaSlow', 10), await mp3Of('video', 11)]
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const ask = (url: string, address: string) =>
    fetch(url, { headers: from(address), signal: leaving.signal })
  const whole = await (await ask(clip, '203.0.113.9')).arrayBuffer()
  const greedy = Array.from({ length: 12 }, () => ask(slow, '198.51.100.7').catch(() => null))
  // The rest of them run or wait, and take over a minute each.
  expect((await Promise.race(greedy))?.status).toBe(503)
  const honest = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map(async (address) => {
    const answer = await ask(clip, address)
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
  })
  for (const { status, bytes } of await Promise.all(honest)) {
    expect(status).toBe(200)
    expect(bytes).toBe(whole.byteLength)
  }
})
