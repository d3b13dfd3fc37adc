// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub, Link } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BatchForm } from '#app/download/batch/ui/batch-form.tsx'
import { BatchPage } from '#app/download/batch/ui/batch-page.tsx'
import type { BatchRowView, BatchView } from '#app/download/batch/view.server.ts'
import type { Offer } from '#app/download/offers.server.ts'
import { en } from '#app/i18n/en.ts'
import { SiteContext } from '#app/i18n/site-context.ts'
import { TextsContext } from '#app/i18n/use-i18n.ts'
import { defaultSettings } from '#tests/support/default-settings.ts'

const link = (serial: number) => `https://www.tiktok.com/@tester/video/734567890000000000${serial}`

const offer = (format: Offer['format'], bytes: number | null = null): Offer => ({
  format,
  bytes,
  quality: format === 'hd' ? '1080p' : null,
  images: null,
  prepareHref: `/prepare/1/${format}`,
  saveHref: `/save/1/${format}`,
  viewHref: `/save/1/${format}?view`,
})

const ready: BatchRowView = {
  id: 1,
  line: 1,
  link: link(1),
  state: 'ready',
  formats: { mp4: 'mp4', hd: 'hd', mp3: null },
  post: {
    postId: '1',
    title: 'A clip',
    author: 'Ann',
    durationSeconds: 3,
    kind: 'video',
    coverHref: null,
    formats: [offer('hd', 5_200_000), offer('mp4', 2_000_000)],
    mainFormat: 'mp4',
    images: [],
    choose: { path: '/prepare/1', query: { e: '1', s: 'x' } },
    countdownSeconds: defaultSettings.countdownSeconds,
  },
}
const waiting: BatchRowView = { id: 2, line: 2, link: link(2), state: 'waiting' }
const looking: BatchRowView = { id: 3, line: 3, link: link(3), state: 'looking' }
const refused: BatchRowView = {
  id: 4,
  line: 4,
  link: null,
  state: 'refused',
  problem: { message: 'invalid', hint: 'profile', retryAfterSeconds: null, canRetry: false },
}
const failed: BatchRowView = {
  id: 5,
  line: 5,
  link: link(5),
  state: 'refused',
  problem: { message: 'failed', hint: 'busy', retryAfterSeconds: 5, canRetry: true },
}

/** A source of events that tests speak for. */
class FakeEvents extends EventTarget {
  static CLOSED = 2
  static all: FakeEvents[] = []
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEvents.all.push(this)
  }
  close(): void {
    this.readyState = 2
  }
  say(name: string): void {
    act(() => void this.dispatchEvent(new Event(name)))
  }
}

let errors: unknown[][]
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mock.calls
  FakeEvents.all = []
  vi.stubGlobal('EventSource', FakeEvents)
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  expect(errors).toEqual([])
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
  year: 2026,
}

function show(element: React.ReactNode) {
  return render(
    <SiteContext value={site}>
      <TextsContext value={{ language: 'en', t: en }}>{element}</TextsContext>
    </SiteContext>,
  )
}

/** The page of a batch whose rows the server gives again each time. */
function showBatch(...answers: BatchRowView[][]) {
  const asked = vi.fn((): BatchView => {
    const rows = answers.length > 1 ? answers.shift() : answers[0]
    return {
      version: 12 - answers.length,
      rows: rows ?? [],
      zipHrefs: { mp4: '/batch/a/zip/mp4', hd: '/batch/a/zip/hd', mp3: '/batch/a/zip/mp3' },
    }
  })
  const retried = vi.fn()
  const Page = createRoutesStub([
    {
      path: '/batch/x',
      HydrateFallback: () => null,
      loader: () => asked(),
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
          device="desktop"
          retryWait={null}
        />
      ),
    },
  ])
  show(<Page initialEntries={['/batch/x']} />)
  return { asked, retried }
}

describe('The page of a batch', () => {
  test('shows each link’s state in words, with what can be done', async () => {
    showBatch([ready, waiting, looking, refused, failed])
    await screen.findByText('1 of 5 ready')
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toContain('A clip')
    expect(rows[0]).toContain('by Ann · 0:03')
    expect(rows[0]).toContain('MP4 · 2 MB')
    expect(rows[1]).toContain('Waiting')
    expect(rows[2]).toContain('Looking up…')
    expect(rows[3]).toContain('Line 4')
    expect(rows[3]).toContain('This link leads to a profile.')
    expect(rows[3]).not.toContain('Try again')
    expect(rows[4]).toContain('We’re at capacity right now. Try again in 5 seconds.')
    expect(screen.getAllByRole('button', { name: /Try .* again/ })).toHaveLength(1)
    // Some may still come.
    expect(screen.queryByRole('link', { name: 'Save all as ZIP' })).toBeNull()
  })

  test('reloads at each event, keeps the focus, and stops listening at the end', async () => {
    const { asked } = showBatch([ready, waiting], [ready, looking], [ready, refused])
    await screen.findByText('Waiting')
    const [events] = FakeEvents.all
    expect(events?.url).toBe('/batch/x/events?after=10')
    const save = screen.getByRole('link', { name: /Save A clip/ })
    save.focus()
    events?.say('change')
    await screen.findByText('Looking up…')
    expect(document.activeElement).toBe(save)
    events?.say('done')
    await screen.findByRole('link', { name: 'Save all as ZIP' })
    expect(document.activeElement).toBe(save)
    expect(FakeEvents.all.map(({ readyState }) => readyState)).toEqual([2])
    expect(asked).toHaveBeenCalledTimes(3)
  })

  test('polls if no events get through', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { asked } = showBatch([waiting], [ready])
    await screen.findByText('Waiting')
    const [events] = FakeEvents.all
    if (events !== undefined) events.readyState = 2
    events?.say('error')
    expect(asked).toHaveBeenCalledTimes(1)
    await act(() => vi.advanceTimersByTimeAsync(3_500))
    await screen.findByText('A clip')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('saves all in one format, says where it’s missing, and remembers the choice', async () => {
    showBatch([ready])
    fireEvent.click(await screen.findByLabelText('HD if available'))
    expect(screen.getByRole('link', { name: /Save A clip/ }).getAttribute('href')).toBe(
      '/prepare/1/hd',
    )
    expect(screen.getByRole('listitem').textContent).toContain('HD · 1080p · 5.2 MB')
    const zip = () => screen.getByRole('link', { name: 'Save all as ZIP' }).getAttribute('href')
    expect(zip()).toBe('/batch/a/zip/hd')
    fireEvent.click(screen.getByLabelText('MP3'))
    expect(screen.getByRole('listitem').textContent).toContain('This post has no sound')
    cleanup()
    showBatch([ready])
    await waitFor(() => expect(zip()).toBe('/batch/a/zip/mp3'))
  })

  test('tries a link again and keeps the focus on its row', async () => {
    const { retried } = showBatch([failed], [{ ...waiting, id: failed.id }])
    fireEvent.click(await screen.findByRole('button', { name: /Try .* again/ }))
    await waitFor(() => expect(retried).toHaveBeenCalledWith('5'))
    expect(document.activeElement).toBe(screen.getByRole('listitem'))
  })
})

describe('The field for several links', () => {
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('TikTok links')

  /** The form's page, and another that hands links over to it. */
  function showForm(handed?: string) {
    const sent = vi.fn()
    HTMLFormElement.prototype.requestSubmit = function requestSubmit() {
      if (this.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }))) {
        sent(new FormData(this).get('links'))
      }
    }
    const Page = createRoutesStub([
      {
        path: '/',
        Component: () => (
          <Link to="/batch" state={{ links: handed }}>
            go
          </Link>
        ),
      },
      { path: '/batch', Component: () => <BatchForm refused={null} /> },
    ])
    show(<Page initialEntries={[handed === undefined ? '/batch' : '/']} />)
    if (handed !== undefined) fireEvent.click(screen.getByText('go'))
    return sent
  }

  test('says what is wrong without asking the server', () => {
    const sent = showForm()
    const say = (text: string) => {
      field().value = text
      act(() => field().form?.requestSubmit())
      return screen.getByRole('alert').textContent
    }
    expect(say(' ')).toBe(`Please enter a TikTok URL${en.hints.copyLink}`)
    expect(document.activeElement).toBe(field())
    expect(say([1, 2, 3, 4].map(link).join('\n'))).toBe(
      'You pasted 4 links, and the limit is 3. Remove some and try again.',
    )
    expect(say('https://www.tiktok.com/@someone')).toContain('This link leads to a profile.')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    fireEvent.input(field())
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(sent).not.toHaveBeenCalled()
    expect(say(link(1))).toBe('')
    expect(sent).toHaveBeenCalledWith(link(1))
  })

  test('sends links handed over by the downloader at once, and only once', async () => {
    const links = `${link(1)} ${link(2)}`
    const sent = showForm(links)
    await waitFor(() => expect(sent).toHaveBeenCalledWith(links))
    expect(field().value).toBe(links)
    expect(sent).toHaveBeenCalledTimes(1)
  })
})
