// @module-tag whole
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fill } from '#app/i18n/catalogue.ts'
import { deDocuments } from '#app/i18n/documents/de.ts'
import { enDocuments } from '#app/i18n/documents/en.ts'
import { type Platform, startPlatform } from '#tests/fakes/platform-pages.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

const { asked } = enDocuments

let platform: Platform
let world: ModeratedApp

beforeAll(async () => {
  platform = await startPlatform()
  world = await startModeratedApp({ ...platform.env, EXTRACTION_SOURCES: '' })
})
afterAll(async () => {
  await world?.close()
  await platform.close()
})

const privacy = async (app: AppServer, language = '') =>
  (await fetch(`${app.origin}${language}/privacy`)).text()
const change = (what: string) =>
  world.operator.post('/admin/settings/api', { source: 'service', intent: what })

test('S50: the privacy page names the service while it’s on, and no one once it’s off', async () => {
  const named = fill(asked.service, { hosts: world.extraction.hostPort })
  // The second one is a kept page.
  for (let time = 0; time < 2; time += 1) {
    const page = await privacy(world.app)
    expect([page.includes(asked.platform), page.includes(named)]).toEqual([true, true])
    expect(page).not.toContain(asked.noThirdParty)
  }
  await change('off')
  const page = await privacy(world.app)
  expect([page.includes(asked.platform), page.includes(asked.noThirdParty)]).toEqual([true, true])
  expect(page).not.toContain(world.extraction.hostPort)
  expect(page).toContain(fill(asked.others, { platforms: 'X, Bluesky, or Pinterest' }))
  expect(page).toContain(asked.bluesky)
  expect(page).not.toContain(asked.proxy)
  expect(await privacy(world.app, '/de')).toContain(deDocuments.asked.noThirdParty)
  await change('on')
  expect(await privacy(world.app)).toContain(named)
})

test('S50: the privacy page mentions the proxy and yt-dlp, but not their addresses', async () => {
  const app = await startApp({
    ...platform.env,
    EXTRACTION_SOURCES: 'native,ytdlp',
    OUTBOUND_PROXY: 'http://127.0.0.1:9',
    YTDLP_PATH: '/opt/programs/yt-dlp',
  })
  onTestFinished(() => discardApp(app))
  const page = await privacy(app)
  for (const text of [asked.platform, asked.ytdlp, asked.noThirdParty, asked.proxy]) {
    expect(page).toContain(text)
  }
  expect(page).not.toMatch(/127\.0\.0\.1:9[^\d]|\/opt\/programs/)
})

test('S50: the privacy page of a demo site states that no one is asked', async () => {
  const app = await startApp()
  onTestFinished(() => discardApp(app))
  const page = await privacy(app)
  expect(page).toContain(asked.demo)
  expect(page).not.toContain(asked.platform)
})
