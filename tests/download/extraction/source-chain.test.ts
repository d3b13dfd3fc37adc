// @module-tag whole
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill } from '#app/i18n/catalogue.ts'
import { en } from '#app/i18n/en.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import {
  oddShortLink,
  type Platform,
  platformPost,
  startPlatform,
} from '#tests/fakes/platform-pages.ts'
import { password, runAdminCli } from '#tests/support/accounts.ts'
import { elementsOf } from '#tests/support/html.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { testEngine } from '#tests/support/sql.ts'

/** What an operator keeps in case the machine is lost. */
async function backUp(): Promise<string> {
  if (testEngine === 'postgres') return world.db.dump()
  const { code, out } = await runAdminCli(world.app, ['backup'])
  expect(code).toBe(0)
  return readFileSync(out.slice(0, out.lastIndexOf(' (')), 'latin1')
}

let platform: Platform
let world: ModeratedApp

beforeAll(async () => {
  platform = await startPlatform()
  world = await startModeratedApp({
    ...platform.env,
    EXTRACTION_SOURCES: 'native,service',
    LOG_LEVEL: 'info',
  })
})
afterAll(async () => {
  await world?.close()
  await platform.close()
})

const asked = (postId: string) => [platform.pages(postId), world.extraction.lookups(postId)]

async function pageOf(link: string) {
  const { status, html } = await lookUp(world.app, link)
  return { status, html: html.replaceAll('&#x27;', "'") }
}

describe('S59: what operators can export', () => {
  test('S59: a guest token is in no figure, CSV export or backup', async () => {
    const { postId, url } = platformPost('open_refused', 9)
    const { html } = await lookUp(world.app, url)
    const saved = await fetch(world.app.origin + (await saveLinkIn(world.app, html)))
    expect(saved.status).toBe(200)
    await saved.arrayBuffer()
    const token = [...platform.grants.values()].find((grant) => grant.postId === postId)?.token
    const made = await world.operator.post('/admin/system', {
      intent: 'make-token',
      ownPassword: password,
    })
    const metricsToken = elementsOf(await made.text()).find(
      ({ attributes }) => 'data-token' in attributes,
    )?.text
    const metrics = await fetch(`${world.app.origin}/metrics`, {
      headers: { Authorization: `Bearer ${metricsToken}` },
    })
    const figures = await metrics.text()
    expect(figures).toMatch(
      /^cleanclip_source_lookups_total\{source="native",platform="tiktok",outcome="found"\} [1-9]/m,
    )
    expect(figures).toMatch(/^cleanclip_source_up\{part="native"\} [01]$/m)
    const exports = ['users', 'videos', 'dmca', 'backlinks', 'audit', 'analytics']
    const csv = await Promise.all(
      exports.map(async (name) => {
        const answer = await world.operator.get(`/admin/${name}/export.csv`)
        return [name, answer.status, await answer.text()] as const
      }),
    )
    for (const [name, status] of csv) expect([name, status]).toEqual([name, 200])
    expect(csv.find(([name]) => name === 'videos')?.[2]).toContain(postId)
    const backup = await backUp()
    expect(backup).toContain(postId)
    expect(token).toMatch(/^TOKEN-\d+$/)
    for (const text of [figures, backup, ...csv.map(([, , body]) => body)]) {
      expect(text.includes(String(token))).toBe(false)
    }
  })
})

describe('R30: the sources of a live app', () => {
  test("R30: a post that the platform's page gives is asked of nothing else", async () => {
    const { postId, url } = platformPost('video', 1)
    expect((await pageOf(url)).status).toBe(200)
    expect(asked(postId)).toEqual([1, 0])
  })

  test("R30: a page without the post's data goes on to the service", async () => {
    const { postId, url } = platformPost('no_scope', 1)
    expect((await pageOf(url)).status).toBe(200)
    expect(asked(postId)).toEqual([2, 1])
  })

  test('R30: a page that leads to sign-in goes on to the service, and alone isn’t remembered', async () => {
    const { postId, url } = platformPost('login', 1)
    const found = await pageOf(url)
    expect([found.status, found.html.includes('/save/')]).toEqual([200, true])
    expect(asked(postId)).toEqual([1, 1])
    const alone = platformPost('login', 2)
    world.extraction.script(alone.postId, 'status500')
    const refused = await pageOf(alone.url)
    expect([refused.status, refused.html.includes(en.hints.private)]).toEqual([503, false])
    platform.setBehaviour(alone.postId, 'video')
    expect((await pageOf(alone.url)).status).toBe(200)
    expect(platform.pages(alone.postId)).toBe(2)
    // A known post was asked for: the next test's has to be a minute later.
    await world.restart()
  })

  test.each([
    ['flag_private', en.hints.private],
    ['age', fill(en.hints.age, { site: 'TikTok' })],
    ['flag_reviewing', fill(en.hints.restricted, { site: 'TikTok' })],
  ])('R30: %s is final: the service is not asked, and the reason is named', async (name, hint) => {
    const { postId, url } = platformPost(name, 1)
    for (let time = 0; time < 2; time += 1) {
      const { status, html } = await pageOf(url)
      expect(status).toBe(404)
      expect(html).toContain(en.errors.failed)
      expect(html).toContain(hint)
    }
    // The verdict is remembered, so the second look-up asked no one.
    expect(asked(postId)).toEqual([1, 0])
  })

  test('R30: the service can find what the platform calls gone', async () => {
    const { postId, url } = platformPost('flag_taken_down', 1)
    expect((await pageOf(url)).status).toBe(200)
    expect(asked(postId)).toEqual([1, 1])
    const both = platformPost('flag_taken_down', 2)
    world.extraction.script(both.postId, 'parsingFailed')
    const { status, html } = await pageOf(both.url)
    expect([status, html.includes(en.hints.gone)]).toEqual([404, true])
    expect(asked(both.postId)).toEqual([1, 1])
  })

  test('S9: a removed post stays removed, whatever the source and the form of the link', async () => {
    const post = platformPost('video', 2)
    expect((await pageOf(post.url)).status).toBe(200)
    await world.change('remove', [post.postId])
    const before = asked(post.postId)
    // From here on only the service would have it.
    platform.setBehaviour(post.postId, 'no_scope')
    const { postId } = post
    const forms = [
      post.url,
      post.photoUrl,
      postId,
      `https://m.tiktok.com/v/${postId}.html`,
      `https://www.tiktok.com/embed/v2/${postId}`,
    ]
    for (const form of forms) expect([form, (await pageOf(form)).status]).toEqual([form, 451])
    expect(asked(postId)).toEqual(before)
    platform.setBehaviour(postId, null)
    for (const form of [post.shortUrls.vm, post.shortUrls.www, oddShortLink('H', postId)]) {
      const { status, html } = await pageOf(form)
      expect([form, status, html.includes('/save/')]).toEqual([form, 451, false])
    }
  })

  test('S9: a restored post is looked up again, without what was remembered of it', async () => {
    const { postId, url } = platformPost('video', 5)
    expect((await pageOf(url)).status).toBe(200)
    await world.change('remove', [postId])
    await world.change('restore', [postId])
    platform.setBehaviour(postId, 'flag_private')
    expect((await pageOf(url)).status).toBe(404)
    await world.change('remove', [postId])
    expect((await pageOf(url)).status).toBe(451)
    await world.change('restore', [postId])
    platform.setBehaviour(postId, 'video')
    expect((await pageOf(url)).status).toBe(200)
  })

  test('S9: a takedown during a look-up ends it before the next source is asked', async () => {
    const { postId, url } = platformPost('video', 6)
    expect((await pageOf(url)).status).toBe(200)
    await world.db.run('delete from extractions where post_id = ?', postId)
    platform.setBehaviour(postId, 'hang')
    const waiting = pageOf(url)
    await expect.poll(() => platform.pages(postId)).toBe(2)
    await world.change('remove', [postId])
    expect((await waiting).status).toBe(451)
    expect(asked(postId)).toEqual([2, 0])
  })

  test('R30: a confirmed challenge pauses the one source; the other goes on, and both are counted', async () => {
    for (const link of canaryLinks) platform.setBehaviour(link.split('/').at(-1) ?? '', 'challenge')
    const first = platformPost('challenge', 1)
    expect((await pageOf(first.url)).status).toBe(200)
    // One more request under our own name, and the challenge is never answered.
    expect(asked(first.postId)).toEqual([2, 1])
    const next = platformPost('video', 3)
    expect((await pageOf(next.url)).status).toBe(200)
    expect(asked(next.postId)).toEqual([0, 1])
    const system = await world.operator.html('/admin/system')
    expect(system).toContain('Degraded: paused')
    const both = platformPost('video', 4)
    world.extraction.script(both.postId, 'status500')
    const { status, html } = await pageOf(both.url)
    expect([status, html.includes(en.errors.unexpected)]).toEqual([503, true])
    // Not all of them are paused.
    expect(html).toContain(en.hints.unavailable)
    expect(world.app.lines.join('\n')).not.toContain('tester/video')
  })

  test('R30: the figures of each source outlive a restart', async () => {
    await world.restart()
    const rows = await world.db.rows(`select source, outcome, sum(lookups) as n from source_hours
         group by source, outcome order by source, outcome`)
    expect(rows).toEqual([
      { source: 'native', outcome: 'blocked', n: 2 },
      { source: 'native', outcome: 'challenged', n: 1 },
      { source: 'native', outcome: 'found', n: expect.any(Number) },
      { source: 'native', outcome: 'no_post', n: expect.any(Number) },
      { source: 'native', outcome: 'shape', n: 1 },
      { source: 'native', outcome: 'timeout', n: 1 },
      { source: 'service', outcome: 'found', n: expect.any(Number) },
      { source: 'service', outcome: 'http_status', n: 2 },
      { source: 'service', outcome: 'no_post', n: 1 },
    ])
    const system = await world.operator.html('/admin/system')
    expect(system).toMatch(/\d+% of \d+ look-ups in 24 hours, about \d+ ms each/)
    expect(system).toContain('(it asked for proof of a browser)')
  })
})
