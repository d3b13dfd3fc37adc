// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BatchForm } from '#app/download/batch/ui/batch-form.tsx'
import { BatchPage } from '#app/download/batch/ui/batch-page.tsx'
import { BatchTextsContext } from '#app/download/batch/ui/use-batch-i18n.ts'
import type { BatchRowView, BatchView } from '#app/download/batch/view.server.ts'
import type { Offer } from '#app/download/lookup/offers.server.ts'
import type { SaveProgress } from '#app/download/save/save-progress.ts'
import { enDocuments } from '#app/i18n/documents/en.ts'
import { en } from '#app/i18n/en.ts'
import { SiteContext } from '#app/i18n/site-context.ts'
import { TextsContext } from '#app/i18n/use-i18n.ts'
import { defaultSettings } from '#tests/support/default-settings.ts'

const link = (serial: number) => `https://www.tiktok.com/@tester/video/734567890000000000${serial}`

const offer = (format: Offer['format'], bytes: number | null = null): Offer => ({
  format,
  bytes,
  quality: format === 'hd' ? '1080p' : null,
  codec: null,
  images: null,
  kbps: null,
  prepareHref: `/prepare/1/${format}`,
  saveHref: `/save/1/${format}`,
  viewHref: `/save/1/${format}?view`,
})

const ready: BatchRowView = {
  id: 1,
  link: link(1),
  state: 'ready',
  formats: { mp4: 'mp4', hd: 'hd', mp3: null },
  own: null,
  saved: null,
  post: {
    postId: '1',
    title: 'A clip',
    author: 'Ann',
    site: null,
    durationSeconds: 3,
    kind: 'video',
    coverHref: null,
    formats: [offer('hd', 5_200_000), offer('mp4', 2_000_000)],
    mainFormat: 'mp4',
    images: [],
    captions: [],
    videos: 1,
    item: 1,
    isSensitive: false,
    choose: { path: '/prepare/1', query: { e: '1', s: 'x' } },
    countdownSeconds: defaultSettings.countdownSeconds,
    countdownPer: 'format',
    fileNames: { site: 'brand_timestamp', chosen: 'brand_timestamp' },
  },
}
const waiting: BatchRowView = { id: 2, link: link(2), state: 'waiting' }
const looking: BatchRowView = { id: 3, link: link(3), state: 'looking' }
const refused: BatchRowView = {
  id: 4,
  link: 'https://www.tiktok.com/@ann',
  state: 'refused',
  problem: { message: 'invalid', hint: 'profile', retryAfterSeconds: null, canRetry: false },
}
const failed: BatchRowView = {
  id: 5,
  link: link(5),
  state: 'refused',
  problem: { message: 'failed', hint: 'busy', retryAfterSeconds: 5, canRetry: true },
}

/** Answers the page's questions whether it is up to date. */
const askedProgress = vi.fn<typeof window.fetch>()

const isAt = (version: number, goesOn = true) => Response.json({ version, goesOn })

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Finds a text while time stands still. Testing Library would wait by the clock that is faked. */
async function shown(text: string): Promise<HTMLElement> {
  for (let turn = 0; turn < 100 && screen.queryByText(text) === null; turn += 1) {
    await act(() => new Promise((resolve) => setImmediate(resolve)))
  }
  return screen.getByText(text)
}

beforeEach(() => {
  askedProgress.mockReset()
  vi.stubGlobal('fetch', askedProgress)
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const site = {
  siteName: 'Cleanclip',
  appUrl: '',
  defaultLanguage: 'en' as const,
  demo: null,
  batchLinks: 3,
  platforms: [],
  year: 2026,
}
let paused: { site: string; seconds: number }[] = []

function show(element: React.ReactNode) {
  return render(
    <SiteContext value={{ ...site, paused }}>
      <TextsContext value={{ language: 'en', t: en }}>
        <BatchTextsContext value={enDocuments}>{element}</BatchTextsContext>
      </TextsContext>
    </SiteContext>,
  )
}

/** How far the ZIP is that the server tells of. */
let addresses: string[] = []
let progress: SaveProgress = { state: 'unknown' }
beforeEach(() => {
  paused = []
  progress = { state: 'unknown' }
  addresses = []
})

/** The page of a batch whose rows the server gives again each time. */
function showBatch(...answers: BatchRowView[][]) {
  const asked = vi.fn((): BatchView => {
    const rows = answers.length > 1 ? answers.shift() : answers[0]
    return {
      version: 12 - answers.length,
      rows: rows ?? [],
      zip: {
        prepareHrefs: {
          mp4: '/batch/a/prepare/mp4',
          hd: '/batch/a/prepare/hd',
          mp3: '/batch/a/prepare/mp3',
        },
        saveHrefs: {
          mp4: '/batch/a/zip/mp4',
          hd: '/batch/a/zip/hd',
          mp3: '/batch/a/zip/mp3',
        },
        countdownSeconds: 0,
        countdownPer: 'post',
        progress,
      },
    }
  })
  const retried = vi.fn()
  const Page = createRoutesStub([
    {
      path: '/batch/x',
      HydrateFallback: () => null,
      loader: ({ request }) => {
        addresses.push(new URL(request.url).search)
        return asked()
      },
      action: async ({ request }) => {
        retried((await request.formData()).get('retry'))
        return null
      },
      Component: ({ loaderData }: { loaderData: BatchView }) => (
        <BatchPage
          batch={loaderData}
          waits={loaderData.rows.some(({ state }) => state === 'waiting' || state === 'looking')}
          token="x"
          format={null}
          canMakeMp3={true}
          retryWait={null}
          refused={null}
        />
      ),
    },
  ])
  show(<Page initialEntries={['/batch/x']} />)
  return { asked, retried }
}

describe('The page of a batch', () => {
  test('shows in its status that all is over, and how many links are lost', async () => {
    showBatch([ready, refused, failed])
    const status = await screen.findByRole('status')
    expect(status.textContent).toBe('1 of 3 ready, 2 couldn’t be looked up')
  })

  test('shows each link’s state in words, with what can be done', async () => {
    showBatch([ready, waiting, looking, refused, failed])
    await screen.findByText('1 of 5 ready')
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toContain('A clip')
    expect(rows[0]).toContain('by Ann · 0:03')
    expect(rows[0]).toContain('MP4 · 2 MB')
    expect(rows[1]).toContain('Waiting')
    expect(rows[2]).toContain('Looking up…')
    expect(rows[3]).toContain('tiktok.com/@ann')
    expect(rows[3]).toContain('This link leads to a profile.')
    expect(rows[3]).not.toContain('Try again')
    expect(rows[4]).toContain('We’re at capacity right now. Try again in 5 seconds.')
    expect(screen.getAllByRole('button', { name: /Try .* again/ })).toHaveLength(1)
    // Some may still come.
    expect(screen.queryByRole('link', { name: /^Save .* as ZIP$/ })).toBeNull()
  })

  test('says once for how long it is kept and that look-ups are paused, its form for more included', async () => {
    paused = [{ site: 'TikTok', seconds: 600 }]
    showBatch([refused])
    await screen.findByLabelText(enDocuments.batch.label)
    expect(screen.getAllByText(/Results are kept/)).toHaveLength(1)
    expect(screen.getAllByText(/^TikTok look-ups are paused/)).toHaveLength(1)
  })

  test('shows each change, keeps the focus, and asks no more once all is there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    askedProgress.mockResolvedValueOnce(isAt(10)).mockResolvedValueOnce(isAt(11))
    askedProgress.mockResolvedValueOnce(isAt(12, false))
    const { asked } = showBatch([ready, waiting], [ready, looking], [ready, refused])
    await shown('Waiting')
    await pass(1_600)
    expect(screen.getByText('Waiting')).toBeTruthy()
    expect(askedProgress.mock.calls.map(([address]) => address)).toEqual(['/batch/x/progress'])
    expect(asked).toHaveBeenCalledTimes(1)
    const save = screen.getByRole('link', { name: /Save A clip/ })
    save.focus()
    await pass(1_600)
    await shown('Looking up…')
    expect(document.activeElement).toBe(save)
    await pass(1_600)
    await shown('1 of 2 ready, 1 couldn’t be looked up')
    expect(screen.getByRole('link', { name: /^Save .* as ZIP$/ })).toBeTruthy()
    expect(document.activeElement).toBe(save)
    await pass(60_000)
    expect(askedProgress).toHaveBeenCalledTimes(3)
    expect(asked).toHaveBeenCalledTimes(3)
  })

  test('keeps up to date after questions without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    askedProgress.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    askedProgress.mockResolvedValueOnce(new Response('', { status: 503 }))
    askedProgress.mockResolvedValueOnce(isAt(12, false))
    const { asked } = showBatch([waiting], [ready])
    await shown('Waiting')
    await pass(1_600)
    await pass(1_600)
    expect(askedProgress).toHaveBeenCalledTimes(2)
    expect(asked).toHaveBeenCalledTimes(1)
    await pass(1_600)
    await shown('A clip')
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('goes on asking if a link was tried again as the last one was done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    askedProgress.mockResolvedValueOnce(isAt(11, false)).mockResolvedValueOnce(isAt(12, false))
    showBatch([waiting], [looking], [ready])
    await shown('Waiting')
    await pass(1_600)
    await shown('Looking up…')
    await pass(1_600)
    await shown('A clip')
  })

  test('saves all in one format, shows where it’s missing, and remembers the choice', async () => {
    showBatch([ready])
    fireEvent.click(await screen.findByLabelText('HD if available'))
    expect(screen.getByRole('link', { name: /Save A clip/ }).getAttribute('href')).toBe(
      '/prepare/1/hd',
    )
    expect(screen.getByRole('listitem').textContent).toContain('1080p · HD · 5.2 MB')
    const zip = () => screen.getByRole('link', { name: /^Save .* as ZIP$/ }).getAttribute('href')
    expect(zip()).toBe('/batch/a/prepare/hd')
    fireEvent.click(screen.getByLabelText('MP3'))
    expect(screen.getByRole('listitem').textContent).toContain('This post has no sound')
    cleanup()
    showBatch([ready])
    await waitFor(() => expect(zip()).toBe('/batch/a/prepare/mp3'))
  })

  test('lets one row have another format than all', async () => {
    const { asked } = showBatch([ready], [{ ...ready, own: 'hd' }])
    const own = await screen.findByLabelText<HTMLSelectElement>('Format of A clip')
    expect([...own.options].map(({ text }) => text)).toEqual(['As above', 'MP4', 'HD'])
    fireEvent.change(own, { target: { value: 'hd' } })
    await screen.findByText('1080p')
    expect(asked).toHaveBeenCalledTimes(2)
    expect(addresses.at(-1)).toBe('?format=mp4&format-1=hd')
    // The choice for all is not that of this row.
    fireEvent.click(screen.getByLabelText('MP3'))
    expect(screen.getByRole('listitem').textContent).toContain('1080p')
  })

  test.each([
    [{ state: 'sent', direct: true }, 'Saved', false],
    [{ state: 'sent', direct: false }, 'Sent', false],
    [{ state: 'sending', sent: 5_200_000, total: null }, 'Download started · 5.2 MB so far', false],
    [{ state: 'stopped' }, 'The download stopped', true],
  ] as const)('says of its ZIP what the server counted: %j', async (state, text, canRetry) => {
    progress = state
    showBatch([{ ...ready, saved: 'saved' }])
    await screen.findByText('1 of 1 ready')
    const said = document.querySelector('[data-zip]')
    expect(said?.textContent).toContain(text)
    expect(said?.querySelector('a') !== null).toBe(canRetry)
    expect(screen.getByRole('listitem').textContent).toContain('Saved')
    // A page that was loaded meanwhile hears of its end.
    askedProgress.mockResolvedValue(isAt(11))
    if (state.state === 'sending') {
      await waitFor(() => expect(askedProgress).toHaveBeenCalled(), { timeout: 5_000 })
    } else expect(askedProgress).not.toHaveBeenCalled()
  })

  test('tries a link again and keeps the focus on its row', async () => {
    const { retried } = showBatch([failed], [{ ...waiting, id: failed.id }])
    fireEvent.click(await screen.findByRole('button', { name: /Try .* again/ }))
    await waitFor(() => expect(retried).toHaveBeenCalledWith('5'))
    expect(document.activeElement).toBe(screen.getByRole('listitem'))
  })

  test('tries all that failed again at once', async () => {
    const { retried } = showBatch([failed, { ...failed, id: 6 }])
    fireEvent.click(await screen.findByRole('button', { name: 'Try all 2 again' }))
    await waitFor(() => expect(retried).toHaveBeenCalledWith('all'))
  })
})

describe('The field for several links', () => {
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Post links')

  function showForm() {
    const sent = vi.fn()
    HTMLFormElement.prototype.requestSubmit = function requestSubmit() {
      if (this.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }))) {
        sent(new FormData(this).get('links'))
      }
    }
    const Page = createRoutesStub([
      { path: '/batch', Component: () => <BatchForm refused={null} /> },
    ])
    show(<Page initialEntries={['/batch']} />)
    return sent
  }

  test('takes one link after the other from a phone’s clipboard', async () => {
    const readText = vi.fn(async () => 'https://vm.tiktok.com/ZAaaaaaaa/')
    vi.stubGlobal('navigator', { ...navigator, clipboard: { readText } })
    showForm()
    const paste = await screen.findByRole('button', { name: en.downloader.paste })
    fireEvent.click(paste)
    await waitFor(() => expect(field().value).toBe('https://vm.tiktok.com/ZAaaaaaaa/'))
    readText.mockResolvedValue('https://vm.tiktok.com/ZBbbbbbbb/')
    fireEvent.click(paste)
    await waitFor(() =>
      expect(field().value).toBe(
        'https://vm.tiktok.com/ZAaaaaaaa/\nhttps://vm.tiktok.com/ZBbbbbbbb/',
      ),
    )
    readText.mockResolvedValue('')
    fireEvent.click(paste)
    await screen.findByText(en.errors.clipboardEmpty)
  })

  test('shows what is wrong without asking the server', () => {
    const sent = showForm()
    const say = (text: string) => {
      field().value = text
      act(() => field().form?.requestSubmit())
      return screen.getByRole('alert').textContent
    }
    expect(say(' ')).toBe(`Please enter a TikTok URL ${en.hints.copyLink}`)
    expect(document.activeElement).toBe(field())
    expect(say([1, 2, 3, 4].map(link).join('\n'))).toBe(
      'You pasted 4 links, and the limit is 3. Remove some and try again.',
    )
    // Only that is announced; which links, and why, is the field's description.
    expect(say('https://www.tiktok.com/@someone\nhttps://site.example/1')).toBe(en.errors.invalid)
    const description = field().getAttribute('aria-describedby')?.split(' ') ?? []
    const refusals = document.getElementById(description[0] ?? '')
    expect(refusals?.textContent).toContain('This link leads to a profile.')
    expect(refusals?.querySelectorAll('li')).toHaveLength(2)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    fireEvent.input(field())
    expect([screen.getByRole('alert').textContent, refusals?.textContent]).toEqual(['', ''])
    expect(sent).not.toHaveBeenCalled()
    expect(say(link(1))).toBe('')
    expect(sent).toHaveBeenCalledWith(link(1))
  })
})
