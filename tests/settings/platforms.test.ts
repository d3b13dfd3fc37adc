// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastChange, storedSetting } from '#tests/settings/settings-world.ts'
import { elementsOf } from '#tests/support/html.ts'
import { lookUp } from '#tests/support/live-app.ts'
import {
  type ModeratedApp,
  operatorEmail,
  startModeratedApp,
} from '#tests/support/moderated-app.ts'

const page = '/admin/settings/api'
/** No platform can be reached here. */
const post = 'https://x.com/somebody/status/1790000000000000001'

let world: ModeratedApp
beforeAll(async () => {
  world = await startModeratedApp()
})
afterAll(() => world?.close())

const press = (intent: string, platform?: string) =>
  world.operator.post(page, { intent, ...(platform !== undefined && { platform }) })

async function rowOf(platform: string): Promise<string> {
  const elements = elementsOf(await world.operator.html(page))
  const row = elements.find(({ attributes }) => attributes.id === `platform-${platform}`)
  return row?.text.replace(/\s+/g, ' ') ?? ''
}

test('a platform that operators turn off would still be asked, or be refused without its name', async () => {
  expect(await rowOf('x')).toContain('Turn off')
  expect((await press('platform off', 'x')).status).toBe(302)
  expect(await rowOf('x')).toContain('Turn on')
  expect(await lastChange(world.db)).toMatchObject({
    actor: operatorEmail,
    after: { platforms: ['tiktok', 'bluesky', 'pinterest'] },
  })
  const refused = await lookUp(world.app, post)
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('X is turned off on this site.')
  const unknown = await lookUp(world.app, 'https://www.threads.net/@somebody/post/Cabc')
  expect(unknown.html).toContain('Threads isn’t supported.')
})

test('a platform that may fail could not be turned on, nor its sensitive posts allowed', async () => {
  expect(await rowOf('streamable')).toContain('Turn on')
  await press('platform on', 'streamable')
  await press('sensitive on', 'streamable')
  expect(await rowOf('streamable')).toContain('Refuse sensitive posts')
  expect(await storedSetting(world.db, 'sensitivePlatforms')).toEqual(['streamable'])
  await press('sensitive off', 'streamable')
  await press('platform off', 'streamable')
  expect(await rowOf('streamable')).not.toContain('sensitive')
  expect((await press('platform on', 'threads')).status).toBe(400)
})

test('an operator would not learn that an updated site keeps to TikTok, or could not decide it', async () => {
  await world.db.run(
    `insert into settings (name, value, updated_at) values ('platformsUndecided', 'true', 0)
      on conflict (name) do update set value = 'true'`,
  )
  // A change has the process read all settings.
  await press('sensitive on', 'x')
  expect(await world.operator.html('/admin')).toContain('The site can save posts of more platforms')
  expect(await world.operator.html(page)).toContain('Turn them on?')
  expect((await press('usual platforms')).status).toBe(302)
  expect(await storedSetting(world.db, 'platforms')).toEqual(
    expect.arrayContaining(['tiktok', 'x', 'bluesky', 'pinterest']),
  )
  expect(await world.operator.html('/admin')).not.toContain('posts of more platforms')
})
