// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PostCover } from '#app/moderation/admin/post-cover.tsx'
import { useRestPreview } from '#app/moderation/admin/use-rest-preview.ts'

let pause: boolean

function Cards() {
  const { playing, handlersOf } = useRestPreview(pause)
  return ['1', '2'].map((postId) => (
    <div key={postId} data-testid={postId} {...handlersOf(postId)}>
      <PostCover
        post={{ postId, kind: 'video', hasCover: true, durationSeconds: 75 }}
        plays={playing === postId}
      />
    </div>
  ))
}

beforeEach(() => {
  vi.useFakeTimers()
  pause = false
  const Page = createRoutesStub([{ path: '/admin/videos', Component: Cards }])
  render(<Page initialEntries={['/admin/videos']} />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'connection')
})

const card = (id: string) => screen.getByTestId(id)
const videos = () => [...document.querySelectorAll('video')]
const rest = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const enter = (id: string, pointerType = 'mouse') =>
  fireEvent.pointerEnter(card(id), { pointerType })

test('a card plays after a short rest, without sound, and stops on leave', async () => {
  enter('1')
  await rest(300)
  expect(videos()).toEqual([])
  await rest(200)
  const [video] = videos()
  expect(video?.getAttribute('src')).toBe('/admin/videos/1/file/mp4')
  expect([video?.muted, video?.autoplay, video?.loop]).toEqual([true, true, true])
  expect(video?.className).toContain('opacity-0')
  fireEvent(video as HTMLVideoElement, new Event('playing'))
  expect(video?.className).not.toContain('opacity-0')
  fireEvent.pointerLeave(card('1'))
  expect(videos()).toEqual([])
})

test('a pointer that passes by loads nothing, and one card plays at a time', async () => {
  enter('1')
  await rest(100)
  fireEvent.pointerLeave(card('1'))
  enter('2')
  await rest(350)
  expect(videos()).toEqual([])
  await rest(100)
  enter('1')
  await rest(500)
  expect(videos().map((video) => video.getAttribute('src'))).toEqual(['/admin/videos/1/file/mp4'])
})

test('a video that isn’t available leaves the cover in place', async () => {
  enter('1')
  await rest(500)
  fireEvent(videos()[0] as HTMLVideoElement, new Event('error'))
  expect(videos()).toEqual([])
  expect(card('1').querySelector('img')).not.toBeNull()
  expect(card('1').textContent).toContain('1:15')
})

test.each([
  ['a finger', () => enter('1', 'touch')],
  [
    'less motion',
    () => {
      vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
      enter('1')
    },
  ],
  [
    'less data',
    () => {
      Object.defineProperty(navigator, 'connection', {
        configurable: true,
        value: { saveData: true },
      })
      enter('1')
    },
  ],
])('nothing plays for %s', async (_, begin) => {
  begin()
  await rest(1_000)
  expect(videos()).toEqual([])
})
