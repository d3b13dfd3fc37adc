// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlayedX, startX } from '#tests/fakes/platforms/x.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

let world: ModeratedApp
let x: PlayedX

beforeAll(async () => {
  x = await startX()
  const closed = `127.0.0.1:${await freePort()}`
  world = await startModeratedApp({
    ...x.env,
    PLATFORM_ORIGINS: `${x.env.PLATFORM_ORIGINS},instagram=http://${closed}`,
    TRUSTED_UPSTREAMS: `${x.env.TRUSTED_UPSTREAMS},${closed}`,
  })
})
afterAll(async () => {
  await world?.close()
  await x?.close()
})

test('a platform that changed its page is named to operators, and TikTok isn’t blamed', async () => {
  x.failKnown('shape')
  await world.operator.post('/admin/settings/api', { intent: 'test platform', platform: 'x' })
  const notices = await world.operator.html('/admin/notifications')
  expect(notices).toContain('Test look-ups fail: X')
  expect(notices).toContain('it has changed its page')
  expect(notices).toContain('Visitors’ links to X probably fail too.')
  expect(notices).not.toContain('links to TikTok')
  const system = await world.operator.html('/admin/system')
  expect(system.replace(/<[^>]+>/g, ' ')).toMatch(/\bX\s+.{0,400}Test look-ups fail/s)
  expect(system).toContain('last test: ')
})

test('a test of a platform that can’t be reached says so, not that look-ups wait', async () => {
  const test = { intent: 'test platform', platform: 'instagram' }
  const answer = await world.operator.post('/admin/settings/api', test)
  const [said] = /It doesn’t work: [^<]*/.exec(await answer.text()) ?? []
  expect(said).toMatch(/^It doesn’t work: no connection/)
})
