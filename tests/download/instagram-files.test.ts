// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { posts, startInstagram } from '#tests/fakes/platforms/instagram.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { formatsIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

let instagram: Awaited<ReturnType<typeof startInstagram>>
let world: ModeratedApp

beforeAll(async () => {
  instagram = await startInstagram()
  world = await startModeratedApp(instagram.env)
  const form = { intent: 'platform on', platform: 'instagram' }
  expect((await world.operator.post('/admin/settings/api', form)).status).toBe(302)
})
afterAll(async () => {
  await world.close()
  await instagram.close()
})

test('1080p would come without sound or length, or could not be continued', async () => {
  const { html } = await lookUp(world.app, `https://www.instagram.com/reel/${posts.dash}/`)
  expect(formatsIn(html)).toContain('hd')
  const address = world.app.origin + (await saveLinkIn(world.app, html, 'hd'))
  const whole = await fetch(address)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(whole.headers.get('content-length')).toBe(String(bytes.length))
  const { codecs, seconds } = await describeMedia(bytes)
  expect(codecs).toEqual(['h264', 'aac'])
  expect(seconds).toBeCloseTo(24, 0)
  const etag = whole.headers.get('etag') ?? ''
  const rest = await fetch(address, { headers: { range: 'bytes=1000-', 'if-range': etag } })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-${bytes.length - 1}/${bytes.length}`,
  ])
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
})
