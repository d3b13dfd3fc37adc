import { describe, expect, test } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { agents, beIos, type Sheet } from '#tests/support/ios-device.ts'
import { limits } from '#tests/support/limits.ts'
import { startLiveApp } from '#tests/support/live-app.ts'
import { button, choice, dialog, field, heading, link, text, within } from './page.ts'
import { canPlay, expectPlays, expectSeeks } from './player.ts'
import { browserName, onApp } from './world.ts'

/** What tests/e2e/ios.spec.ts tests in Chromium, in the engine of iOS. */

const settings = {
  countdownPer: 'format',
  countdownSeconds: 3,
  extractionRequestsPerSecond: 1000,
} as const

const title = (name: string) => within(dialog, heading(name))
const share = within(dialog, button('Share to Save'))
const dialogLinks = within(dialog, { said: 'links', xpath: '//a' })

const isWebKit = browserName === 'WebKit'

test.runIf(isWebKit)('a finger presses', (context) => {
  context.skip('WebKitGTK’s driver turns a finger’s press into a mouse’s')
})

describe.runIf(isWebKit).each([
  ['iPhone', 390, 8100],
  ['iPad', 820, 8200],
] as const)('on an %s', (device, width, first) => {
  const here = onApp(
    async () => startLiveApp({ LOG_LEVEL: 'warn' }, [], await makeDataFolder(settings)),
    agents[device],
  )

  async function open(target: string): Promise<void> {
    await here.page.driver.send('resize', { width, height: 1000 })
    await here.page.open(target)
    await here.page.see(button('Paste'))
  }
  /** Gives the page what iOS has, before a dialog asks for it. */
  const beOnIos = (sheet: Sheet, standalone: boolean) =>
    here.page.script(`(${beIos})(arguments[0])`, { sheet, standalone })

  /** Opens the dialog of a post's format, and waits for its countdown. */
  async function openDialog(
    address: string,
    format: string,
    sheet: Sheet,
    standalone = false,
  ): Promise<void> {
    const { page } = here
    await open('/')
    await beOnIos(sheet, standalone)
    await page.fill(field('TikTok link'), address)
    await page.press(button('Download'))
    await page.press(choice(format))
    await page.press(button('Download Now'))
    await page.see(title('Preparing your download...'))
    await page.see(title('Your download is ready'))
    const fits = 'return document.documentElement.scrollWidth <= innerWidth'
    expect(await page.script(fits)).toBe(true)
  }

  const turnSheet = (sheet: Sheet) => here.page.script('window.sheet = arguments[0]', sheet)
  const shared = async () => String(await here.page.script('return String(window.shared)'))

  /** Presses Share to Save once the file is there. */
  async function pressShare(): Promise<void> {
    await here.page.untilProperty(share, 'ariaDisabled', 'false')
    await here.page.press(share)
  }

  async function downloadsOf(postId: string): Promise<unknown> {
    const db = openDatabase(here.app)
    const downloads = await db.value('select downloads from posts where post_id = ?', postId)
    await db.close()
    return downloads
  }

  test('a clip is shared and counted, and a closed share sheet changes nothing', async () => {
    const { page } = here
    const post = fakePost('video', first)
    await openDialog(post.url, 'Standard quality', 'AbortError')
    await page.see(within(dialog, button('Copy link')))
    const address = await page.address()
    await pressShare()
    await page.see(title('Your download is ready'))
    expect(await page.driver.send('tabs')).toHaveLength(1)
    expect(await page.address()).toBe(address)
    await turnSheet('NotAllowedError')
    await pressShare()
    await page.see(text('Ready. Tap Share to Save again.'))
    expect(await downloadsOf(post.postId)).toBe(0)
    await turnSheet('taken')
    await pressShare()
    await page.see(title('Done'))
    expect(await shared()).toMatch(/^cleanclip_\d{17}\.mp4 video\/mp4 \d+$/)
    await expect.poll(() => downloadsOf(post.postId), { timeout: limits.poll }).toBe(1)
  })

  test('Open in Safari plays the clip in its own tab', async (context) => {
    const { page } = here
    let plays = false
    await openDialog(fakePost('video', first + 1).url, 'Standard quality', 'missing')
    expect(await page.count(share)).toBe(0)
    await page.press(within(dialog, link('Open in Safari')))
    await page.inOpenedTab(async () => {
      await page.untilAddress(/^\/save\//)
      plays = await canPlay(page, 'video/mp4; codecs="avc1.64000b"')
      if (!plays) return
      await expectPlays(page)
      await expectSeeks(page)
    })
    await page.see(title('Your download is ready'))
    if (!plays) context.skip('This WebKitGTK has no decoder for H.264')
  })

  test('an MP3 is shared or copied, and isn’t offered to be opened', async () => {
    const { page } = here
    await openDialog(fakePost('video', first + 2).url, 'Sound only', 'taken')
    expect(await page.count(dialogLinks)).toBe(0)
    await page.see(within(dialog, button('Copy link')))
    await pressShare()
    await page.see(title('Done'))
    expect(await shared()).toMatch(/\.mp3 audio\/mpeg \d+$/)
  })

  test('a photo post’s image is shared, and its ZIP is a plain download', async () => {
    const { page } = here
    await openDialog(posts.slideshow.url, 'All images', 'taken')
    const isZip = (bytes: Buffer) => bytes.includes('PK\u0005\u0006')
    const { name } = await page.save(within(dialog, link('Download Now')), isZip)
    expect(name).toMatch(/\.zip$/)
    await page.press(within(dialog, button('Close')))
    await page.press(link('Save image 2'))
    await page.see(title('Your download is ready'))
    await pressShare()
    await page.see(title('Done'))
    expect(await shared()).toMatch(/_2\.jpg image\/jpeg \d+$/)
  })

  test('the app on the home screen shares ZIPs and clips, and stays where it is', async () => {
    const { page } = here
    await openDialog(posts.slideshow.url, 'All images', 'AbortError', true)
    const address = await page.address()
    expect(await page.count(dialogLinks)).toBe(0)
    await pressShare()
    await page.see(title('Your download is ready'))
    await turnSheet('taken')
    await pressShare()
    await page.see(title('Done'))
    expect(await shared()).toMatch(/\.zip application\/zip \d+$/)
    expect(await page.address()).toBe(address)
    await openDialog(fakePost('video', first + 3).url, 'Standard quality', 'taken', true)
    expect(await page.count(dialogLinks)).toBe(0)
    await pressShare()
    await page.see(title('Done'))
    expect(await shared()).toMatch(/\.mp4 video\/mp4 \d+$/)
  })

  test('the app on the home screen shares the ZIP of several links', async () => {
    const { page } = here
    await open('/batch')
    const links = [fakePost('video', first + 4).url, fakePost('video', first + 5).url].join(' ')
    await page.fill(field('Post links'), links)
    await page.press(button('Look up all'))
    await page.see(text('2 of 2 ready'))
    await beOnIos('taken', true)
    const address = await page.address()
    await page.press(link('Save 2 as ZIP'))
    await page.see(title('Your download is ready'))
    await pressShare()
    await page.see(text('Ready. Tap Share to Save again.'))
    await pressShare()
    await page.see(title('Done'))
    expect(await shared()).toMatch(/\.zip application\/zip \d+$/)
    expect(await page.address()).toBe(address)
  })

  test('the app on the home screen that can’t share a file leads to Safari', async () => {
    const { page } = here
    await openDialog(fakePost('video', first + 6).url, 'Standard quality', 'missing', true)
    await page.see(within(dialog, text('Open this page in Safari to save the file.')))
    expect(await page.count(dialogLinks)).toBe(0)
    await page.see(within(dialog, button('Copy link')))
  })
})
