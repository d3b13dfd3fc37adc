// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LookupView } from '#app/download/lookup/visitor-lookup.server.ts'
import { en } from '#app/i18n/en.ts'
import { address, alertText, field, send, showDownloader, type } from './downloader-page.tsx'
import { failed, found, linkTo } from './found-post.ts'

const find = async (typed: string) => found(typed)
/** The title of the post that was found, as soon as it is there. */
const title = (digit: number) =>
  waitFor(() => {
    const found = document.querySelector('#result-title')
    expect(found?.textContent).toBe(`Clip ${digit}`)
    return found
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** Pastes a text by the keyboard, and says whether the browser would do it by itself. */
function paste(target: Element, text: string): boolean {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  return fireEvent(target, Object.assign(event, { clipboardData: { getData: () => text } }))
}

function drop(text: string): void {
  const data = {
    dataTransfer: {
      types: ['text/plain'],
      getData: (kind: string) => (kind === 'text/plain' ? text : ''),
    },
  }
  fireEvent.dragOver(document.body, data)
  fireEvent.drop(document.body, data)
}

/** What forms send by loading a document: their address, and their links. */
function watchDocuments() {
  const sent = vi.fn()
  // The server is asked first.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('ok'))
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(
    this: HTMLFormElement,
  ) {
    sent(this.getAttribute('action'), new FormData(this).get('links'))
  })
  return sent
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('A look-up', () => {
  test('shows what is wrong with an empty or foreign link without asking the server', async () => {
    const asked = showDownloader(find)
    send()
    await waitFor(() => expect(alertText()).toBe(`Please enter a TikTok URL ${en.hints.copyLink}`))
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field()))
    type('https://faketiktok.example/video/1')
    expect(alertText()).toBe('')
    expect(field().getAttribute('aria-invalid')).toBe('false')
    send()
    await waitFor(() =>
      expect(alertText()).toBe(`Please enter a valid TikTok URL ${en.hints.copyLink}`),
    )
    expect(asked).not.toHaveBeenCalled()
  })

  test('shows “Processing” while it waits, and neither the old result nor an old error', async () => {
    const { promise, resolve } = Promise.withResolvers<LookupView>()
    showDownloader((typed) => (typed === linkTo(1) ? find(typed) : promise))
    type(linkTo(1))
    send()
    const heading = await title(1)
    await waitFor(() => expect(document.activeElement).toBe(heading))
    type(linkTo(2))
    send()
    await screen.findByRole('button', { name: 'Processing' })
    expect(document.querySelector('#downloader')?.getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByRole('article')).toBeNull()
    await act(async () => resolve(failed))
    await waitFor(() => expect(alertText()).toContain(en.errors.failed))
    expect(alertText()).toContain(en.hints.notFound)
    expect(screen.queryByRole('article')).toBeNull()
    expect(document.activeElement).toBe(field())
  })

  test('keeps the page and shows when there is no answer, or no connection', async () => {
    showDownloader(() => Promise.reject(new TypeError('Failed to fetch')))
    type(linkTo(1))
    send()
    await waitFor(() => expect(alertText()).toBe(`${en.errors.unexpected} ${en.hints.offline}`))
    expect(field().value).toBe(linkTo(1))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    send()
    await waitFor(() => expect(alertText()).toBe(`You’re offline ${en.hints.offline}`))
  })

  test('does not blame the visitor’s connection for a failure of the site', async () => {
    showDownloader(() => Promise.reject(new Error('Unexpected Server Error')))
    type(linkTo(1))
    send()
    await waitFor(() => expect(alertText()).toBe(`${en.errors.unexpected} ${en.hints.siteFailed}`))
  })

  test('can be canceled, which leaves the form ready and stops the request', async () => {
    let stopped = false
    const asked = showDownloader(
      (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            stopped = true
            reject(signal.reason)
          }),
        ),
    )
    type(linkTo(1))
    send()
    await screen.findByRole('button', { name: 'Processing' })
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
    press('Cancel')
    await screen.findByRole('button', { name: 'Download' })
    expect([stopped, alertText(), field().value]).toEqual([true, '', linkTo(1)])
    expect(document.activeElement).toBe(field())
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  test('shows after five seconds that it is still trying', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    showDownloader(() => new Promise(() => undefined))
    type(linkTo(1))
    send()
    await screen.findByRole('button', { name: 'Processing' })
    const line = document.querySelector('[data-result-card] [role=status]')
    expect(line?.textContent).toBe('')
    act(() => vi.advanceTimersByTime(5000))
    expect(line?.textContent).toBe('Still trying…')
    cleanup()
  })

  test('is replaced by a newer one, and the same link is not asked for twice at once', async () => {
    const answers = new Map<string, (answer: LookupView) => void>()
    const asked = showDownloader((typed) => new Promise((resolve) => answers.set(typed, resolve)))
    type(linkTo(1))
    send()
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
    send()
    type(linkTo(2))
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
    send()
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    await act(async () => answers.get(linkTo(1))?.(found(linkTo(1))))
    expect(screen.queryByRole('heading', { name: 'Clip 1' })).toBeNull()
    await act(async () => answers.get(linkTo(2))?.(found(linkTo(2))))
    await title(2)
    expect(asked.mock.calls.map(([typed]) => typed)).toEqual([linkTo(1), linkTo(2)])
  })
})

describe('A result', () => {
  test('has an address that Back and Forward lead through, with one request per look-up', async () => {
    const asked = showDownloader(find)
    type(linkTo(1))
    send()
    await title(1)
    expect(address()).toBe('/?post=7345678900000000001')
    type(linkTo(2))
    send()
    await title(2)
    press('Back')
    await title(1)
    expect(field().value).toBe(linkTo(1))
    press('Back')
    await waitFor(() => expect(address()).toBe('/'))
    expect([screen.queryByRole('article'), field().value]).toEqual([null, ''])
    press('Forward')
    await title(1)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(asked.opened).not.toHaveBeenCalled()
  })

  test('whose links have expired is asked for by its address', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const asked = showDownloader(find)
    type(linkTo(1))
    send()
    await title(1)
    press('Back')
    await waitFor(() => expect(address()).toBe('/'))
    vi.setSystemTime(Date.now() + 10 * 60_000)
    press('Forward')
    await waitFor(() => expect(asked.opened.mock.calls).toEqual([['?post=7345678900000000001']]))
  })

  test('of the page itself is shown until something else is looked up', async () => {
    showDownloader(async () => failed, found(linkTo(1)))
    await title(1)
    type(linkTo(2))
    send()
    await waitFor(() => expect(alertText()).toContain(en.errors.failed))
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('is loaded as a document of its own where third-party tags would read its address', async () => {
    const tags = document.createElement('script')
    tags.type = 'text/plain'
    tags.dataset.tags = ''
    document.head.append(tags)
    const opened = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    showDownloader(find)
    type(linkTo(1))
    send()
    await waitFor(() =>
      expect(opened.mock.calls).toEqual([[`/?post=${linkTo(1).slice(-19)}#downloader`]]),
    )
    tags.remove()
    expect([address(), screen.queryByRole('article')]).toEqual(['/', null])
  })
})

describe('A look-up that is refused for a moment', () => {
  const busy = (retryAfterSeconds: number): LookupView => ({
    typed: linkTo(1),
    result: { ok: false, message: 'failed', hint: 'busy', retryAfterSeconds },
  })
  async function pass(seconds: number): Promise<void> {
    for (let step = 0; step < 2 * seconds; step++) {
      await act(() => vi.advanceTimersByTimeAsync(500))
    }
  }

  test('is sent twice again by itself, shows when, and can be stopped', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const asked = showDownloader(async () => busy(9))
    type(linkTo(1))
    send()
    await screen.findByText(/^Trying again in [1-9] seconds$/)
    expect(alertText()).toContain(en.retry.busy)
    await pass(10)
    expect(asked).toHaveBeenCalledTimes(2)
    await pass(30)
    expect(asked).toHaveBeenCalledTimes(3)
    expect(alertText()).toContain('Try again in 9 seconds')
    send()
    await pass(1)
    expect(screen.queryByRole('timer')).toBeNull()
    type(linkTo(2))
    send()
    await screen.findByText(/^Trying again in [1-9] seconds$/)
    press('Cancel')
    await pass(20)
    expect(asked).toHaveBeenCalledTimes(5)
  })

  test('by the post’s site is sent again too, and the site is named', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const refused = { ok: false, message: 'unexpected', hint: 'refusedHere' } as const
    const asked = showDownloader(async () =>
      asked.mock.calls.length > 1
        ? find(linkTo(1))
        : { typed: linkTo(1), result: { ...refused, site: 'TikTok', retryAfterSeconds: 7 } },
    )
    type(linkTo(1))
    send()
    await screen.findByText(/^Trying again in [1-7] seconds$/)
    expect(alertText()).toContain('TikTok turned this look-up away.')
    expect(alertText()).not.toContain('Try again in')
    await pass(8)
    await title(1)
  })

  test('for long is left to the visitor', async () => {
    const asked = showDownloader(async () => busy(600))
    type(linkTo(1))
    send()
    await waitFor(() => expect(alertText()).toContain('Try again in 600 seconds'))
    expect(screen.queryByRole('timer')).toBeNull()
    expect(asked).toHaveBeenCalledTimes(1)
  })
})

describe('A link', () => {
  const message = `Look at this! ${linkTo(1)}?is_from_webapp=1, it is great`

  test('is taken out of a pasted text and looked up at once, wherever it is pasted', async () => {
    const asked = showDownloader(find)
    vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(message)
    press('Paste')
    await title(1)
    expect(field().value).toBe(linkTo(1))
    expect(paste(document.body, `and ${linkTo(2)}.`)).toBe(false)
    await title(2)
    expect(paste(field(), linkTo(3))).toBe(false)
    await title(3)
    expect(asked.mock.calls.map(([typed]) => typed)).toEqual([linkTo(1), linkTo(2), linkTo(3)])
  })

  test('is not taken from what is pasted into another field, nor a text from the field', () => {
    const asked = showDownloader(find)
    expect(paste(screen.getByLabelText('Another field'), linkTo(1))).toBe(true)
    expect(paste(field(), 'www.tiktok')).toBe(true)
    expect([field().value, asked.mock.calls]).toEqual(['', []])
  })

  test('is taken from what is dropped on the page', async () => {
    showDownloader(find)
    drop(message)
    await title(1)
  })

  test('that is typed inside a text is cleaned when it is sent', async () => {
    const asked = showDownloader(find)
    type(message)
    send()
    await title(1)
    expect(asked.mock.calls[0]?.[0]).toBe(linkTo(1))
  })

  test.each([20, 0])(
    'among several opens the page for many, if there is one (%i)',
    async (batchLinks) => {
      const asked = showDownloader(find, null, { batchLinks })
      const sent = watchDocuments()
      const text = `${linkTo(1)}\n${linkTo(2)}`
      paste(document.body, text)
      if (batchLinks === 0) await title(1)
      else {
        await screen.findByRole('button', { name: 'Processing' })
        await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith('/batch', text))
        expect(asked).not.toHaveBeenCalled()
        expect(document.querySelectorAll('form')).toHaveLength(1)
        const ends = vi.fn()
        vi.stubGlobal('stop', ends)
        press('Cancel')
        await screen.findByRole('button', { name: 'Download' })
        expect([ends.mock.calls.length, document.activeElement]).toEqual([1, field()])
        send()
        await screen.findByRole('button', { name: 'Processing' })
        expect(document.querySelector('#downloader')?.getAttribute('aria-busy')).toBe('true')
        // Back brings the page as it was left.
        const back = Object.assign(new Event('pageshow'), { persisted: true })
        fireEvent(window, back)
        await screen.findByRole('button', { name: 'Download' })
        await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
      }
    },
  )

  test.each([
    [false, en.errors.offline],
    // Such as to a router without a line.
    [true, en.errors.unexpected],
  ])(
    'among several stays without a connection, whatever the device says of it (%s)',
    async (onLine, says) => {
      showDownloader(find, null, { batchLinks: 20 })
      const sent = watchDocuments()
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
      const ask = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
      const text = `${linkTo(1)} ${linkTo(2)}`
      type(text)
      for (const _ of [1, 2]) {
        send()
        await waitFor(() => expect(alertText()).toBe(says))
        expect([field().value, sent.mock.calls]).toEqual([text, []])
      }
      ask.mockResolvedValue(new Response('ok'))
      send()
      await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith('/batch', text))
    },
  )

  test('among several shows that it waits for a line that stands still, and can be canceled', async () => {
    showDownloader(find, null, { batchLinks: 20 })
    const sent = watchDocuments()
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.spyOn(globalThis, 'fetch').mockReturnValue(promise)
    vi.stubGlobal('stop', vi.fn())
    type(`${linkTo(1)} ${linkTo(2)}`)
    send()
    await screen.findByRole('button', { name: 'Processing' })
    press('Cancel')
    await screen.findByRole('button', { name: 'Download' })
    await act(async () => resolve(new Response('ok')))
    expect(sent).not.toHaveBeenCalled()
  })

  test('can be cleared, and no key of one letter takes the focus', () => {
    showDownloader(find)
    type(linkTo(1))
    press('Clear the link')
    expect([field().value, document.activeElement]).toEqual(['', field()])
    field().blur()
    expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true)
    expect(document.activeElement).toBe(document.body)
  })

  test('is pasted by a button only where the browser can read what was copied', () => {
    Object.defineProperty(navigator.clipboard, 'readText', { value: undefined, configurable: true })
    showDownloader(find)
    expect(screen.queryByRole('button', { name: 'Paste' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
    Reflect.deleteProperty(navigator.clipboard, 'readText')
    cleanup()
    showDownloader(find)
    expect(screen.getByRole('button', { name: 'Paste' })).toBeTruthy()
  })

  test.each([
    [() => Promise.reject(new DOMException('no', 'NotAllowedError')), en.errors.clipboardDenied],
    [() => Promise.resolve('  '), en.errors.clipboardEmpty],
    [() => Promise.reject(new Error('no')), en.errors.clipboardFailed],
  ])('that cannot be pasted is told why, until something is typed (%#)', async (readText, text) => {
    showDownloader(find)
    vi.spyOn(navigator.clipboard, 'readText').mockImplementation(readText)
    press('Paste')
    await waitFor(() => expect(alertText()).toBe(text))
    type('x')
    expect(alertText()).toBe('')
  })
})
