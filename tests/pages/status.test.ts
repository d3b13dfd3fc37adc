// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deDocuments } from '#app/i18n/documents/de.ts'
import { enDocuments } from '#app/i18n/documents/en.ts'
import { esDocuments } from '#app/i18n/documents/es.ts'
import { frDocuments } from '#app/i18n/documents/fr.ts'
import { ptDocuments } from '#app/i18n/documents/pt.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { type PlayedX, startX } from '#tests/fakes/platforms/x.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

let x: PlayedX
let world: ModeratedApp
const { supported } = enDocuments
const hourMs = 3_600_000
const began = Math.floor(Date.now() / hourMs) * hourMs - 48 * hourMs

beforeAll(async () => {
  x = await startX()
  world = await startModeratedApp({
    PLATFORM_ORIGINS: `x=${x.origin}`,
    EXTRACTION_SOURCES: 'service',
    TRUSTED_UPSTREAMS: x.hostPort,
  })
})
afterAll(async () => {
  await world?.close()
  await x.close()
})

/** The states on the page by platform. */
async function states(page = '/supported'): Promise<Record<string, string>> {
  const html = await (await fetch(world.app.origin + page)).text()
  return Object.fromEntries(
    [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>.*?<p>([^<]+)<\/p><p[^>]*>([^<]+)<\/p>/gs)].map(
      ([, name, , state]) => [name ?? '', state ?? ''],
    ),
  )
}

test('A visitor would not learn what sites are on, nor what works', async () => {
  expect(await states()).toMatchObject({
    X: supported.untried,
    Bluesky: supported.untried,
    Streamable: supported.off,
  })
  expect((await lookUp(world.app, x.link('video'))).status).toBe(200)
  // The English page is kept for a minute.
  expect((await states('/de/supported')).X).toBe(deDocuments.supported.working)
})

test('A site that an operator turns off is named neither below the field nor as working', async () => {
  const home = () => fetch(world.app.origin).then((answer) => answer.text())
  expect(await home()).toContain('Also from X, Bluesky, and Pinterest')
  expect(await home()).toContain('Posts from X, Bluesky, and Pinterest work the same way')
  await world.operator.post('/admin/settings/api', { platform: 'x', intent: 'platform off' })
  expect(await states()).toMatchObject({ X: supported.off })
  await expect.poll(home).toContain('Also from Bluesky and Pinterest')
})

test('A visitor would paste a link of a paused site and learn of the pause too late', async () => {
  await world.db.run(
    `insert into source_states (source, platform, paused_until, pause_ms, pause_cause)
     values ('native', 'bluesky', ?, ?, 'blocked')`,
    ...[Date.now() + hourMs, hourMs],
  )
  await world.restart()
  for (const path of ['/', '/batch']) {
    const html = await (await fetch(world.app.origin + path)).text()
    const paused = [...html.matchAll(/>(\w+) look-ups are paused\. Back in about \d+ minutes\./g)]
    expect([path, ...paused.map(([, site]) => site)]).toEqual([path, 'Bluesky'])
  }
  await world.db.run(`delete from source_states where platform = 'bluesky'`)
  await world.restart()
})

describe('the status page', () => {
  beforeAll(async () => {
    await world.operator.post('/admin/settings/api', { platform: 'x', intent: 'platform on' })
    expect((await lookUp(world.app, x.link('video'))).status).toBe(200)
    await world.db.run(
      `insert into platform_outages (platform, began_at, ended_at)
       values ('x', ?, ?), ('bluesky', ?, null)`,
      began,
      began + hourMs,
      began + 2 * hourMs,
    )
    // Otherwise the next look at the sources, once a minute, would end Bluesky's outage.
    await world.db.run(
      `insert into source_states (source, platform, paused_until) values ('native', 'bluesky', ?)`,
      Date.now() + 24 * hourMs,
    )
  })
  const get = (path: string) => fetch(world.app.origin + path)
  const text = async (path: string) => (await get(path)).text()

  test.each([
    ['', enDocuments],
    ['/de', deDocuments],
    ['/fr', frDocuments],
    ['/es', esDocuments],
    ['/pt', ptDocuments],
  ] as const)(
    'a visitor could not read whether a platform is down: %s/status',
    async (prefix, { status }) => {
      const html = await text(`${prefix}/status`)
      expect(html).toContain(`<h1 class="display text-4xl">${status.heading}</h1>`)
      expect(html).toContain(status.working)
      expect(html).toContain(status.failingSince.split('{')[0])
      // Off by default.
      expect(html).not.toContain('>Streamable</h2>')
      expect(html.match(/hreflang="/gi)?.length).toBeGreaterThanOrEqual(6)
      expect(html).not.toContain('entry.client')
    },
  )

  test('a program could not ask for the state, or would learn how many visitors there are', async () => {
    const answer = await get('/api/v1/status')
    expect(answer.headers.get('content-type')).toContain('application/json')
    const { site, platforms } = await answer.json()
    expect(site).toBe('working')
    const named = Object.fromEntries(
      platforms.map((one: { platform: string }) => [one.platform, one]),
    )
    expect(named.x).toMatchObject({
      title: 'X',
      state: 'working',
      failingSince: null,
      day: { percent: 100 },
      month: { percent: 100 },
    })
    expect(named.x.day.hours).toHaveLength(24)
    expect(named.x.month.days).toHaveLength(30)
    expect(named.bluesky).toMatchObject({
      state: 'failing',
      failingSince: new Date(began + 2 * hourMs).toISOString(),
    })
    expect(JSON.stringify(platforms)).not.toMatch(/lookups|count|visitor/)
  })

  test('a feed reader would miss an outage, or its end', async () => {
    const answer = await get('/status/feed.xml')
    expect(answer.headers.get('content-type')).toContain('application/atom+xml')
    const xml = await answer.text()
    const { outage, recovered } = enDocuments.status
    const titles = [...xml.matchAll(/<entry>.*?<title>([^<]+)</gs)].map(([, title]) => title)
    expect(titles).toEqual([
      outage.replace('{platform}', 'Bluesky'),
      recovered.replace('{platform}', 'X'),
    ])
    expect(xml).toContain(`<updated>${new Date(began + hourMs).toISOString()}</updated>`)
  })

  test('the page could not be found: from the footer, the sitemap and a look-up that fails', async () => {
    expect(await text('/help')).toContain('href="/status"')
    expect(await text('/sitemap.xml')).toContain('/de/status</loc>')
    const said = async (name: 'noPlay' | 'parsingFailed') => {
      const { html } = await lookUp(world.app, posts[name].url)
      return /id="lookup-error".*?<\/div>.{0,200}/s.exec(html)?.[0] ?? ''
    }
    expect(await said('noPlay')).toContain('href="/status"')
    expect(await said('parsingFailed')).not.toContain('href="/status"')
  })

  test('a feed reader would take a site without outages for one of 1970', async () => {
    await world.db.run('delete from platform_outages')
    const xml = await text('/status/feed.xml')
    expect(xml).not.toContain('<entry>')
    const age = Date.now() - Date.parse(/<updated>([^<]+)</.exec(xml)?.[1] ?? '')
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(48 * hourMs)
  })
})
