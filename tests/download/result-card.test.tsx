// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeviceKind } from '#app/download/device.ts'
import type { PostView } from '#app/download/offers.server.ts'
import { RecentDownloads } from '#app/download/ui/recent-downloads.tsx'
import { ResultCard } from '#app/download/ui/result-card.tsx'
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
    device = 'desktop' as DeviceKind,
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
          <ResultCard post={post} device={device} onSaveAnother={onSaveAnother} />
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

/** What the server says of a file, each time that it is asked. */
function serve(...answers: (null | string)[]) {
  const asked: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (target) => {
    asked.push(String(target))
    const name = answers.length > 1 ? answers.shift() : answers[0]
    return name === null || name === undefined
      ? new Response(null, { status: 204 })
      : Response.json({ name, retryAfterSeconds: null }, { status: 502 })
  })
  return asked
}

const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const dialog = () => screen.getByRole('dialog')
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** Opens the dialog, whose code is loaded by then. */
async function open(): Promise<void> {
  press(en.result.downloadNow)
  await screen.findByRole('dialog')
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

let errors: unknown[][]

beforeEach(() => {
  localStorage.clear()
  errors = vi.spyOn(console, 'error').mock.calls
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  expect(errors).toEqual([])
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('The formats', () => {
  test('are rows with what is known of each, MP4 chosen first', () => {
    serve(null)
    show(videoView())
    expect(screen.getAllByRole('radio').map((row) => row.closest('label')?.textContent)).toEqual([
      'HD 1080p · 5.2 MB',
      'MP4 576p · 2 MB',
      'MP3 192 kbps',
    ])
    expect(radio(/^MP4/).checked).toBe(true)
  })

  test('remember what was saved last, and use it only where it is offered', async () => {
    serve(null)
    show(videoView())
    fireEvent.click(radio(/^HD/))
    await open()
    cleanup()
    show(videoView())
    expect(radio(/^HD/).checked).toBe(true)
    cleanup()
    const [, mp4] = videoView().formats
    show(videoView({ formats: mp4 === undefined ? [] : [mp4] }))
    expect(radio(/^MP4/).checked).toBe(true)
    cleanup()
    show(slideshowView(3))
    expect(radio(/^ZIP/).checked).toBe(true)
  })

  test('put only the ticked images in the ZIP', async () => {
    const asked = serve(null)
    show(slideshowView(3))
    expect(radio(/^ZIP 3 images/).checked).toBe(true)
    fireEvent.click(radio(/^MP3/))
    for (const name of ['Put image 3 in the ZIP', 'Put image 1 in the ZIP']) {
      fireEvent.click(screen.getByRole('checkbox', { name }))
    }
    expect(radio(/^ZIP 2 images/).checked).toBe(true)
    await open()
    expect(dialog().textContent).toContain('ZIP · 2 images')
    expect(asked).toEqual(['/save/1/zip?e=1&image=1&image=3&check'])
  })

  test('for images enlarge one after the other', async () => {
    serve(null)
    show(slideshowView(3))
    fireEvent.click(screen.getByRole('link', { name: 'Enlarge image 3' }))
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

describe('The dialog', () => {
  test('names clip, format and size, and counts down again at each opening', async () => {
    serve(null)
    show(videoView())
    await open()
    expect(screen.getByRole('dialog', { name: en.prepare.title })).toBeTruthy()
    expect(dialog().textContent).toContain('A clip')
    expect(dialog().textContent).toContain('MP4 · 576p · 2 MB')
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

  test('says why there’s no file, and offers it once a retry succeeds', async () => {
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
    serve('noSound', null)
    show(videoView())
    fireEvent.click(radio(/^MP3/))
    await open()
    await pass(0)
    expect(screen.queryByRole('button', { name: en.prepare.tryAgain })).toBeNull()
    press(/^HD · 1080p/)
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

  test('says so if the post was removed in the meantime, or no answer comes', async () => {
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
    fireEvent.click(screen.getByRole('link', { name: en.prepare.downloadNow }))
    expect(screen.getByRole('dialog', { name: en.prepare.savedTitle })).toBeTruthy()
    press(/^MP3 · 192 kbps/)
    await pass(countdownMs)
    fireEvent.click(screen.getByRole('link', { name: en.prepare.downloadNow }))
    press(en.prepare.saveAnother)
    await pass(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(onSaveAnother).toHaveBeenCalledOnce()
  })

  test('without a countdown starts the file as soon as it is there', async () => {
    serve(null)
    show(videoView({ countdownSeconds: 0 }))
    await open()
    await pass(0)
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: en.prepare.savedTitle })).toBeTruthy(),
    )
  })

  test('on an iPhone has a button that copies the link and says so', async () => {
    serve(null)
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    show(videoView(), { device: 'ios' })
    await open()
    await pass(countdownMs)
    press(en.prepare.copyLink)
    await pass(0)
    expect(screen.getByRole('button', { name: en.copy.copied })).toBeTruthy()
    expect(written).toHaveBeenCalledWith(new URL('/save/1/mp4?e=1', location.href).href)
    await pass(2000)
    expect(screen.getByRole('button', { name: en.prepare.copyLink })).toBeTruthy()
  })
})

test('On an iPhone a shared file counts as saved, a closed share sheet doesn’t', async () => {
  serve(null)
  const share = vi.fn(async () => undefined)
  Object.assign(navigator, { share })
  vi.spyOn(window, 'open').mockReturnValue(window)
  const { onSaveAnother } = show(videoView(), { device: 'ios' })
  await open()
  await pass(8250)
  const shareFile = async () => {
    fireEvent.click(screen.getByRole('link', { name: en.prepare.shareToSave }))
    await pass(0)
  }
  share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
  await shareFile()
  expect(screen.getByRole('dialog', { name: en.prepare.ready })).toBeTruthy()
  await shareFile()
  expect(screen.getByRole('dialog', { name: en.prepare.sharedTitle }).textContent).toContain(
    en.prepare.shared,
  )
  press(en.prepare.saveAgain)
  expect(screen.getByRole('dialog', { name: en.prepare.ready })).toBeTruthy()
  await shareFile()
  press(en.prepare.saveAnother)
  await pass(0)
  expect(onSaveAnother).toHaveBeenCalledOnce()
  Reflect.deleteProperty(navigator, 'share')
})

describe('Recent downloads', () => {
  async function saveOne(): Promise<void> {
    await open()
    await pass(countdownMs)
    fireEvent.click(screen.getByRole('link', { name: en.prepare.downloadNow }))
    press(en.prepare.close)
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
