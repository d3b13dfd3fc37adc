// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toString as qrToString } from 'qrcode'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import type { SaveProgress } from '#app/download/save/save-progress.ts'
import { ResultCard } from '#app/download/ui/later/result-card.tsx'
import { RecentDownloads } from '#app/download/ui/recent-downloads.tsx'
import { en } from '#app/i18n/en.ts'
import { TextsContext } from '#app/i18n/use-i18n.ts'
import type { Visit } from '#app/ui/site/use-visit.ts'
import { countdownMs, countdownText } from '#tests/support/default-settings.ts'
import { slideshowView, videoView } from './post-view.ts'

type Renewed = { post: PostView | null; problem: { name: string; retryAfterSeconds: null } | null }

/** The card on a page. `renew` is what the server gives for old links. */
function show(
  post: PostView,
  {
    renew = (): Renewed => ({ post: null, problem: null }),
    onSaveAnother = vi.fn(),
    ads = [] as Visit['ads'],
  } = {},
) {
  const visit: Visit = { consent: 'none needed', asks: false, tags: null, ads }
  const Page = createRoutesStub([
    {
      id: 'pages/public-layout',
      path: '/',
      Component: () => (
        <>
          <ResultCard post={post} onSaveAnother={onSaveAnother} />
          <RecentDownloads />
        </>
      ),
    },
    { path: '/prepare/:postId', action: () => renew() },
  ])
  render(
    <TextsContext value={{ language: 'en', t: en }}>
      <Page hydrationData={{ loaderData: { 'pages/public-layout': { visit } } }} />
    </TextsContext>,
  )
  return { onSaveAnother }
}

type Refused = string | { name: string; retryAfterSeconds?: number; othersMayWork?: boolean }

/** How far the server says that a download has come; null if it doesn't answer. */
let progress: SaveProgress | null

/** What the server says of a file, each time that it is asked. */
function serve(...answers: (null | Refused)[]) {
  const asked: string[] = []
  progress = { state: 'sent', direct: true }
  vi.spyOn(window, 'fetch').mockImplementation(async (target) => {
    if (String(target).endsWith('&state')) {
      if (progress === null) throw new TypeError('Failed to fetch')
      return Response.json(progress)
    }
    asked.push(String(target))
    const refused = answers.length > 1 ? answers.shift() : answers[0]
    if (refused === null || refused === undefined) return new Response(null, { status: 204 })
    const facts = typeof refused === 'string' ? { name: refused } : refused
    return Response.json({ retryAfterSeconds: null, ...facts }, { status: 502 })
  })
  return asked
}

/** Presses Download Now in the dialog. The page asks how far the file is a second later. */
async function save(): Promise<void> {
  fireEvent.click(screen.getByRole('link', { name: en.prepare.downloadNow }))
  await pass(1500)
}

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const dialog = () => screen.getByRole('dialog')
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** Opens the dialog, whose code is loaded by then. */
async function open(): Promise<void> {
  press(en.result.downloadNow)
  await screen.findByRole('dialog')
}

/** In small steps, since React draws only between them. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 500) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 500)))
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a result is passed on by its address, not by the page’s', async () => {
  const video = videoView()
  const share = vi.fn(async () => undefined)
  Object.assign(navigator, { share })
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show(video)
  const url = new URL(`/?post=${video.postId}`, location.href).href
  fireEvent.click(await screen.findByRole('button', { name: en.result.share }))
  expect(share).toHaveBeenCalledWith({ title: video.title, url })
  press(en.prepare.copyLink)
  expect(written).toHaveBeenCalledWith(url)
  await pass(0)
  expect(screen.getByRole('button', { name: en.copy.copied })).toBeTruthy()
  Reflect.deleteProperty(navigator, 'share')
})

test('a result opens on another device by its QR code', async () => {
  const video = videoView()
  show(video)
  const button = await screen.findByRole('button', { name: en.result.toPhone })
  fireEvent.click(button)
  const code = await screen.findByRole('img', { name: /^QR/ })
  const address = new URL(`/?post=${video.postId}`, location.href).href
  const svg = await qrToString(address, { type: 'svg', margin: 4 })
  expect(code.getAttribute('src')).toBe(`data:image/svg+xml,${encodeURIComponent(svg)}`)
  fireEvent.click(button)
  expect(screen.queryByRole('img', { name: /^QR/ })).toBeNull()
})

test('a file that may have a watermark would be taken for one without', () => {
  show(videoView({ site: 'Snapchat', mayHaveMark: true }))
  expect(screen.getByText(/comes from Snapchat as it is, and may have a watermark/)).toBeDefined()
  cleanup()
  show(videoView({ site: 'X' }))
  expect(screen.queryByText(/may have a watermark/)).toBeNull()
})

test('what can’t be saved is said, and the other images keep their numbers', async () => {
  serve(null)
  const images = slideshowView(3).images.toSpliced(1, 1)
  const lost = { images: 1, of: 3, sound: true, quality: false }
  show(slideshowView(3, { images, lost }))
  expect(screen.getByText('1 of 3 images can’t be saved.')).toBeTruthy()
  expect(screen.getByText(en.result.lostSound)).toBeTruthy()
  expect(screen.queryByText(en.result.lostQuality)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Save image 2' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Put image 3 in the ZIP' }))
  press(en.result.downloadNow)
  expect((await screen.findByRole('dialog')).textContent).toContain('ZIP · 1 image')
  cleanup()
  show(slideshowView(3, { images, lost }))
  fireEvent.click(screen.getByRole('link', { name: 'Enlarge image 3' }))
  expect(await screen.findByRole('dialog', { name: 'Image 3 of 3' })).toBeTruthy()
})

test.each<['h264' | 'hevc', '' | 'probably', boolean]>([
  ['hevc', '', false],
  ['hevc', 'probably', true],
  ['h264', '', true],
])('a clip is offered to play only where it has a picture: %s %j', (codec, answer, plays) => {
  serve(null)
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue(answer)
  const [, mp4] = videoView().formats
  if (mp4 === undefined) throw new Error('no MP4')
  show(videoView({ formats: [{ ...mp4, codec }] }))
  expect(screen.queryByRole('link', { name: en.result.play }) !== null).toBe(plays)
})

describe('The formats', () => {
  test('are rows with what is known of each, MP4 chosen first', () => {
    serve(null)
    show(videoView())
    expect(screen.getAllByRole('radio').map((row) => row.closest('label')?.textContent)).toEqual([
      'Best quality 1080p HD · HEVC · 5.2 MB',
      'Plays everywhere 576p MP4 · 2 MB',
      'Sound only MP3 · 192 kbps',
    ])
    expect(radio(/MP4/).checked).toBe(true)
  })

  test('remember what was saved last, and use it only where it is offered', async () => {
    serve(null)
    show(videoView())
    fireEvent.click(radio(/HD/))
    await open()
    cleanup()
    show(videoView())
    expect(radio(/HD/).checked).toBe(true)
    cleanup()
    const [, mp4] = videoView().formats
    show(videoView({ formats: mp4 === undefined ? [] : [mp4] }))
    expect(radio(/MP4/).checked).toBe(true)
    cleanup()
    show(slideshowView(3))
    expect(radio(/ZIP/).checked).toBe(true)
  })

  test('forget that a cover was saved, after which a visitor wants the video again', async () => {
    serve(null)
    const { formats } = videoView()
    const [hd] = formats
    if (hd === undefined) throw new Error('No HD')
    const cover = { ...hd, format: 'cover' as const, quality: null, codec: null }
    const post = videoView({ formats: [...formats, cover] })
    for (const [wanted, next] of [
      [/^Cover/, /MP4/],
      [/HD/, /HD/],
      [/^Cover/, /HD/],
    ] as const) {
      show(post)
      fireEvent.click(radio(wanted))
      await open()
      cleanup()
      show(post)
      expect(radio(next).checked).toBe(true)
      cleanup()
    }
  })

  test('have an MP3 of the chosen rate in its row, its dialog and its link', async () => {
    const asked = serve(null)
    show(videoView())
    fireEvent.change(await screen.findByRole('combobox', { name: en.result.mp3Rate }), {
      target: { value: '320' },
    })
    fireEvent.click(radio(/^Sound only MP3 · 320 kbps/))
    await open()
    expect(dialog().textContent).toContain('320 kbps')
    expect(asked).toEqual(['/save/1/mp3?e=1&kbps=320&check'])
  })

  test('keep the chosen file name on the device, until the site’s own is chosen again', async () => {
    serve(null)
    show(videoView())
    const names = () =>
      screen.findByRole<HTMLSelectElement>('combobox', { name: en.result.fileName })
    expect([...(await names()).options].map(({ value }) => value)).not.toContain('pattern')
    fireEvent.change(await names(), { target: { value: 'creator_title' } })
    expect(document.cookie).toBe('file-names=creator_title')
    cleanup()
    show(videoView())
    expect((await names()).value).toBe('creator_title')
    fireEvent.change(await names(), { target: { value: 'brand_timestamp' } })
    expect(document.cookie).not.toContain('creator')
  })

  test('put only the ticked images in the ZIP', async () => {
    const asked = serve(null)
    show(slideshowView(3))
    expect(radio(/^All images ZIP · 3 images/).checked).toBe(true)
    fireEvent.click(radio(/MP3/))
    for (const name of ['Put image 3 in the ZIP', 'Put image 1 in the ZIP']) {
      fireEvent.click(await screen.findByRole('checkbox', { name }))
    }
    expect(radio(/^Selected images ZIP · 2 images/).checked).toBe(true)
    await open()
    expect(dialog().textContent).toContain('ZIP · 2 images')
    expect(asked).toEqual(['/save/1/zip?e=1&image=1&image=3&check'])
  })

  test('for images enlarge one after the other', async () => {
    serve(null)
    show(slideshowView(3))
    fireEvent.click(await screen.findByRole('link', { name: 'Enlarge image 3' }))
    await screen.findByRole('dialog', { name: 'Image 3 of 3' })
    fireEvent.keyDown(dialog(), { key: 'ArrowRight' })
    expect(screen.getByRole('dialog', { name: 'Image 1 of 3' })).toBeTruthy()
    press(en.result.previous)
    expect(screen.getByRole('dialog', { name: 'Image 3 of 3' })).toBeTruthy()
  })
})

test('The preview loads nothing until it is pressed, and then plays muted', () => {
  serve(null)
  show(videoView())
  expect(document.querySelector('video')).toBeNull()
  const link = screen.getByRole('link', { name: en.result.play })
  expect(link.getAttribute('href')).toBe('/save/1/mp4?view&e=1')
  fireEvent.click(link)
  const video = document.querySelector('video')
  expect(video?.getAttribute('src')).toBe('/save/1/mp4?view&e=1')
  expect([video?.muted, video?.autoplay, video?.hasAttribute('playsinline')]).toEqual([
    true,
    true,
    true,
  ])
})

describe('A download', () => {
  async function start(state: SaveProgress | null): Promise<void> {
    serve(null)
    show(videoView())
    await open()
    await pass(countdownMs)
    progress = state
    await save()
  }
  const listed = () => JSON.parse(localStorage.getItem('recent') ?? '[]').length

  test('is shown as saved only once all of it was sent, and how much was sent before', async () => {
    await start({ state: 'sending', sent: 1_000_000, total: 2_000_000 })
    expect(screen.getByRole('dialog', { name: en.prepare.startedTitle })).toBeTruthy()
    expect(dialog().textContent).toContain('1 MB of 2 MB')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    progress = { state: 'sending', sent: 1_500_000, total: null }
    await pass(1000)
    expect(dialog().textContent).toContain('1.5 MB so far')
    expect(listed()).toBe(0)
    progress = { state: 'sent', direct: true }
    await pass(1000)
    expect(screen.getByRole('dialog', { name: en.prepare.savedTitle })).toBeTruthy()
    expect(listed()).toBe(1)
  })

  test('that a proxy has taken in is sent, and not saved', async () => {
    await start({ state: 'sent', direct: false })
    expect(screen.getByRole('dialog', { name: en.prepare.sentTitle }).textContent).toContain(
      en.prepare.sent,
    )
    expect(listed()).toBe(1)
  })

  test.each([
    [{ state: 'stopped' }, en.saveProblem.stoppedTitle, 0],
    [{ state: 'unknown' }, en.saveProblem.notStartedTitle, 20_000],
    [null, en.saveProblem.unavailableTitle, 5_000],
  ] as const)(
    'that comes to %j says so, isn’t listed, and is tried again',
    async (state, title, ms) => {
      await start(state)
      await pass(ms)
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
      expect(listed()).toBe(0)
      progress = { state: 'sent', direct: true }
      press(en.prepare.tryAgain)
      await pass(2000)
      expect(screen.getByRole('dialog', { name: en.prepare.savedTitle })).toBeTruthy()
      expect(listed()).toBe(1)
    },
  )

  test('continues and is listed after its dialog was closed', async () => {
    await start({ state: 'opening' })
    press(en.prepare.close)
    await pass(0)
    progress = { state: 'sent', direct: true }
    await pass(2000)
    expect(listed()).toBe(1)
  })
})

describe('The dialog', () => {
  test('counts down once for a post if the operator wants it so', async () => {
    serve(null)
    show(videoView({ postId: '7345678900000000777', countdownPer: 'post' }))
    await open()
    await pass(countdownMs)
    await save()
    press(/^Sound only/)
    await pass(1500)
    expect(screen.getByRole('dialog', { name: en.prepare.savedTitle })).toBeTruthy()
    expect(dialog().textContent).toContain('MP3')
  })

  test.each([
    [{ name: 'removed' }, 0],
    [{ name: 'busy' }, 0],
    [{ name: 'unavailable', othersMayWork: true }, 2],
    [{ name: 'refused', othersMayWork: true }, 2],
  ])('offers only formats that can work: %j', async (refused, others) => {
    serve(refused)
    show(videoView())
    await open()
    await pass(0)
    expect(screen.queryAllByRole('button', { name: /^(Best quality|Sound only)/ })).toHaveLength(
      others,
    )
    const canRetry = ['busy', 'unavailable'].includes(refused.name)
    expect(screen.queryAllByRole('button', { name: en.prepare.tryAgain })).toHaveLength(+canRetry)
  })

  test('tries twice again by itself what is refused for a moment, and shows when', async () => {
    const asked = serve({ name: 'busy', retryAfterSeconds: 9 })
    show(videoView())
    await open()
    await pass(3100)
    expect(dialog().textContent).toMatch(/Trying again in [1-7] seconds/)
    await pass(16_000)
    expect(asked).toHaveLength(3)
    expect(screen.getByRole('button', { name: en.prepare.tryAgain })).toBeTruthy()
    await pass(60_000)
    expect(asked).toHaveLength(3)
  })

  test('doesn’t try again by itself once that was canceled', async () => {
    const asked = serve({ name: 'busy', retryAfterSeconds: 9 })
    show(videoView())
    await open()
    await pass(0)
    press(en.downloader.cancel)
    await pass(20_000)
    expect(asked).toHaveLength(1)
  })

  test('names clip, format and size, and counts down again at each opening', async () => {
    serve(null)
    show(videoView())
    await open()
    expect(screen.getByRole('dialog', { name: en.prepare.title })).toBeTruthy()
    expect(dialog().textContent).toContain('A clip')
    expect(dialog().textContent).toContain('Plays everywhere 576p · MP4 · 2 MB')
    expect(dialog().textContent).toContain(countdownText())
    await pass(3000)
    expect(dialog().textContent).toContain(countdownText(3))
    press(en.prepare.close)
    await pass(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    await open()
    expect(dialog().textContent).toContain(countdownText())
    await pass(countdownMs)
    expect(screen.getByRole('dialog', { name: en.prepare.ready })).toBeTruthy()
    const save = screen.getByRole('link', { name: en.prepare.downloadNow })
    expect(save.getAttribute('href')).toBe('/save/1/mp4?e=1')
    expect(document.activeElement).toBe(save)
    expect(vi.mocked(navigator.sendBeacon).mock.calls.map(([, body]) => String(body))).toEqual([
      'kind=attempt&format=mp4',
      'kind=attempt&format=mp4',
    ])
  })

  test('shows its advertisement in a sandboxed frame, only if one is set', async () => {
    serve(null)
    show(videoView(), { ads: ['banner', 'content'] })
    await open()
    expect(document.querySelector('[data-ad-slot], iframe')).toBeNull()
    cleanup()
    show(videoView(), { ads: ['dialog'] })
    expect(document.querySelector('[data-ad-slot], iframe')).toBeNull()
    await open()
    const frame = dialog().querySelector('[data-ad-slot="dialog"] > iframe')
    expect(frame?.getAttribute('src')).toBe('/ad/dialog')
    expect(frame?.getAttribute('sandbox')).not.toContain('same-origin')
  })

  test('a press outside closes it, a press inside doesn’t', async () => {
    serve(null)
    show(videoView())
    await open()
    fireEvent.click(screen.getByRole('timer'))
    expect(screen.queryByRole('dialog')).not.toBeNull()
    fireEvent.click(dialog())
    await pass(0)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows why there’s no file, and offers it once a retry succeeds', async () => {
    serve('unavailable', null)
    show(videoView())
    await open()
    await pass(0)
    expect(
      screen.getByRole('dialog', { name: en.saveProblem.unavailableTitle }).textContent,
    ).toContain(en.saveProblem.unavailable)
    const again = screen.getByRole('button', { name: en.prepare.tryAgain })
    expect(document.activeElement).toBe(again)
    fireEvent.click(again)
    await pass(countdownMs)
    expect(screen.getByRole('dialog', { name: en.prepare.ready })).toBeTruthy()
  })

  test('offers the other formats if a retry can’t help', async () => {
    serve({ name: 'noSound', othersMayWork: true }, null)
    show(videoView())
    fireEvent.click(radio(/MP3/))
    await open()
    await pass(0)
    expect(screen.queryByRole('button', { name: en.prepare.tryAgain })).toBeNull()
    press(/^Best quality 1080p/)
    await pass(0)
    expect(dialog().textContent).toContain(countdownText())
    await pass(countdownMs)
    expect(screen.getByRole('link', { name: en.prepare.downloadNow }).getAttribute('href')).toBe(
      '/save/1/hd?e=1',
    )
  })

  test('silently renews an expired link', async () => {
    const asked = serve('expired', null)
    const [, mp4] = videoView().formats
    const fresh = videoView({
      formats: mp4 === undefined ? [] : [{ ...mp4, saveHref: '/save/1/mp4?e=2' }],
      choose: { path: '/prepare/7345678900000000001', query: { e: '2', s: 'x' } },
    })
    show(videoView(), { renew: () => ({ post: fresh, problem: null }) })
    await open()
    await pass(countdownMs)
    await waitFor(() => expect(screen.getByRole('dialog', { name: en.prepare.ready })).toBeTruthy())
    expect(asked).toEqual(['/save/1/mp4?e=1&check', '/save/1/mp4?e=2&check'])
  })

  test('shows if the post was removed in the meantime, or no answer comes', async () => {
    serve('expired')
    show(videoView(), {
      renew: () => ({ post: null, problem: { name: 'removed', retryAfterSeconds: null } }),
    })
    await open()
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: en.saveProblem.removedTitle })).toBeTruthy(),
    )
    cleanup()
    vi.mocked(window.fetch).mockRejectedValue(new TypeError('Failed to fetch'))
    show(videoView())
    await open()
    await waitFor(() => expect(dialog().textContent).toContain(en.saveProblem.silent))
  })

  /** What a site answers while its database is away. */
  const failing = async () => new Response('<!DOCTYPE html>', { status: 503 })

  test('would blame a visitor’s connection for a fault of the site', async () => {
    serve(null)
    vi.mocked(window.fetch).mockImplementation(failing)
    show(videoView())
    await open()
    await waitFor(() => expect(dialog().textContent).toContain(en.hints.siteFailed))
    serve(null)
    press(en.prepare.tryAgain)
    await pass(countdownMs)
    expect(screen.getByRole('dialog', { name: en.prepare.ready })).toBeTruthy()
  })

  test('would call a download off that goes on while the site has a fault', async () => {
    serve(null)
    show(videoView())
    await open()
    await pass(countdownMs)
    progress = { state: 'sending', sent: 1_000_000, total: 2_000_000 }
    await save()
    vi.mocked(window.fetch).mockImplementation(failing)
    await pass(60_000)
    expect(dialog().textContent).toContain('1 MB of 2 MB')
    serve(null)
    await pass(2000)
    expect(screen.getByRole('dialog', { name: en.prepare.savedTitle })).toBeTruthy()
    // A fault that lasts ends the download too, or how it went is never known.
    press(/^Sound only/)
    await pass(countdownMs)
    progress = { state: 'sending', sent: 1_000_000, total: 2_000_000 }
    await save()
    vi.mocked(window.fetch).mockImplementation(failing)
    await pass(125_000)
    expect(dialog().textContent).toContain(en.hints.siteFailed)
  })

  test('asks again if the file is saved long after the countdown', async () => {
    const asked = serve(null, 'busy')
    show(videoView())
    await open()
    await pass(countdownMs)
    await pass(60_000)
    fireEvent.click(screen.getByRole('link', { name: en.prepare.downloadNow }))
    await pass(0)
    expect(screen.getByRole('dialog', { name: en.saveProblem.busyTitle })).toBeTruthy()
    expect(asked.length).toBe(2)
  })

  test('then leads to the other formats and to the next link', async () => {
    serve(null)
    const { onSaveAnother } = show(videoView())
    await open()
    await pass(countdownMs)
    await save()
    expect(screen.getByRole('dialog', { name: en.prepare.savedTitle })).toBeTruthy()
    press(/^Sound only/)
    await pass(countdownMs)
    await save()
    press(en.prepare.saveAnother)
    await pass(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(onSaveAnother).toHaveBeenCalledOnce()
  })

  test('without a countdown starts the file as soon as it is there', async () => {
    serve(null)
    show(videoView({ countdownSeconds: 0 }))
    await open()
    await pass(1500)
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: en.prepare.savedTitle })).toBeTruthy(),
    )
  })
})

describe('Recent downloads', () => {
  async function saveOne(): Promise<void> {
    await open()
    await pass(countdownMs)
    await save()
    press(en.prepare.close)
    await pass(0)
  }

  test('appear with the first save, the newest first, and can be cleared', async () => {
    serve(null)
    show(videoView({ title: 'First', postId: '7345678900000000001' }))
    expect(screen.queryByText(en.recent.title)).toBeNull()
    await saveOne()
    cleanup()
    show(videoView({ title: 'Second', postId: '7345678900000000002' }))
    await saveOne()
    const list = await screen.findByRole('region', { name: en.recent.title })
    const links = [...list.querySelectorAll('a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/?post=7345678900000000002',
      '/?post=7345678900000000001',
    ])
    press(en.recent.clear)
    expect(screen.queryByRole('region')).toBeNull()
    expect(localStorage.getItem('recent')).toBeNull()
  })

  test('keep nothing new while they’re turned off', async () => {
    serve(null)
    show(videoView())
    await saveOne()
    await screen.findByRole('region', { name: en.recent.title })
    press(en.recent.turnOff)
    await saveOne()
    expect(localStorage.getItem('recent')).toBeNull()
    press(en.recent.turnOn)
    await saveOne()
    expect(await screen.findByRole('region', { name: en.recent.title })).toBeTruthy()
  })

  test('show format and day first, and the creator last', async () => {
    const entry = {
      postId: '7345678900000000001',
      title: 'Clip',
      author: 'A creator with a rather long name',
      format: 'mp4',
      savedAt: new Date(2026, 10, 22, 9, 30).getTime(),
      coverHref: null,
    }
    localStorage.setItem('recent', JSON.stringify([entry]))
    show(videoView())
    const list = await screen.findByRole('region', { name: en.recent.title })
    expect(list.querySelector('a')?.textContent).toBe(
      'ClipMP4 · Nov 22 · A creator with a rather long name',
    )
  })

  test('a saved second video leads to the second video', async () => {
    const entry = { postId: 'x:1790000000000000001', title: 'Clip', author: null, format: 'hd-2' }
    localStorage.setItem('recent', JSON.stringify([{ ...entry, savedAt: 1, coverHref: null }]))
    show(videoView())
    const list = await screen.findByRole('region', { name: en.recent.title })
    expect(list.querySelector('a')?.getAttribute('href')).toBe(
      '/?post=x:1790000000000000001&item=2',
    )
  })

  test('keep 20, and skip invalid entries', async () => {
    serve(null)
    const entry = (n: number) => ({
      postId: `73456789000000${10_000 + n}`,
      title: `Clip ${n}`,
      author: null,
      format: 'mp4',
      savedAt: n,
      coverHref: 'https://evil.example/cover',
    })
    const kept = [{ postId: 'javascript:1' }, 7, ...Array.from({ length: 30 }, (_, n) => entry(n))]
    localStorage.setItem('recent', JSON.stringify(kept))
    show(videoView())
    const list = await screen.findByRole('region', { name: en.recent.title })
    expect(list.querySelectorAll('a').length).toBe(20)
    expect(list.querySelector('img')).toBeNull()
  })
})
