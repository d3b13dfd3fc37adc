// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deDocuments } from '#app/i18n/documents/de.ts'
import { enDocuments } from '#app/i18n/documents/en.ts'
import { type PlayedX, startX } from '#tests/fakes/platforms/x.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

const { supported } = enDocuments

let x: PlayedX
let world: ModeratedApp

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
