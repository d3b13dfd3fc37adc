import type { Page } from './page.ts'

const media = "document.querySelector('video, audio')"

export async function canPlay(page: Page, type: string): Promise<boolean> {
  const script = "return document.createElement('video').canPlayType(arguments[0]) !== ''"
  return (await page.script(script, type)) === true
}

/** Expects that an opened file is a player, which loads the file by a request of its own, and plays. */
export async function expectPlays(page: Page): Promise<void> {
  await page.untilScript(`return ${media}?.readyState ?? ${media}?.error?.code`, 4)
  await page.script(`${media}.muted = true; ${media}.play()`)
  await page.untilScript(`return ${media}.currentTime > 0`, true)
}

export async function expectSeeks(page: Page): Promise<void> {
  await page.script(`${media}.pause(); ${media}.currentTime = 1.5`)
  await page.untilScript(`return ${media}.seeking`, false)
  await page.untilScript(`return Math.abs(${media}.currentTime - 1.5) < 0.1`, true)
}
