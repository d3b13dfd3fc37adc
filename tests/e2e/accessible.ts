import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { circle } from '#tests/support/circles.ts'
import { inLiveRegion } from '#tests/support/heard.ts'
import { htmlCodeSniffer } from '#tests/support/html-codesniffer.ts'
import { faultsOf } from '#tests/support/page-faults.ts'
import { expect } from './fixtures.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What the color scheme changes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Everyone can read and use the page as it is now, in both color schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothing(page, [...wcag, 'best-practice'], 'light')
  if (circle === 'all') expect(await sniffed(page)).toEqual([])
  expect([page.url(), await withoutBlanks(page)]).toEqual([page.url(), []])
  await expectNothing(page, colourRules, 'dark')
  await expect(page.locator(inLiveRegion)).toHaveCount(0)
}

/**
 * What is heard as one word but seen as two, such as "2026Cleanclip": Chrome leaves a blank out of
 * names and lines if it's a text node of its own beside another one, as of `{year} {siteName}`. Also
 * empty descriptions in lists, which are heard as nothing.
 */
async function withoutBlanks(page: Page): Promise<string[]> {
  // Stays attached: a detached session takes the virtual passkeys of others with it.
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const names = nodes.flatMap(({ ignored, name }) => (ignored ? [] : String(name?.value ?? '')))
  return await page.evaluate((names) => {
    // biome-ignore lint/performance/useDomNodeTextContent: as it's drawn, with its blanks
    const seen = document.body.innerText.split(/\s+/)
    const glued = new Set(seen.slice(1).map((word, at) => `${seen[at]}${word}`))
    for (const word of seen) glued.delete(word)
    const found = names.flatMap((name) => name.split(/\s+/)).filter((word) => glued.has(word))
    const beside = (node: Node, way: 'previousSibling' | 'nextSibling') => {
      let next = node[way]
      while (next instanceof Comment) next = next[way]
      return next instanceof Text ? next.data : ''
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const around = beside(node, 'previousSibling') + beside(node, 'nextSibling')
      if (node.nodeValue?.trim() === '' && around.trim() !== '') found.push(`blank at ${around}`)
    }
    const empty = [...document.querySelectorAll('dd')].filter(
      ({ textContent }) => textContent.trim() === '',
    )
    return [...found, ...empty.map(({ parentElement }) => `empty in ${parentElement?.innerHTML}`)]
  }, names)
}

/** The same of what is shown inside another page, like a mail: it has no landmarks of its own. */
export async function expectAccessiblePart(page: Page): Promise<void> {
  await expectNothing(page, wcag, 'light')
  await expectNothing(page, colourRules, 'dark')
}

/** `only` are the tags of axe's rules, or the rules themselves. */
async function expectNothing(
  page: Page,
  only: string[],
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Colours on their way are those of no scheme; the header's follows the scrolling, and stays.
  await page.waitForFunction((scheme) => {
    if (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) return false
    // On its way, the page has buttons half under the header, too small to be pressed.
    scrollTo({ top: 0, behavior: 'instant' })
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
  const found = await violations(page, only)
  expect([page.url(), colorScheme, found]).toEqual([page.url(), colorScheme, []])
}

/**
 * The rules that the page breaks, each with the elements that break it. axe runs in the page
 * itself: Playwright's builder opens a second page for each look, which takes half as long again.
 * Frames are left out: axe would wait for ever for one where no script may run.
 */
async function violations(page: Page, only: string[]): Promise<[string, string[]][]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = { runOnly: only, resultTypes: ['violations'], iframes: false }
  return await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options)
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  }, options)
}

/** What HTML_CodeSniffer finds wrong in the page, by the same rules for people. */
async function sniffed(page: Page): Promise<string[]> {
  const source = htmlCodeSniffer()
  if (source === null) return []
  if (!(await page.evaluate(() => 'HTMLCS' in window))) await page.evaluate(source)
  const said = await page.evaluate(async () => {
    const { HTMLCS, HTMLCS_WCAG2AA } = window
    // It breaks at `autocomplete` on fields that name no type, which axe checks too.
    for (const group of HTMLCS_WCAG2AA.sniffs) {
      group.include = group.include.filter((name) => !name.endsWith('1_3_5'))
    }
    await new Promise<void>((resolve) => HTMLCS.process('WCAG2AA', document, resolve))
    // It reads what no one sees or hears too, such as a hidden button.
    return HTMLCS.getMessages()
      .filter(({ type, element }) => type === HTMLCS.ERROR && element.checkVisibility?.() !== false)
      .map(({ code, msg, element }) => `${code}: ${msg} ${element.outerHTML?.slice(0, 200)}`)
  })
  return faultsOf(
    'HTML_CodeSniffer',
    said.map((fault) => ({ page: page.url(), fault })),
  )
}

type SnifferMessage = { type: number; code: string; msg: string; element: Partial<Element> }

declare global {
  interface Window {
    axe: typeof axe
    HTMLCS_WCAG2AA: { sniffs: { include: string[] }[] }
    HTMLCS: {
      ERROR: number
      process(standard: string, page: Document, done: () => void): void
      getMessages(): SnifferMessage[]
    }
  }
}
