// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { finishJob } from '#tests/mail/mail-world.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { lastEnd } from '#tests/support/recurring-jobs.ts'
import { until } from '#tests/support/until.ts'

const [first = '', second = ''] = canaryLinks.map((link) => link.split('/').at(-1) ?? '')
const missing = '1000000000000000001'

let platform: Platform
let world: ModeratedApp

beforeAll(async () => {
  platform = await startPlatform()
  platform.setBehaviour(missing, 'flag_taken_down')
  world = await startModeratedApp({
    ...platform.env,
    EXTRACTION_API_URL: '',
    EXTRACTION_SOURCES: '',
  })
  for (const other of ['x', 'bluesky', 'pinterest']) {
    const off = { intent: 'platform off', platform: other }
    await world.operator.post('/admin/settings/api', off)
  }
  // The first run comes by itself soon after the start, and would count as one of a test's.
  await until(async () => {
    expect(await lastEnd(world.db, 'source-tests')).toEqual(expect.any(Number))
  })
})
afterAll(async () => {
  await world?.close()
  await platform.close()
})

type Row = { failures: number; failure: string | null; keys_hash: string | null }
const stored = () =>
  world.db.row<Row>(`select * from source_canaries where source = 'native' and platform = 'tiktok'`)

/** Presses Run now beside the job, and waits for its end. */
const runTests = () => finishJob({ browser: world.operator, db: world.db }, 'source-tests')

/** As if the last visitor's success was an hour ago. */
async function becomeQuiet(): Promise<void> {
  await world.app.stop()
  await world.db.run('update source_states set last_success_at = last_success_at - 3600000')
  await world.restart()
}

const asked = () => [first, second, missing].map((postId) => platform.pages(postId))
const since = (before: number[]) => asked().map((n, index) => n - (before[index] ?? 0))
const drifts = () => world.app.lines.filter((line) => line.includes('page drifted')).length

describe('R30: test look-ups', () => {
  test('R30: a source that has just served a visitor isn’t tested', async () => {
    expect((await lookUp(world.app, platformPost('video', 21).url)).status).toBe(200)
    const before = asked()
    await runTests()
    expect(since(before)).toEqual([0, 0, 0])
  })

  test('R30: an idle source is tested with a post, its bytes and a post that can’t exist', async () => {
    await becomeQuiet()
    const before = asked()
    await runTests()
    expect(since(before)).toEqual([1, 0, 1])
    expect(await stored()).toMatchObject({ failures: 0, failure: null })
    expect((await stored())?.keys_hash).toMatch(/^[0-9a-f]{16}$/)
    // Only visitors' look-ups count in the figures.
    const found = await world.db.value('select sum(lookups) from source_hours')
    expect(found).toBe(1)
  })

  test('R30: a post that is gone is no failure while the second one works', async () => {
    platform.setBehaviour(first, 'flag_taken_down')
    const before = asked()
    await runTests()
    expect(since(before)).toEqual([1, 1, 1])
    expect(await stored()).toMatchObject({ failures: 0 })
    platform.setBehaviour(first, null)
    await runTests()
    expect(drifts()).toBe(0)
  })

  test('R30: other keys in the data are logged once', async () => {
    platform.setBehaviour(first, 'slideshow')
    await runTests()
    await runTests()
    // A line of the log can arrive after what it says is stored.
    await expect.poll(drifts).toBe(1)
    platform.setBehaviour(first, null)
    await runTests()
    await expect.poll(drifts).toBe(2)
  })

  test('R30: after the second failure operators are notified, until a look-up works', async () => {
    for (const postId of [first, second]) platform.setBehaviour(postId, 'flag_private')
    await runTests()
    expect(await world.operator.html('/admin/notifications')).not.toContain('working')
    await runTests()
    expect(await stored()).toMatchObject({
      failures: 2,
      failure: expect.stringContaining('private'),
    })
    const bell = await world.operator.html('/admin/notifications')
    expect(bell).toContain('TikTok’s own pages aren’t working')
    expect(await world.operator.html('/admin/settings/api')).toContain('Test look-ups fail')
    expect((await lookUp(world.app, platformPost('video', 22).url)).status).toBe(200)
    expect(await world.operator.html('/admin/notifications')).not.toContain('working')
  })

  test('R30: turned off, nothing is tried and no one is notified', async () => {
    await becomeQuiet()
    const answer = await saveTab(world.operator, 'api', { canary: null })
    expect(answer.status).toBe(302)
    const before = asked()
    await runTests()
    expect(since(before)).toEqual([0, 0, 0])
    await saveTab(world.operator, 'api', { canary: 'on' })
  })

  test('S50: the test posts are the operator’s, full links only', async () => {
    const own = platformPost('video', 23)
    await saveTab(world.operator, 'api', { canaryLinks: own.url })
    await runTests()
    expect(platform.pages(own.postId)).toBe(1)
    const short = await saveTab(world.operator, 'api', { canaryLinks: own.shortUrls.vm })
    expect([short.status, await short.text()]).toEqual([
      400,
      expect.stringContaining('Enter links to posts'),
    ])
  })
})

test('R30: a server that has never reached the platform asks nothing and notifies no one, and System shows that a test server is used instead', async () => {
  const offline = await startModeratedApp({
    EXTRACTION_API_URL: '',
    EXTRACTION_SOURCES: 'native',
    PLATFORM_ORIGINS: 'tiktok=http://127.0.0.1:9',
    TRUSTED_UPSTREAMS: '127.0.0.1:9',
  })
  try {
    const system = await offline.operator.html('/admin/system')
    expect(system).toMatch(/PLATFORM_ORIGINS<\/span><span data-tone="bad"[^>]*>For tests only/)
    expect(system).toContain('Every post is looked up at http://127.0.0.1:9')
    for (let time = 0; time < 2; time += 1) {
      await finishJob({ browser: offline.operator, db: offline.db }, 'source-tests')
    }
    expect(await offline.db.value('select count(*) from source_canaries')).toBe(0)
    expect(await offline.operator.html('/admin/notifications')).not.toContain('working')
  } finally {
    await offline.close()
  }
})
