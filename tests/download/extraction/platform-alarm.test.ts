// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlayedX, startX } from '#tests/fakes/platforms/x.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

let world: ModeratedApp
let x: PlayedX

beforeAll(async () => {
  x = await startX()
  world = await startModeratedApp(x.env)
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
