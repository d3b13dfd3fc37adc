// @module-tag whole
import { describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { addUser, type Browser, createBrowser } from '#tests/support/accounts.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { elementsOf, type HtmlElement, select } from '#tests/support/html.ts'
import { lookUp, prepareLinkIn, saveLinkIn } from '#tests/support/live-app.ts'
import { queuedMails } from '#tests/support/mail.ts'
import { startSettingsWorld } from './settings-in-force-world.ts'

const world = startSettingsWorld()

async function page(path: string, browser: Browser = createBrowser(world.app)) {
  return elementsOf(await browser.html(path))
}

const titleOf = (elements: HtmlElement[]) => select(elements, 'title')[0]?.text
const meta = (elements: HtmlElement[], property: string) =>
  select(elements, 'meta', { property })[0]?.attributes.content

describe('the site’s name', () => {
  test('S50: is in the header, in titles and in what is shared, with the next request', async () => {
    for (const name of ['Cleanclip', 'Clip & Co']) {
      await world.set({ siteName: name })
      const home = await page('/')
      expect(select(home, 'a', { href: '/' })[0]?.text).toBe(name)
      expect(titleOf(home)).toMatch(new RegExp(` · ${name}$`))
      expect(meta(home, 'og:site_name')).toBe(name)
      expect(select(home, 'footer')[0]?.text).toContain(`${new Date().getUTCFullYear()} ${name}.`)
      expect(titleOf(await page('/admin/login'))).toBe(`Operator sign-in · ${name} Admin`)
      expect(titleOf(await page('/admin', world.browser))).toBe(`Dashboard · ${name} Admin`)
    }
  })

  test('S50: is on the page of an address that leads nowhere', async () => {
    await world.set({ siteName: 'Clip & Co' })
    const lost = await page('/xx/help')
    expect(select(lost, 'a', { href: '/' })[0]?.text).toBe('Clip & Co')
    expect(select(lost, 'footer')[0]?.text).toContain('Clip & Co.')
  })

  test('S50: begins the names of saved files', async () => {
    for (const [siteName, prefix] of [
      ['Cleanclip', 'cleanclip'],
      ['Größe & Co', 'gro-e-co'],
      ['剪辑', 'clip'],
    ] as const) {
      await world.set({ siteName })
      const { html } = await lookUp(world.app, posts.video.url)
      const href = await saveLinkIn(world.app, html)
      const saved = await fetch(world.app.origin + href, { method: 'HEAD' })
      const disposition = saved.headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(new RegExp(`filename="${prefix}_\\d{17}\\.mp4"`))
    }
  })

  test('S50: is in file names where the pattern for them has it, and MP3s have the rate that is set', async () => {
    await world.set({
      fileNames: 'pattern',
      fileNamePattern: '{brand} {id} {quality}',
      mp3Rate: '128',
    })
    const { html } = await lookUp(world.app, posts.video.url)
    expect(html).toContain('128 kbps')
    expect(html).toMatch(/<option value="pattern" selected=""/)
    const nameOf = async (format: string, cookie = '') => {
      const href = await saveLinkIn(world.app, html, format)
      const { headers } = await fetch(world.app.origin + href, {
        method: 'HEAD',
        headers: { cookie },
      })
      return /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1]
    }
    expect(await nameOf('mp3')).toBe(`cleanclip ${posts.video.postId} 128kbps.mp3`)
    expect(await nameOf('mp4')).toMatch(
      new RegExp(`^cleanclip ${posts.video.postId}( \\d+p)?\\.mp4$`),
    )
    expect(await nameOf('mp4', 'file-names=creator_id_date')).toMatch(/^The Tester_/)
    await world.set({ tagSounds: false })
    const sound = await fetch(world.app.origin + (await saveLinkIn(world.app, html, 'mp3')))
    const media = await describeMedia(Buffer.from(await sound.arrayBuffer()))
    expect(media.bitRate / 1000).toBeCloseTo(128, -1)
    expect(media.tags).toEqual({})
  })

  test('S50: is in the feed and in the manifest, also for those who have the old ones', async () => {
    for (const file of ['/blog/feed.xml', '/site.webmanifest']) {
      const before = await fetch(world.app.origin + file)
      const tag = before.headers.get('etag') ?? ''
      const changed = before.headers.get('last-modified') ?? new Date().toUTCString()
      expect(await before.text()).not.toContain('Zebrafish')
      await world.set({ siteName: 'Zebrafish' })
      for (const [header, value] of [
        ['If-None-Match', tag],
        ['If-Modified-Since', changed],
      ] as const) {
        const after = await fetch(world.app.origin + file, { headers: { [header]: value } })
        expect([file, after.status]).toEqual([file, 200])
        expect(await after.text()).toContain('Zebrafish')
      }
      await world.set({ siteName: 'Cleanclip' })
    }
  })

  test('S50: is in the emails of the site', async () => {
    // Nothing listens there: what is queued stays in the queue.
    await world.set({ siteName: 'Clip & Co', smtpHost: '127.0.0.1', smtpPort: 9 })
    await addUser(world.db, { email: 'ann@site.example', name: 'Ann' })
    await createBrowser(world.app).post('/admin/forgot-password', { email: 'ann@site.example' })
    // The answer doesn't wait for it.
    const subject = async () => (await queuedMails(world.db, world.app)).at(-1)?.subject
    await expect.poll(subject).toBe('Clip & Co: choose a new password')
  })
})

test('S50: the contact address is where visitors look for it, or they read that there is none', async () => {
  const places = ['/contact', '/dmca', '/dmca/notice']
  for (const path of places) {
    expect(select(await page(path), 'a', { href: 'mailto:hello@site.example' })).toEqual([])
  }
  await world.set({ contactAddress: 'hello@site.example' })
  for (const path of places) {
    const [link] = select(await page(path), 'a', { href: 'mailto:hello@site.example' })
    expect([path, link?.text]).toEqual([path, 'hello@site.example'])
  }
})

describe('the countdown', () => {
  test('S50: lasts as long as it is set, and with 0 the file starts at once', async () => {
    for (const seconds of [8, 30, 17]) {
      await world.set({ countdownSeconds: seconds, countdownPer: 'format' })
      const { html } = await lookUp(world.app, posts.video.url)
      const prepare = await prepareLinkIn(world.app, html)
      const page = await (await fetch(world.app.origin + prepare)).text()
      expect(page).toContain(`ready in ${seconds} seconds`)
      expect(page).toContain(`content="${seconds};url=${prepare.split('?')[0]}`)
      const data = await fetch(`${world.app.origin}/_.data`, {
        method: 'POST',
        body: new URLSearchParams({ url: posts.video.url }),
      })
      expect(await data.text()).toMatch(new RegExp(`"countdownSeconds",${seconds}\\b`))
    }
    await world.set({ countdownSeconds: 0 })
    const { html } = await lookUp(world.app, posts.video.url)
    const prepare = await prepareLinkIn(world.app, html)
    const page = await (await fetch(world.app.origin + prepare)).text()
    expect(page).toMatch(/content="0;url=\/save\/\d+\/mp4\?e=/)
    expect(page).not.toContain('role="timer"')
  })

  test('S50: runs once for a post or for each format, as it is set, without JavaScript too', async () => {
    await world.set({ countdownSeconds: 9, countdownPer: 'post' })
    const { html } = await lookUp(world.app, posts.hd.url)
    const open = async (format: string, query = '') => {
      const prepare = await prepareLinkIn(world.app, html, format)
      return (await fetch(world.app.origin + prepare + query)).text()
    }
    expect(await open('mp4')).toContain('ready in 9 seconds')
    expect(await open('mp3')).toContain('ready in 9 seconds')
    await open('mp4', '&ready')
    expect(await open('mp3')).toMatch(/content="0;url=\/save\/\d+\/mp3\?e=/)
    const data = await fetch(`${world.app.origin}/_.data`, {
      method: 'POST',
      body: new URLSearchParams({ url: posts.hd.url }),
    })
    expect(await data.text()).toMatch(/"countdownSeconds",0\b/)
    await world.set({ countdownPer: 'format' })
    expect(await open('mp3')).toContain('ready in 9 seconds')
  })
})
