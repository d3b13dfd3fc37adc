// @module-tag whole
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

// Figures leave out what calls itself a headless browser.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})

const row = (page: Page) => page.getByRole('button', { name: /^Images as a video/ })
const makeButton = (page: Page) => page.getByRole('button', { name: 'Make the video' })

async function lookUp(page: Page, { url }: FakePost): Promise<void> {
  await page.goto(`/?url=${encodeURIComponent(url)}`)
}

/** Waits for the made video and its countdown, and saves it. */
async function saveMade(page: Page): Promise<Download> {
  const dialog = page.getByRole('dialog', {
    name: /^(Preparing your download|Your download is ready)/,
  })
  await expect(dialog).toBeVisible({ timeout: 60_000 })
  await page.clock.runFor(countdownMs)
  const link = dialog.getByRole('link', { name: 'Download Now' })
  await expect(link).toBeFocused()
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')])
  expect(await download.failure()).toBeNull()
  return download
}

/** A made video's facts, as any player reads them. */
async function describeVideo(bytes: Buffer) {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const [video, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (video === null) throw new Error('The file has no picture')
  const frames: number[] = []
  for await (const { timestamp } of new EncodedPacketSink(video).packets()) frames.push(timestamp)
  return {
    codecs: [await video.getCodec(), (await sound?.getCodec()) ?? null],
    size: [await video.getDisplayWidth(), await video.getDisplayHeight()],
    frames: frames.length,
    seconds: await video.computeDuration(),
    soundSeconds: (await sound?.computeDuration()) ?? 0,
  }
}

/**
 * Returns how much the video's picture at each of these seconds differs from each image, from 0 to
 * 255, as the browser plays it.
 */
async function differences(
  page: Page,
  app: LiveApp,
  video: Buffer,
  { seconds, images }: { seconds: number[]; images: string[] },
): Promise<number[][]> {
  await page.route('**/made/*', (route) => {
    const name = new URL(route.request().url()).pathname.slice('/made/'.length)
    if (name === 'page') return route.fulfill({ contentType: 'text/html', body: '<p>Made' })
    if (name === 'video') return route.fulfill({ contentType: 'video/mp4', body: video })
    const file = app.media.files.get(name)
    return route.fulfill({ body: Buffer.concat([...(file?.chunks(0, file.size) ?? [])]) })
  })
  await page.goto('/made/page')
  return page.evaluate(
    async ({ seconds, images }) => {
      const pixels = (source: CanvasImageSource) => {
        const context = new OffscreenCanvas(90, 160).getContext('2d')
        if (context === null) throw new Error('no canvas')
        context.drawImage(source, 0, 0, 90, 160)
        return context.getImageData(0, 0, 90, 160).data
      }
      const wanted = await Promise.all(
        images.map(async (name) => {
          const blob = await (await fetch(`/made/${name}`)).blob()
          return pixels(await createImageBitmap(blob))
        }),
      )
      const video = document.createElement('video')
      video.src = URL.createObjectURL(await (await fetch('/made/video')).blob())
      video.muted = true
      const heard = (name: string) =>
        new Promise((resolve, reject) => {
          video.addEventListener(name, resolve, { once: true })
          video.addEventListener('error', () => reject(new Error(video.error?.message)))
        })
      await heard('loadeddata')
      const found: number[][] = []
      for (const second of seconds) {
        const seeked = heard('seeked')
        video.currentTime = second
        await seeked
        const shown = pixels(video)
        found.push(
          wanted.map(
            (image) =>
              image.reduce((sum, value, at) => sum + Math.abs(value - (shown[at] ?? 0)), 0) /
              image.length,
          ),
        )
      }
      return found
    },
    { seconds, images },
  )
}

async function savesOf(app: LiveApp, { postId }: FakePost): Promise<object[]> {
  const db = openDatabase(app)
  const rows = await db.rows(
    `select kind, format from analytics_events where post = ? and kind = 'save' order by id`,
    postId,
  )
  await db.close()
  return rows
}

test('a photo post becomes a video with its sound, made in the browser and counted as one save', async ({
  page,
  app,
}) => {
  const post = fakePost('slideshow', 170)
  await page.clock.install()
  await page.setViewportSize({ width: 360, height: 740 })
  const asked: string[] = []
  const muxers: string[] = []
  const zips: string[] = []
  page.on('response', async (response) => {
    const { pathname, search } = new URL(response.url())
    asked.push(pathname)
    if (pathname.endsWith('/zip')) zips.push(/check|view/.exec(search)?.[0] ?? 'saved')
    if (pathname.endsWith('.js') && (await response.text()).includes('must be an EncodedPacket')) {
      muxers.push(pathname)
    }
  })
  await lookUp(page, post)
  await expect(row(page)).toBeVisible()
  expect(muxers).toEqual([])
  await row(page).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Make a video from the images' })).toBeVisible()
  await expect(makeButton(page)).toBeVisible()
  await expectAccessible(page)
  await makeButton(page).press('Enter')
  const saved = await saveMade(page)
  await expectAccessible(page)
  expect(saved.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.mp4$/)
  // What the page fetches for itself counts once it was handed over.
  expect(zips).toEqual(['check', 'view'])
  expect(asked.filter((path) => path.endsWith('/mp3'))).toEqual([])
  expect(muxers).toHaveLength(1)
  await expect.poll(() => savesOf(app, post)).toEqual([{ kind: 'save', format: 'zip' }])

  const bytes = await readFile(await saved.path())
  const { seconds, soundSeconds, ...facts } = await describeVideo(bytes)
  expect(facts).toEqual({ codecs: ['avc', 'mp3'], size: [180, 320], frames: 90 })
  expect(seconds).toBeCloseTo(9, 2)
  // Three times the sound of three seconds.
  expect(Math.abs(soundSeconds - 9)).toBeLessThan(0.05)
  const images = ['image-1.jpg', 'image-2.jpg', 'image-3.jpg']
  const times = [0.05, 1.5, 2.85, 3.05, 4.5, 5.85, 6.05, 7.5, 8.85]
  const found = await differences(page, app, bytes, { seconds: times, images })
  for (const [at, of] of found.entries()) {
    const [own = 255, ...others] = [...of].sort((a, b) => a - b)
    expect([times[at], of.indexOf(own)]).toEqual([times[at], Math.floor(at / 3)])
    expect(own, String(times[at])).toBeLessThan(3)
    expect(Math.min(...others), String(times[at])).toBeGreaterThan(6)
  }
})

test('a video is as long as its sound, which becomes AAC where the browser has an encoder', async ({
  page,
}) => {
  await page.clock.install()
  // Debian's Chromium has none: this one's sound is silence.
  await page.addInitScript(() => {
    class AacEncoder extends EventTarget {
      static isConfigSupported = async (config: AudioEncoderConfig) => ({
        config,
        supported: config.codec === 'mp4a.40.2',
      })
      state: CodecState = 'unconfigured'
      encodeQueueSize = 0
      #output
      #config: AudioEncoderConfig | null = null
      #frames = 0
      #sent = 0
      constructor({ output }: AudioEncoderInit) {
        super()
        this.#output = output
      }
      configure(config: AudioEncoderConfig) {
        this.state = 'configured'
        this.#config = config
      }
      encode(data: AudioData) {
        this.#frames += data.numberOfFrames
        while (this.#frames >= this.#sent + 1024) this.#send()
      }
      async flush() {
        while (this.#frames > this.#sent) this.#send()
      }
      close() {
        this.state = 'closed'
      }
      #send() {
        if (this.#config === null) throw new Error('not configured')
        const { codec, sampleRate, numberOfChannels } = this.#config
        const micros = (frames: number) => Math.round((frames * 1_000_000) / sampleRate)
        const chunk = new EncodedAudioChunk({
          type: 'key',
          timestamp: micros(this.#sent),
          duration: micros(1024),
          data: new Uint8Array([0x01, 0x18, 0x20, 0x07]),
        })
        const description = new Uint8Array([0x12, 0x08])
        const decoderConfig = { codec, sampleRate, numberOfChannels, description }
        this.#output(chunk, this.#sent === 0 ? { decoderConfig } : {})
        this.#sent += 1024
      }
    }
    Object.assign(window, { AudioEncoder: AacEncoder })
  })
  await lookUp(page, fakePost('slideshow', 171))
  await row(page).click()
  await page.getByRole('radio', { name: 'As long as the sound' }).check()
  await makeButton(page).click()
  const saved = await saveMade(page)
  const { seconds, soundSeconds, ...facts } = await describeVideo(
    await readFile(await saved.path()),
  )
  expect(facts).toEqual({ codecs: ['avc', 'aac'], size: [180, 320], frames: 30 })
  expect(seconds).toBeCloseTo(3, 2)
  expect(Math.abs(soundSeconds - 3)).toBeLessThan(0.05)
  await expect(page.getByText(/^The sound in this file is MP3/)).toBeHidden()
})

test('sound that is AAC already is kept as it is, and a refused or broken download can be tried again', async ({
  page,
}) => {
  await page.clock.install()
  const broken = /\/save\/\d+\/zip\?(?!.*&check)/
  await page.route(broken, (route) => route.fulfill({ body: 'PK', contentType: 'application/zip' }))
  await lookUp(page, fakePost('slideshowAac', 172))
  await row(page).click()
  await makeButton(page).click()
  await expect(page.getByRole('dialog', { name: 'The download stopped' })).toBeVisible()
  await page.unroute(broken)
  await page.getByRole('button', { name: 'Try again' }).click()
  await makeButton(page).click()
  const saved = await saveMade(page)
  const { seconds, soundSeconds, ...facts } = await describeVideo(
    await readFile(await saved.path()),
  )
  expect(facts).toEqual({ codecs: ['avc', 'aac'], size: [180, 320], frames: 30 })
  expect([seconds, Math.round(soundSeconds * 10) / 10]).toEqual([3, 3])
})

test('Cancel and closing the dialog stop the work and free the encoder, and the images are sent once', async ({
  page,
}) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const encoders: VideoEncoder[] = []
    class Watched extends VideoEncoder {
      constructor(init: VideoEncoderInit) {
        super(init)
        encoders.push(this)
      }
    }
    Object.assign(window, { VideoEncoder: Watched, encoders })
  })
  const encoders = () =>
    page.evaluate(() =>
      (window as unknown as { encoders: VideoEncoder[] }).encoders.map(({ state }) => state),
    )
  let sent = 0
  page.on('request', (request) => {
    if (/\/zip\?(?!.*&check)/.test(request.url())) sent += 1
  })
  await lookUp(page, fakePost('slideshowOf35', 173))
  await row(page).click()
  await makeButton(page).click()
  const status = page.getByRole('dialog').getByText(/^Image \d+ of 35$/)
  await expect(status).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Making your video…' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(makeButton(page)).toBeFocused()
  await expect.poll(encoders).toEqual(['closed'])

  await makeButton(page).click()
  await expect(status).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page)).toBeFocused()
  await expect.poll(encoders).toEqual(['closed', 'closed'])
  expect(sent).toBe(1)
})

test('an image that the browser can’t open is named, and the ZIP stays', async ({ page }) => {
  await page.addInitScript(() => {
    window.createImageBitmap = () => Promise.reject(new DOMException('no such codec'))
  })
  await lookUp(page, fakePost('slideshow', 174))
  await row(page).click()
  await makeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'The video couldn’t be made' })
  await expect(dialog.getByRole('alert')).toHaveText(/can’t open one of the images/)
})

test('a browser without an encoder for H.264 isn’t offered a video, and the ZIP stays', async ({
  page,
}) => {
  await page.addInitScript(() => {
    VideoEncoder.isConfigSupported = async (config) => {
      document.documentElement.dataset.encoderAsked = config.codec
      return { config, supported: false }
    }
  })
  await lookUp(page, fakePost('slideshow', 175))
  await expect(page.locator('html')).toHaveAttribute('data-encoder-asked', 'avc1.640028')
  await expect(page.getByRole('radio', { name: /^All images ZIP/ })).toBeVisible()
  await expect(row(page)).toHaveCount(0)
})
