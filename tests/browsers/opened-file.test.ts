import { expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { lookUp, startLiveApp } from '#tests/support/live-app.ts'
import { signedLink } from '#tests/support/signed-link.ts'
import { canPlay, expectPlays, expectSeeks } from './player.ts'
import { onApp, runsScripts } from './world.ts'

const here = onApp(() => startLiveApp({ LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' }))

let serial = 7_700

/** Opens a post's file as a page of its own. */
async function openFile(name: Parameters<typeof fakePost>[0], format: string): Promise<void> {
  const { page, app } = here
  serial += 1
  const post = fakePost(name, serial)
  expect((await lookUp(app, post.url)).status).toBe(200)
  const link = signedLink(app, { purpose: 'view', postId: post.postId, format })
  await page.open(link.slice(app.origin.length))
}

test.runIf(runsScripts).for([
  ['video', 'mp4', 'video/mp4; codecs="avc1.64000b"', true],
  ['video', 'm4a', 'audio/mp4; codecs="mp4a.40.2"', true],
  ['video', 'mp3', 'audio/mpeg', false],
] as const)('an opened %s plays as %s', async ([name, format, type, seeks], { skip }) => {
  const { page } = here
  await page.open('/contact')
  if (!(await canPlay(page, type))) skip(`It doesn’t play ${type} here`)
  await openFile(name, format)
  await expectPlays(page)
  if (seeks) await expectSeeks(page)
})

test.runIf(runsScripts).each(['image-1', 'cover'])(
  'an opened picture shows: %s',
  async (format) => {
    const { page } = here
    await openFile('slideshow', format)
    await page.untilScript("return document.querySelector('img')?.naturalWidth > 0", true)
  },
)
