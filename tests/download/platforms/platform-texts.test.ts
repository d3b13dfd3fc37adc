// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostName, posts, startInstagram } from '#tests/fakes/platforms/instagram.ts'
import type { PlayedHosts } from '#tests/fakes/platforms/played-hosts.ts'
import { ids, startSnapchat } from '#tests/fakes/platforms/snapchat.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

/** Visitors and operators in front of platforms that are off until an operator turns them on. */

let instagram: PlayedHosts
let snapchat: PlayedHosts
let world: ModeratedApp

beforeAll(async () => {
  instagram = await startInstagram()
  snapchat = await startSnapchat()
  world = await startModeratedApp({
    PLATFORM_ORIGINS: `instagram=${instagram.origin},snapchat=${snapchat.origin}`,
    EXTRACTION_SOURCES: 'service',
    TRUSTED_UPSTREAMS: [instagram.hostPort, snapchat.hostPort].join(),
  })
})
afterAll(async () => {
  await world?.close()
  await instagram?.close()
  await snapchat?.close()
})

async function textOf(link: string): Promise<{ status: number; text: string }> {
  const { status, html } = await lookUp(world.app, link)
  return { status, text: html.replaceAll('&#x27;', "'") }
}

const instagramPost = (name: PostName) => textOf(`https://www.instagram.com/p/${posts[name]}/`)
const turnOn = (platform: string) =>
  world.operator.post('/admin/settings/api', { platform, intent: 'platform on' })

test('a post would be read from a platform that is off, or not from one that is on', async () => {
  const refused = await instagramPost('changed')
  expect([refused.status, refused.text.includes('Instagram is turned off')]).toEqual([400, true])
  expect(instagram.requests).toEqual([])
  await turnOn('instagram')
  const { status, text } = await instagramPost('changed')
  expect([status, text.includes('Instagram changed something')]).toEqual([503, true])
  expect(text).not.toContain('TikTok has changed')
  await expect
    .poll(() => world.app.lines.join('\n'))
    .toMatch(/"source":"instagram".*"added":\[.*page changed/)
})

test('a visitor would take a clip that may have a watermark for one without', async () => {
  await turnOn('snapchat')
  const { status, text } = await textOf(`https://www.snapchat.com/spotlight/${ids.clip}`)
  expect([status, text.includes(`About ${ids.clip}`)]).toEqual([200, true])
  expect(text).toContain('comes from Snapchat as it is, and may have a watermark')
})
