import { expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { startLiveApp } from '#tests/support/live-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { button, choice, dialog, field, heading, link, text, within } from './page.ts'
import { closesQuestions, onApp, runsPages, runsScripts } from './world.ts'

// Each test is a new visitor of the same network, who would have waited already.
const here = onApp(async () =>
  startLiveApp(
    { LOG_LEVEL: 'warn' },
    [],
    await makeDataFolder({ countdownPer: 'format', extractionRequestsPerSecond: 1000 }),
  ),
)

const linkField = field('TikTok link')
const download = button('Download')
const header = { said: 'header', xpath: '//header' }
const resultTitle = heading('Test pattern with a tone #testing')
/** The countdown's, with its number in the middle. */
const ring = { said: 'ring', xpath: '//*[name()="svg"][*[name()="text"]]' }
const saveLink = runsPages ? within(dialog, link('Download Now')) : link('Download Now')

/** A file of the fake media host. */
function fileOf(name: string): Buffer {
  const file = here.app.media.files.get(name)
  if (file === undefined) throw new Error(`The fake media host has no ${name}`)
  return bytesOf(file)
}
const isFile = (name: string) => (bytes: Buffer) => bytes.equals(fileOf(name))
const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1')
const isWholeZip = (bytes: Buffer) =>
  bytes.length > 22 && bytes.lastIndexOf(zipEnd) === bytes.length - 22

async function openHome(): Promise<void> {
  await here.page.open('/')
  // Paste is there once the page runs.
  if (runsPages) await here.page.see(button('Paste'))
}

async function lookUpVideo(): Promise<void> {
  const { page } = here
  await openHome()
  await page.fill(linkField, posts.video.url)
  await page.press(download)
  await page.see(resultTitle)
}

test('a visitor learns what is wrong with their input', async () => {
  const { page } = here
  await openHome()
  await page.press(download)
  await page.see(text('Please enter a TikTok URL'))
  await page.fill(linkField, 'https://faketiktok.example/video/1')
  await page.press(download)
  await page.see(text('Please enter a valid TikTok URL'))
  expect(await page.property(linkField, 'value')).toBe('https://faketiktok.example/video/1')
})

test.runIf(runsPages)(
  'a photo post is a video where the browser encodes H.264, and a ZIP everywhere',
  async () => {
    const { page } = here
    await openHome()
    await page.fill(linkField, posts.slideshow.url)
    await page.press(download)
    await page.see(choice('All images'))
    const asksEncoders = !page.driver.browser.startsWith('WebKit')
    // WebKitGTK's page crashes when it is asked.
    await page.script(`
      window.encodes = ${asksEncoders} && 'VideoEncoder' in window ? null : false
      if (window.encodes === null) {
        VideoEncoder.isConfigSupported({ codec: 'avc1.640028', width: 1080, height: 1920 })
          .then(({ supported }) => { window.encodes = supported }, () => { window.encodes = false })
      }`)
    await page.untilScript('return typeof window.encodes', 'boolean')
    if ((await page.script('return window.encodes')) !== true) {
      // The images are loaded by the part of the card that loads with the button.
      await page.see(text('Select images to put only those in the ZIP.'))
      await page.gone(text('Images as a video'))
      return
    }
    await page.press(text('Images as a video'))
    await page.press(button('Make the video'))
    const isVideo = (bytes: Buffer) =>
      bytes.toString('latin1', 4, 8) === 'ftyp' && bytes.includes('avcC')
    const { name } = await page.save(within(dialog, link('Download Now')), isVideo)
    expect(name).toMatch(/^cleanclip_\d{17}\.mp4$/)
  },
)

test('a visitor looks up a link and saves its file byte for byte', async () => {
  const { page } = here
  await lookUpVideo()
  await page.press(button('Download Now'))
  await page.see(heading('Preparing your download...'))
  await page.see(text('Your download will be ready in'))
  await page.see(ring)
  const { name } = await page.save(saveLink, isFile('video.mp4'))
  expect(name).toMatch(/^cleanclip_\d{17}\.mp4$/)
  if (!runsPages) return
  await page.see(heading('Saved'))
  await page.press(within(dialog, button('Close')))
  await page.gone(dialog)
  await page.see(resultTitle)
})

test('a visitor saves the sound as MP3', async () => {
  const { page } = here
  await lookUpVideo()
  await page.press(choice('Sound only'))
  await page.press(button('Download Now'))
  await page.see(heading('Your download is ready'))
  const address = await page.property(saveLink, 'href')
  const response = await fetch(String(address))
  expect(response.headers.get('content-type')).toBe('audio/mpeg')
  const sound = Buffer.from(await response.arrayBuffer())
  const { name } = await page.save(saveLink, (bytes) => bytes.equals(sound))
  expect(name).toMatch(/^cleanclip_\d{17}\.mp3$/)
  expect(sound.toString('latin1', 0, 3)).toBe('ID3')
})

test('a visitor saves only a part of the clip', async () => {
  const { page } = here
  await lookUpVideo()
  // The device may remember another format.
  await page.press(choice('Standard quality'))
  await page.press(button('Only a part'))
  await page.fill(field('From'), '0:01')
  await page.fill(field('To'), '2,5')
  await page.press(button('Download this part'))
  await page.see(heading('Your download is ready'))
  const address = String(await page.property(saveLink, 'href'))
  expect(address).toMatch(/&from=1&to=2\.5$/)
  const part = Buffer.from(await (await fetch(address)).arrayBuffer())
  const { name } = await page.save(saveLink, (bytes) => bytes.equals(part))
  expect(name).toMatch(/^cleanclip_\d{17}_cut\.mp4$/)
  expect((await describeMedia(part)).seconds).toBeCloseTo(1.5, 1)
})

test('a result has a URL, and survives a reload', async () => {
  const { page } = here
  const address = new RegExp(`^/\\?post=${posts.video.postId}(#downloader)?$`)
  await lookUpVideo()
  await page.untilAddress(address)
  await page.reload()
  await page.see(resultTitle)
  await page.untilAddress(address)
  expect(await page.property(linkField, 'value')).toBe(posts.video.url)
})

test('a visitor saves two posts as one ZIP', async () => {
  const { page } = here
  await page.open('/batch')
  await page.fill(field('Post links'), `${posts.video.url} ${posts.hd.url}`)
  await page.press(button('Look up all'))
  await page.untilAddress(/^\/batch\/[\w-]{22}$/)
  await page.see(text('2 of 2 ready'))
  await page.press(choice('HD if available'))
  if (!runsPages) {
    await page.press(button('Show'))
    await page.untilAddress(/format=hd/)
  }
  await page.press(link('Save 2 as ZIP'))
  await page.see(heading('Your download is ready'))
  const { name, bytes } = await page.save(saveLink, isWholeZip)
  expect(name).toMatch(/^cleanclip_\d{17}\.zip$/)
  const contents = unzip(bytes).map(({ content }) => content)
  expect(contents.map((content) => content.equals(fileOf('video.mp4')))).toEqual([true, false])
  expect(contents[1]?.equals(fileOf('hd.mp4'))).toBe(true)
})

test.runIf(runsPages)('Paste says why it can’t', async () => {
  const { page } = here
  await openHome()
  for (const [answer, problem] of [
    ['Promise.resolve("  ")', 'No content found in clipboard. Please copy a TikTok URL first.'],
    ['Promise.reject(new DOMException("", "NotAllowedError"))', 'Clipboard access denied.'],
    ['Promise.reject(new Error())', 'Unable to access clipboard.'],
  ] as const) {
    await page.script(`navigator.clipboard.readText = () => ${answer}`)
    await page.press(button('Paste'))
    await page.see(text(problem))
  }
})

test('a visitor opens one question at a time', async () => {
  const { page } = here
  await openHome()
  const question = '//*[@id="faq"]//details'
  const closed = { said: 'second question', xpath: `${question}[2]/summary` }
  const first = { said: 'first question', xpath: `${question}[1]` }
  const answer = { said: 'first answer', xpath: `${question}[1]/p` }
  await page.see(answer)
  expect(await page.property(first, 'open')).toBe(true)
  await page.press(closed)
  await page.see({ said: 'second answer', xpath: `${question}[2]/p` })
  // Questions close each other where the browser or the page knows how to.
  if (closesQuestions) await page.gone(answer)
})

test.runIf(runsScripts)('the first problem in a DMCA notice gets the focus', async () => {
  const { page } = here
  await page.open('/dmca/notice')
  await page.press({ said: 'submit button', xpath: '//form[@action="/dmca/notice"]//button' })
  await page.see({ said: 'problems', xpath: '//main//*[@data-problem]' })
  expect(await page.script('return "problem" in document.activeElement.dataset')).toBe(true)
})

test('a visitor reads the site in another language', async () => {
  const { page } = here
  await openHome()
  await page.press(button('Language: English'))
  await page.press(within(header, link('Français')))
  await page.untilAddress(/^\/fr$/)
  if (runsPages) await page.see(button('Coller'))
  await page.fill(field('Lien TikTok'), 'rien')
  await page.press(button('Télécharger'))
  await page.see({ said: 'alert', xpath: '//*[@role="alert"][normalize-space(.)!=""]' })
  expect(await page.property({ said: 'document', xpath: '/html' }, 'lang')).toBe('fr')
})

test.runIf(runsScripts)('a visitor chooses a dark page, and it stays dark', async () => {
  const { page } = here
  const background = 'return getComputedStyle(document.body).backgroundColor'
  await page.open('/')
  await page.choose(field('Theme'), 'Dark')
  await page.untilScript(background, 'rgb(18, 19, 26)')
  await page.open('/help')
  await page.untilScript(background, 'rgb(18, 19, 26)')
  await page.choose(field('Theme'), 'Light')
  await page.untilScript(background, 'rgb(250, 247, 242)')
})
