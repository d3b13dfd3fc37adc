import { useEffect, useRef } from 'react'
import type { Lookup } from './use-lookup.ts'

/**
 * Moves the focus to a look-up's answer, its title or the field with the wrong link, and scrolls to
 * it. Back and Forward only refill the field.
 */
export function useFocusOnAnswer(
  { busy, shown }: Lookup,
  {
    root,
    field,
    sent,
  }: {
    root: React.RefObject<HTMLDivElement | null>
    field: React.RefObject<HTMLInputElement | null>
    sent: string | null
  },
): void {
  const before = useRef(shown)
  const asked = useRef(false)
  useEffect(() => {
    if (busy) {
      asked.current = true
      show(root.current)
      return
    }
    if (before.current === shown) return
    before.current = shown
    const own = asked.current
    asked.current = false
    if (field.current !== null && (shown?.result.ok !== false || !own)) {
      // Keeps a link that was typed meanwhile.
      if (!own || field.current.value === sent) field.current.value = shown?.typed ?? ''
    }
    if (!own || shown === null) return
    if (!shown.result.ok) {
      field.current?.focus()
      return
    }
    root.current?.querySelector<HTMLElement>('#result-title')?.focus({ preventScroll: true })
    show(root.current)
  }, [busy, shown, root, field, sent])
}

/** Scrolls the form and its result into view, unless they are already and nothing is cut off. */
function show(root: HTMLElement | null): void {
  const card = root?.querySelector('[data-result-card]')?.getBoundingClientRect()
  if (root === null || card === undefined) return
  const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const inSight = card.top >= edge && card.bottom <= innerHeight
  // Content above the form must be either whole or out of view.
  const above = root.parentElement?.getBoundingClientRect().top ?? 0
  const isCut = above < edge && above < root.getBoundingClientRect().top && scrollY > 0
  if (inSight && !isCut) return
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  root.scrollIntoView({ block: 'start', behavior: calm ? 'instant' : 'smooth' })
}
