import type { Page } from '@playwright/test'

/**
 * Returns how far the page can be scrolled sideways with text of this size, and what sticks out of
 * the window: the innermost elements, and texts. Empty if it can't. All folded parts are open.
 */
export const sidewaysAt = (page: Page, size: '100%' | '200%'): Promise<string[]> =>
  page.evaluate((size) => {
    const { documentElement: root, body } = document
    root.style.fontSize = size
    for (const details of body.querySelectorAll<HTMLDetailsElement>(
      'main details:not(.group\\/drop)',
    )) {
      // Those of one name would close each other.
      details.removeAttribute('name')
      details.open = true
    }
    const width = root.clientWidth
    if (root.scrollWidth <= width) return []
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== body &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    const rightOf = (node: Node) => {
      const range = document.createRange()
      range.selectNode(node)
      return range.getBoundingClientRect().right
    }
    const found: string[] = []
    const nodes = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const out = rightOf(node) - width
      if (out < 1 || scrolls(node.parentElement)) continue
      if ([...node.childNodes].some((child) => rightOf(child) > width)) continue
      const { outerHTML = node.nodeValue } = node instanceof Element ? node : {}
      found.push(`${Math.round(out)} px: ${outerHTML?.slice(0, 160)}`)
    }
    return [`${root.scrollWidth - width} px too wide`, ...found.slice(0, 6)]
  }, size)
