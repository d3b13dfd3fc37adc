// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { ResultCard } from '#app/download/ui/later/result-card.tsx'
import { en } from '#app/i18n/en.ts'
import { TextsContext } from '#app/i18n/use-i18n.ts'
import type { Visit } from '#app/ui/site/use-visit.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { slideshowView, videoView } from './post-view.ts'

const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  iPod: 'Mozilla/5.0 (iPod touch; CPU iPhone OS 15_7 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  'old iPad': 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  iPad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
  Mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
  Windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  Android: 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
}
type Device = keyof typeof agents

const share = vi.fn<(data: ShareData) => Promise<void>>()
const canShare = vi.fn<(data: ShareData) => boolean>()
const assign = vi.fn()
const told = vi.fn<(url: string, body: URLSearchParams) => boolean>()

/** Makes this browser one of the device. */
function be(device: Device, { inApp = false, shares = true } = {}): void {
  const facts: Record<string, unknown> = {
    userAgent: agents[device],
    maxTouchPoints: device === 'iPad' || device === 'iPhone' ? 5 : device === 'Windows' ? 10 : 0,
    standalone: inApp,
    ...(shares && { share, canShare }),
  }
  for (const [name, value] of Object.entries(facts)) {
    Object.defineProperty(navigator, name, { value, configurable: true })
  }
}

/** What the server sends of a file: its bytes, whether it says how many, and with which status. */
type Sent = { size?: number; stated?: number | null; status?: number }

/** Returns the addresses that the page fetches, checks left out. */
function serve({ size = 4, stated = size, status = 200 }: Sent = {}): string[] {
  const fetched: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (target) => {
    const address = String(target)
    if (address.endsWith('&check')) return new Response(null, { status: 204 })
    fetched.push(address)
    const headers = {
      'Content-Type': address.includes('/zip') ? 'application/zip' : 'video/mp4',
      'Content-Disposition': `inline; filename="clip.mp4"`,
      ...(stated !== null && { 'Content-Length': String(stated) }),
    }
    return new Response(new Uint8Array(size), { status, headers })
  })
  return fetched
}

async function open(
  post: PostView,
  format: RegExp = /MP4/,
  before: (card: typeof screen) => void = () => undefined,
): Promise<void> {
  const visit: Visit = { consent: 'none needed', asks: false, tags: null, ads: [] }
  const Page = createRoutesStub([
    {
      id: 'pages/public-layout',
      path: '/',
      Component: () => <ResultCard post={post} onSaveAnother={() => undefined} />,
    },
  ])
  render(
    <TextsContext value={{ language: 'en', t: en }}>
      <Page hydrationData={{ loaderData: { 'pages/public-layout': { visit } } }} />
    </TextsContext>,
  )
  fireEvent.click(screen.getByRole('radio', { name: format }))
  before(screen)
  fireEvent.click(screen.getByRole('button', { name: en.result.downloadNow }))
  await screen.findByRole('dialog')
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 500) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 500)))
  }
}

/** Opens the dialog and waits until its file is there, or refused. */
async function ready(post: PostView = videoView(), format: RegExp = /MP4/): Promise<void> {
  await open(post, format)
  await pass(countdownMs)
  await pass(500)
}

const dialog = () => within(screen.getByRole('dialog'))
const shareButton = () => dialog().queryByRole('button', { name: en.prepare.shareToSave })
const openLink = () => dialog().queryByRole('link', { name: en.prepare.openInSafari })
const title = () => screen.getByRole('dialog').getAttribute('aria-labelledby')

async function press(name: string): Promise<void> {
  fireEvent.click(dialog().getByRole('button', { name }))
  await pass(0)
}

/** What was told to the server of shared files. */
const shared = () =>
  told.mock.calls
    .map(([, body]) => Object.fromEntries(body))
    .filter(({ kind }) => kind === 'shared')

beforeEach(() => {
  localStorage.clear()
  told.mockReset().mockReturnValue(true)
  Object.assign(navigator, { sendBeacon: told })
  share.mockReset().mockResolvedValue()
  canShare.mockReset().mockReturnValue(true)
  assign.mockReset()
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.spyOn(location, 'assign').mockImplementation(assign)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const name of ['userAgent', 'maxTouchPoints', 'standalone', 'share', 'canShare']) {
    Reflect.deleteProperty(navigator, name)
  }
})

/** One offer of the format. */
function postWith(facts: Partial<Offer>): PostView {
  const [, mp4] = videoView().formats
  if (mp4 === undefined) throw new Error('no MP4')
  return videoView({ formats: [{ ...mp4, ...facts }] })
}

describe('The dialog of a video', () => {
  test.each<[Device, boolean]>([
    ['iPhone', true],
    ['iPod', true],
    ['old iPad', true],
    ['iPad', true],
    ['Mac', false],
    ['Windows', false],
    ['Android', false],
  ])('has the ways to save that a device has: %s', async (device, bySheet) => {
    be(device)
    const fetched = serve()
    await ready()
    expect(shareButton() !== null).toBe(bySheet)
    expect(dialog().queryByRole('link', { name: en.prepare.downloadNow }) !== null).toBe(!bySheet)
    expect(fetched).toHaveLength(bySheet ? 1 : 0)
  })

  test('fetches the file once, when the countdown has ended, and reports only the share', async () => {
    be('iPhone')
    const fetched = serve()
    await open(videoView())
    await pass(countdownMs - 1500)
    expect(fetched).toEqual([])
    await pass(2500)
    expect(fetched).toEqual(['/save/1/mp4?view&e=1'])
    expect(shared()).toEqual([])
    await press(en.prepare.shareToSave)
    expect(share).toHaveBeenCalledWith({ files: [expect.any(File)] })
    expect(shared()).toEqual([{ kind: 'shared', file: '/save/1/mp4?view&e=1' }])
    expect(screen.getByRole('dialog', { name: en.prepare.sharedTitle })).toBeTruthy()
    await press(en.prepare.saveAgain)
    await press(en.prepare.shareToSave)
    expect(share).toHaveBeenCalledTimes(2)
    expect(fetched).toHaveLength(1)
  })

  test.each(['AbortError', 'InvalidStateError'])(
    'stays as it is when the share sheet is closed or open already: %s',
    async (name) => {
      be('iPhone')
      serve()
      await ready()
      const before = title()
      share.mockRejectedValue(new DOMException('', name))
      await press(en.prepare.shareToSave)
      await press(en.prepare.shareToSave)
      expect(screen.getByRole('dialog', { name: en.prepare.ready })).toBeTruthy()
      expect(title()).toBe(before)
      expect(window.open).not.toHaveBeenCalled()
      expect(assign).not.toHaveBeenCalled()
      expect(shared()).toEqual([])
      share.mockResolvedValue()
      await press(en.prepare.shareToSave)
      expect(screen.getByRole('dialog', { name: en.prepare.sharedTitle })).toBeTruthy()
    },
  )

  test('asks for another press where the browser wants one, and shares the same file', async () => {
    be('iPhone')
    const fetched = serve()
    await ready()
    share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    await press(en.prepare.shareToSave)
    expect(dialog().getByText(en.prepare.tapAgain)).toBeTruthy()
    await press(en.prepare.shareToSave)
    expect(shared()).toHaveLength(1)
    expect(fetched).toHaveLength(1)
    expect(window.open).not.toHaveBeenCalled()
  })

  test.each([new DOMException('', 'DataError'), new TypeError('no'), 'no'])(
    'leaves the other ways where the device can’t share the file after all: %s',
    async (error) => {
      be('iPhone')
      serve()
      await ready()
      share.mockRejectedValueOnce(error)
      await press(en.prepare.shareToSave)
      expect(shareButton()).toBeNull()
      expect(openLink()).not.toBeNull()
      expect(assign).not.toHaveBeenCalled()
    },
  )

  test('offers only the other ways where nothing can be shared, and fetches nothing', async () => {
    be('iPhone', { shares: false })
    const fetched = serve()
    await ready()
    expect(shareButton()).toBeNull()
    expect(openLink()?.getAttribute('href')).toBe('/save/1/mp4?view&e=1')
    cleanup()
    be('iPhone')
    canShare.mockReturnValue(false)
    await ready()
    expect(shareButton()).toBeNull()
    expect(fetched).toEqual([])
  })

  test.each<[string, number | null, Sent, number]>([
    ['known from the look-up', 50_000_001, {}, 0],
    ['stated with the file', null, { stated: 400_000_000 }, 1],
    ['seen only while it comes', null, { size: 50_000_001, stated: null }, 1],
  ])('keeps no file over 50 MB in memory: %s', async (_, bytes, sent, fetches) => {
    be('iPhone')
    const fetched = serve(sent)
    await ready(postWith({ bytes }))
    expect(shareButton()).toBeNull()
    expect(openLink()).not.toBeNull()
    expect(fetched).toHaveLength(fetches)
  })

  test('offers another try after the file broke off, which checks and fetches it again', async () => {
    be('iPhone')
    const fetched = serve({ status: 502 })
    await ready()
    expect(dialog().getByText(en.saveProblem.stopped)).toBeTruthy()
    vi.mocked(window.fetch).mockRestore()
    const again = serve()
    await press(en.prepare.tryAgain)
    await pass(500)
    expect(shareButton()).not.toBeNull()
    expect([...fetched, ...again]).toHaveLength(2)
  })

  test.each<[Offer['format'], { opens: boolean; toPhotos: boolean }]>([
    ['mp4', { opens: true, toPhotos: true }],
    ['hd-2', { opens: true, toPhotos: true }],
    ['image-1', { opens: true, toPhotos: true }],
    ['cover', { opens: true, toPhotos: true }],
    ['m4a', { opens: true, toPhotos: false }],
    ['mp3', { opens: false, toPhotos: false }],
    ['mp3-2', { opens: false, toPhotos: false }],
  ])('names only what a player and the share sheet can do: %s', async (format, can) => {
    be('iPhone')
    serve()
    await ready(postWith({ format, quality: null }), /./)
    expect(shareButton()).not.toBeNull()
    expect(openLink() !== null).toBe(can.opens)
    expect(dialog().queryByText(en.prepare.iosSafari) !== null).toBe(can.opens)
    expect(dialog().queryByText(en.prepare.iosShare) !== null).toBe(can.toPhotos)
    expect(dialog().getByRole('button', { name: en.prepare.copyLink })).toBeTruthy()
  })

  test('copies the file’s link, and shows it where the clipboard refuses', async () => {
    be('iPhone')
    serve()
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await ready()
    await press(en.prepare.copyLink)
    const address = new URL('/save/1/mp4?e=1', location.href).href
    expect(written).toHaveBeenCalledWith(address)
    expect(dialog().getByRole('button', { name: en.copy.copied })).toBeTruthy()
    await pass(2000)
    written.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await press(en.prepare.copyLink)
    expect(dialog().getByRole<HTMLInputElement>('textbox').value).toBe(address)
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('In the app on the home screen', () => {
  test.each<[Device, () => PostView, RegExp]>([
    ['iPhone', videoView, /MP4/],
    ['iPad', videoView, /MP4/],
    ['iPad', videoView, /MP3/],
    ['iPhone', () => slideshowView(3), /ZIP/],
    ['iPad', () => slideshowView(3), /ZIP/],
  ])('a file is shared, and no link leads to it: %s %#', async (device, post, format) => {
    be(device, { inApp: true })
    serve()
    await ready(post(), format)
    expect(dialog().queryAllByRole('link')).toEqual([])
    await press(en.prepare.shareToSave)
    expect(shared()).toHaveLength(1)
  })

  test('the page’s address is offered for Safari where nothing can be shared', async () => {
    be('iPad', { inApp: true, shares: false })
    serve()
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await ready(slideshowView(3), /ZIP/)
    expect(dialog().queryAllByRole('link')).toEqual([])
    expect(dialog().getByText(en.prepare.openPage)).toBeTruthy()
    await press(en.prepare.copyLink)
    expect(written).toHaveBeenCalledWith(location.href)
  })

  test('the chosen images of a photo post are what is shared', async () => {
    be('iPhone', { inApp: true })
    const fetched = serve()
    await open(slideshowView(3), /ZIP/, (card) => {
      fireEvent.click(card.getByRole('checkbox', { name: 'Put image 3 in the ZIP' }))
    })
    await pass(countdownMs)
    expect(fetched).toEqual(['/save/1/zip?view&e=1&image=3'])
  })
})
