// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { PartTrack } from '#app/download/ui/later/part-track.tsx'
import { ResultCard } from '#app/download/ui/later/result-card.tsx'
import { en } from '#app/i18n/en.ts'
import { enLate } from '#app/i18n/late/late-en.ts'
import { TextsContext } from '#app/i18n/use-i18n.ts'
import type { SavePart } from '#app/posts/save-part.ts'
import { slideshowView, videoView } from './post-view.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

function Track({ from, to, endMs }: { from: number; to: number; endMs: number }) {
  const [part, setPart] = useState<SavePart>({ fromMs: from, toMs: to })
  return <PartTrack part={part} endMs={endMs} onMove={setPart} />
}

const slider = (name: string) => screen.getByRole('slider', { name })
const spoken = (name: string) => slider(name).getAttribute('aria-valuetext')
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

async function showPage(Component: () => React.ReactNode, address = '/'): Promise<void> {
  const visit = { consent: 'none needed', asks: false, tags: null, ads: [] }
  const Page = createRoutesStub([
    { id: 'pages/public-layout', path: '/', Component },
    { path: '/prepare/:postId', action: () => ({ post: null, problem: null }) },
  ])
  // Its texts load by themselves.
  await act(async () => {
    render(
      <TextsContext value={{ language: 'en', t: en }}>
        <Page
          initialEntries={[address]}
          hydrationData={{ loaderData: { 'pages/public-layout': { visit } } }}
        />
      </TextsContext>,
    )
  })
}

test('a part is chosen by the keyboard in steps of a tenth and of a second, and spoken', async () => {
  await showPage(() => <Track from={0} to={62_500} endMs={62_500} />)
  expect([spoken('From'), spoken('To')]).toEqual(['0 seconds', '1 minute 2.5 seconds'])
  for (const key of ['ArrowRight', 'ArrowUp', 'PageUp']) fireEvent.keyDown(slider('From'), { key })
  expect(spoken('From')).toBe('1.2 seconds')
  fireEvent.keyDown(slider('From'), { key: 'ArrowRight', shiftKey: true })
  fireEvent.keyDown(slider('From'), { key: 'ArrowLeft' })
  expect(spoken('From')).toBe('2.1 seconds')
  // Never past the other end: half a second is the shortest part.
  fireEvent.keyDown(slider('To'), { key: 'Home' })
  expect(spoken('To')).toBe('2.6 seconds')
  fireEvent.keyDown(slider('From'), { key: 'PageUp' })
  expect(spoken('From')).toBe('2.1 seconds')
  fireEvent.keyDown(slider('To'), { key: 'PageDown' })
  expect(spoken('To')).toBe('2.6 seconds')
  fireEvent.keyDown(slider('To'), { key: 'End' })
  expect(spoken('To')).toBe('1 minute 2.5 seconds')
})

test('a handle follows the finger that holds it, in tenths of a second', async () => {
  await showPage(() => <Track from={0} to={20_000} endMs={20_000} />)
  const box = { left: 100, width: 200 } as DOMRect
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box)
  HTMLElement.prototype.setPointerCapture ??= () => undefined
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockReturnValue(undefined)
  fireEvent.pointerDown(slider('From'), { pointerId: 1, clientX: 90 })
  fireEvent.pointerMove(slider('From'), { pointerId: 1, clientX: 140.4 })
  expect(slider('From').getAttribute('aria-valuenow')).toBe('5')
  fireEvent.pointerUp(slider('From'), { pointerId: 1 })
  fireEvent.pointerMove(slider('From'), { pointerId: 1, clientX: 200 })
  expect(slider('From').getAttribute('aria-valuenow')).toBe('5')
})

test('the formats that have parts save the chosen one, and the address keeps it', async () => {
  const post = videoView({ durationSeconds: 60 })
  history.replaceState(null, '', `/?post=${post.postId}`)
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  await showPage(() => <ResultCard post={post} onSaveAnother={() => undefined} />)
  fireEvent.click(await screen.findByText(enLate.part.title))
  await screen.findByRole('slider', { name: 'From' })
  fireEvent.change(field('From'), { target: { value: '13,3' } })
  fireEvent.change(field('To'), { target: { value: '0:21.7' } })
  expect([spoken('From'), spoken('To')]).toEqual(['13.3 seconds', '21.7 seconds'])
  expect(screen.getByRole('radio', { name: /576p/ }).closest('label')?.textContent).toContain(
    '0:13.3–0:21.7',
  )
  await waitFor(() => expect(location.search).toBe(`?post=${post.postId}&from=13.3&to=21.7`))

  fireEvent.keyDown(slider('To'), { key: 'PageUp' })
  expect(field('To').value).toBe('0:22.7')
  fireEvent.click(screen.getByRole('button', { name: en.result.downloadNow }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.querySelector('a[download]')?.getAttribute('href')).toBe(
    '/save/1/mp4?e=1&from=13.3&to=22.7',
  )
})

test('wrong times are said at their field instead of saving the whole clip', async () => {
  const post = videoView({ durationSeconds: 60 })
  const address = `/?post=${post.postId}&from=30&to=20`
  await showPage(() => <ResultCard post={post} onSaveAnother={() => undefined} />, address)
  expect(await screen.findByText(enLate.part.end_before_start)).toBeTruthy()
  expect(field('From').value).toBe('0:30')
  fireEvent.click(screen.getByRole('button', { name: en.result.downloadNow }))
  await waitFor(() => expect(document.activeElement).toBe(field('To')))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: enLate.part.whole }))
  expect([field('From').value, field('To').value]).toEqual(['', ''])
  expect(screen.queryByText(enLate.part.end_before_start)).toBeNull()
  // The pressed button is gone.
  expect(document.activeElement?.textContent).toBe(enLate.part.title)
})

test('a slideshow offers no part', async () => {
  await showPage(
    () => <ResultCard post={slideshowView(2)} onSaveAnother={() => undefined} />,
    '/?post=1&from=1&to=2',
  )
  await screen.findByRole('button', { name: en.result.toPhone })
  await act(async () => undefined)
  expect(screen.queryByText(enLate.part.title)).toBeNull()
})

test('the track is there for a clip of unstated length whose file was loaded before the player', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(12.9)
  const post = videoView({ durationSeconds: null })
  await showPage(() => <ResultCard post={post} onSaveAnother={() => undefined} />)
  fireEvent.click(await screen.findByText(enLate.part.title))
  await screen.findByRole('slider', { name: 'To' })
  expect(spoken('To')).toBe('12.9 seconds')
})
