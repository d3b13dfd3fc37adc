// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MadeVideo } from '#app/download/ui/later/photo-video/photo-video-steps.tsx'
import { en } from '#app/i18n/en.ts'
import { enLate } from '#app/i18n/late/late-en.ts'
import { TextsContext } from '#app/i18n/use-i18n.ts'

const share = vi.fn<(data: ShareData) => Promise<void>>()
const saved = vi.fn()

/** Shows a video that an iPhone has made, in Safari or in the app on its home screen. */
function show({ inApp = false } = {}): void {
  const facts = { userAgent: 'iPhone', standalone: inApp, share, canShare: () => true }
  for (const [name, value] of Object.entries(facts)) {
    Object.defineProperty(navigator, name, { value, configurable: true })
  }
  const file = new File(['video'], 'clip.mp4', { type: 'video/mp4' })
  const made = { state: 'made', file, href: 'blob:made', mp3: false } as const
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <MadeVideo made={made} texts={enLate.photoVideo} onSaved={saved} />,
    },
  ])
  render(
    <TextsContext value={{ language: 'en', t: en }}>
      <Page />
    </TextsContext>,
  )
}

const button = () => screen.queryByRole('button', { name: en.prepare.shareToSave })
const link = () => screen.queryByRole('link', { name: en.prepare.downloadNow })
const text = (wanted: string) => screen.queryByText(wanted)

async function press(): Promise<void> {
  const shown = button()
  if (shown === null) throw new Error('There is nothing to press')
  await act(async () => void fireEvent.click(shown))
}

beforeEach(() => {
  share.mockReset().mockResolvedValue()
  saved.mockReset()
})
afterEach(() => {
  cleanup()
  for (const name of ['userAgent', 'standalone', 'share', 'canShare']) {
    Reflect.deleteProperty(navigator, name)
  }
})

test('a made video is saved once it was shared', async () => {
  show()
  await press()
  expect(saved).toHaveBeenCalledOnce()
})

test('a made video waits for another press where the browser wants one', async () => {
  show({ inApp: true })
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await press()
  expect([saved.mock.calls.length, text(en.prepare.tapAgain) !== null]).toEqual([0, true])
  await press()
  expect(saved).toHaveBeenCalledOnce()
})

test.each(['AbortError', 'InvalidStateError'])(
  'a made video stays when no is the answer: %s',
  async (name) => {
    show()
    share.mockRejectedValueOnce(new DOMException('', name))
    await press()
    expect([saved.mock.calls.length, text(en.prepare.tapAgain)]).toEqual([0, null])
    expect([button() === null, link() === null]).toEqual([false, false])
  },
)

test.each([true, false])(
  'a made video has another way where sharing fails: app %s',
  async (inApp) => {
    show({ inApp })
    share.mockRejectedValueOnce(new TypeError('Not this file'))
    await press()
    expect([saved.mock.calls.length, button()]).toEqual([0, null])
    expect([link() !== null, text(en.prepare.openPage) !== null]).toEqual([!inApp, inApp])
  },
)
