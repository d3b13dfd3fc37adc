import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const read = (page: Page, name: 'readyState' | 'currentTime' | 'seeking') =>
  page.locator('video').evaluate((media: HTMLMediaElement, name) => Number(media[name]), name)

/** Expects that an opened file is a player, which loads the file by a request of its own, and plays. */
export async function expectPlays(page: Page): Promise<void> {
  const address = page.url()
  await expect.poll(() => read(page, 'readyState'), address).toBe(4)
  await page.locator('video').evaluate((media: HTMLMediaElement) => {
    media.muted = true
    return media.play()
  })
  await expect.poll(() => read(page, 'currentTime'), address).toBeGreaterThan(0)
}

export async function expectPlaysAndSeeks(page: Page): Promise<void> {
  await expectPlays(page)
  const player = page.locator('video')
  const middle = await player.evaluate((media: HTMLMediaElement) => {
    media.pause()
    media.currentTime = media.duration / 2
    return media.duration / 2
  })
  await expect.poll(() => read(page, 'seeking')).toBe(0)
  expect(await read(page, 'currentTime')).toBeCloseTo(middle, 1)
  expect(await player.evaluate((media: HTMLMediaElement) => media.error?.code ?? null)).toBeNull()
}
