import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What the color scheme changes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Everyone can read and use the page as it is now, in both color schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothing(page, axeOf(page).withTags([...wcag, 'best-practice']), 'light')
  await expectNothing(page, axeOf(page).withRules(colourRules), 'dark')
}

/** The same of what is shown inside another page, like a mail: it has no landmarks of its own. */
export async function expectAccessiblePart(page: Page): Promise<void> {
  await expectNothing(page, axeOf(page).withTags(wcag), 'light')
  await expectNothing(page, axeOf(page).withRules(colourRules), 'dark')
}

/** axe would wait for ever for a frame where no script may run: what is in one is looked at alone. */
const axeOf = (page: Page) => new AxeBuilder({ page }).exclude('iframe[sandbox=""]')

async function expectNothing(
  page: Page,
  axe: AxeBuilder,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Colours on their way are those of no scheme; the header's follows the scrolling, and stays.
  await page.waitForFunction((scheme) => {
    if (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) return false
    const moving = document
      .getAnimations()
      .filter(
        ({ timeline, playState }) => timeline === document.timeline && playState === 'running',
      )
    for (const animation of moving) {
      // What has no end, as a spinner, stops by itself when motion is reduced.
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
    return moving.length === 0
  }, colorScheme)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  expect([page.url(), colorScheme, found]).toEqual([page.url(), colorScheme, []])
}
