import { expect, type Page } from '@playwright/test'
import { en } from '#app/i18n/en.ts'

/**
 * Notes what a screen reader says of a page from now on, once it is opened: titles, the focus, and
 * changes of live regions and of the focused field's description, as Orca does with Chromium. A region
 * is said as it changes, and if it comes after the page. One that holds a control or another region is
 * noted as a fault. Returns the function that expects exactly what was said since its last call, in any
 * order.
 */
export async function listenTo(page: Page): Promise<(...said: string[]) => Promise<void>> {
  let lines: string[] = []
  await page.exposeFunction('heard', (line: string) => {
    // The next focus or page silences that the last focus is gone, or is described otherwise.
    if (/^focus: |^load/.test(line)) {
      lines = lines.filter((one) => !/^focus: lost$|^description: /.test(one))
    }
    // A slow machine is none of a test's business.
    if (line !== 'load' && line !== `status: ${en.downloader.stillTrying}`) lines.push(line)
  })
  await page.addInitScript(noteWhatIsHeard, { regions, controls })
  return async (...said) => {
    await expect.poll(() => [...lines].sort()).toEqual([...said].sort())
    lines = []
  }
}

const regions = '[aria-live], [role=status], [role=alert], [role=log], [role=timer], output'
const controls = 'a[href], button, input, select, textarea, summary, dialog, article, video'

/** What no live region may hold: each change of it would read all of that out. */
export const inLiveRegion = `:is(${regions}) :is(${controls}, ${regions})`

declare global {
  interface Window {
    heard: (line: string) => void
  }
}

/** Runs in the page, so it uses nothing from around it. */
function noteWhatIsHeard({ regions, controls }: { regions: string; controls: string }): void {
  /** Null for a region that is hidden. */
  const known = new WeakMap<Element, string | null>()
  const touched = new Set<Element>()
  const faults = new WeakSet<Element>()
  let title = ''
  let focused: Element | null = null
  let described = ''
  let dialog: Element | null = null

  const say = (kind: string, text: string) => {
    if (text !== '') window.heard(`${kind}: ${text}`)
  }
  const isOff = (region: Element) =>
    region.getAttribute('aria-live') === 'off' || region.getAttribute('role') === 'timer'

  function spoken(node: Node): string {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.ariaHidden === 'true') return ''
    if (!node.checkVisibility({ visibilityProperty: true })) return ''
    if (node instanceof HTMLImageElement) return node.alt
    const text = [...node.childNodes].map(spoken).join('')
    return getComputedStyle(node).display.startsWith('inline') ? text : ` ${text} `
  }
  const textOf = (node: Node | null) =>
    node === null ? '' : spoken(node).replace(/\s+/g, ' ').trim()

  function textBy(attribute: string, element: Element | null): string {
    const ids = element?.getAttribute(attribute)?.split(' ') ?? []
    return ids.map((id) => textOf(document.getElementById(id))).join(' ')
  }
  const descriptionOf = (element: Element | null) => textBy('aria-describedby', element).trim()

  /** A box without a role has no name: all that it holds is read. */
  function nameOf(element: Element): string {
    const by = textBy('aria-labelledby', element)
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : null
    return by || element.getAttribute('aria-label') || textOf(label ?? element)
  }

  function listen(): void {
    if (document.title !== title) {
      title = document.title
      say('title', title)
    }
    const modal = document.querySelector('dialog:modal')
    for (const region of document.querySelectorAll(regions)) {
      const isHidden = !region.checkVisibility({ visibilityProperty: true })
      // A modal dialog silences everything around it.
      if (isHidden || isOff(region) || (modal !== null && !modal.contains(region))) {
        known.set(region, null)
        continue
      }
      const held = region.querySelector(`${controls}, ${regions}`)
      if (held !== null && !faults.has(region)) {
        faults.add(region)
        say('fault', `a live region holds <${held.localName}>: ${textOf(region)}`)
      }
      const [before, now] = [known.get(region), textOf(region)]
      const isAlert = region.getAttribute('role') === 'alert'
      const comesLate = before === undefined && document.readyState === 'complete'
      const isNews = before == null ? isAlert || comesLate : before !== now || touched.has(region)
      if (isNews) say(isAlert ? 'alert' : 'status', now)
      known.set(region, now)
    }
    touched.clear()
    const { activeElement } = document
    const description = descriptionOf(activeElement)
    if (description !== described && activeElement === focused) say('description', description)
    described = description
    if (activeElement === focused) return
    const wasSomewhere = focused !== null && focused !== document.body
    focused = activeElement
    const around = activeElement?.closest('dialog') ?? null
    if (around !== dialog) {
      dialog = around
      if (around !== null) say('dialog', nameOf(around))
    }
    if (activeElement === null || activeElement === document.body) {
      if (wasSomewhere) say('focus', 'lost')
    } else {
      const isHeading = /^h[1-6]$/.test(activeElement.localName)
      const name = nameOf(activeElement) || `nameless <${activeElement.localName}>`
      say('focus', isHeading ? `${name}, heading` : name)
    }
  }

  // By a channel, since tests can stop the clock.
  const { port1, port2 } = new MessageChannel()
  let isDue = false
  port1.onmessage = () => {
    isDue = false
    listen()
  }
  const soon = () => {
    if (!isDue) port2.postMessage(null)
    isDue = true
  }
  const noted = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      const node = target instanceof Element ? target : target.parentElement
      const region = node?.closest(regions)
      // The same text again is said again if it is a new node.
      if (region && type === 'childList' && addedNodes.length > 0) touched.add(region)
    }
    soon()
  })
  const parts = { subtree: true, childList: true, characterData: true, attributes: true }
  window.heard('load')
  noted.observe(document, parts)
  for (const name of ['focusin', 'focusout']) document.addEventListener(name, soon)
  // On a slow machine the first turn comes when the page is whole: what it came with is no news.
  document.addEventListener('DOMContentLoaded', listen)
}
