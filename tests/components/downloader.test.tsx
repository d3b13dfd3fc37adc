// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { en } from '#app/i18n/en.ts'
import { TextsContext } from '#app/i18n/use-i18n.ts'
import { Downloader } from '#app/ui/downloader/downloader.tsx'
import type { LookupView } from '#app/ui/downloader/look-up.server.ts'
import { lookUpInBrowser } from '#app/ui/downloader/look-up-in-browser.ts'
import { videoView } from '#tests/support/post-view.ts'

const post = videoView()

const found: LookupView = { typed: '', result: { ok: true, post, device: 'desktop' } }
const failed: LookupView = {
  typed: '',
  result: { ok: false, message: 'failed', hint: 'notFound', retryAfterSeconds: null },
}
const link = 'https://www.tiktok.com/@tester/video/7345678900000000001'

/** The downloader on a page, with a server that answers each look-up in turn. */
function show(serve: () => Promise<LookupView>, answer: LookupView | null = null) {
  const asked = vi.fn(serve)
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <Downloader answer={answer} />,
      action: async ({ request }) => {
        const typed = String((await request.formData()).get('url'))
        return lookUpInBrowser(typed, async () => ({ lookup: await asked() }))
      },
    },
  ])
  render(
    <TextsContext value={{ language: 'en', t: en }}>
      <Page />
    </TextsContext>,
  )
  return asked
}

const field = () => screen.getByLabelText<HTMLInputElement>(en.downloader.label)
const alertText = () => screen.getByRole('alert').textContent

function type(text: string): void {
  fireEvent.input(field(), { target: { value: text } })
}

function send(): void {
  fireEvent.click(screen.getByRole('button', { name: en.downloader.submit }))
}

let errors: unknown[][]

beforeEach(() => {
  errors = vi.spyOn(console, 'error').mock.calls
})
afterEach(() => {
  cleanup()
  expect(errors).toEqual([])
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('The downloader', () => {
  test('says what is wrong with an empty or foreign link without asking the server', async () => {
    const asked = show(async () => found)
    send()
    await waitFor(() => expect(alertText()).toBe('Please enter a TikTok URL'))
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field())
    type('https://faketiktok.example/video/1')
    expect(alertText()).toBe('')
    expect(field().getAttribute('aria-invalid')).toBe('false')
    send()
    await waitFor(() => expect(alertText()).toContain('Please enter a valid TikTok URL'))
    expect(asked).not.toHaveBeenCalled()
  })

  test('says Processing while it waits, and shows neither the old result nor an old error', async () => {
    const { promise, resolve } = Promise.withResolvers<LookupView>()
    const answers = [Promise.resolve(found), promise]
    show(() => answers.shift() ?? promise)
    type(link)
    send()
    const title = await screen.findByRole('heading', { name: 'A clip' })
    expect(document.activeElement).toBe(title)
    send()
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: 'Processing' })
    expect(waiting.disabled).toBe(true)
    expect(screen.queryByRole('article')).toBeNull()
    await act(async () => resolve(failed))
    await waitFor(() => expect(alertText()).toContain(en.errors.failed))
    expect(alertText()).toContain(en.hints.notFound)
    expect(screen.queryByRole('article')).toBeNull()
    expect(document.activeElement).toBe(field())
  })

  test('keeps the page and says so when there is no answer', async () => {
    show(() => Promise.reject(new TypeError('Failed to fetch')))
    type(link)
    send()
    await waitFor(() => expect(alertText()).toBe(en.errors.unexpected))
    expect(field().value).toBe(link)
  })

  test('shows what the page itself was asked to look up until something else is', async () => {
    show(async () => failed, found)
    expect(screen.getByRole('heading', { name: 'A clip' })).toBeTruthy()
    type(link)
    send()
    await waitFor(() => expect(alertText()).toContain(en.errors.failed))
    expect(screen.queryByRole('article')).toBeNull()
  })

  test.each([
    [() => Promise.reject(new DOMException('no', 'NotAllowedError')), en.errors.clipboardDenied],
    [() => Promise.resolve('  '), en.errors.clipboardEmpty],
    [() => Promise.reject(new Error('no')), en.errors.clipboardFailed],
  ])('says why nothing was pasted (%#), until something is typed', async (readText, text) => {
    show(async () => found)
    vi.spyOn(navigator.clipboard, 'readText').mockImplementation(readText)
    fireEvent.click(screen.getByRole('button', { name: en.downloader.paste }))
    await waitFor(() => expect(alertText()).toBe(text))
    type('x')
    expect(alertText()).toBe('')
  })
})
