import { useEffect, useRef } from 'react'
import type { Lookup } from './use-lookup.ts'

/**
 * Moves the focus to what a look-up gave, its title or the field with the wrong link, and brings it
 * into view. By Back and Forward only the field is filled again.
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
      // Whoever has typed the next link meanwhile keeps it.
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

/** Brings the form and what is below it into view. Where they are, and nothing is cut, nothing moves. */
function show(root: HTMLElement | null): void {
  const card = root?.querySelector('[data-result-card]')?.getBoundingClientRect()
  if (root === null || card === undefined) return
  const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const inSight = card.top >= edge && card.bottom <= innerHeight
  // What is above the form in its column is either whole or gone.
  const above = root.parentElement?.getBoundingClientRect().top ?? 0
  const isCut = above < edge && above < root.getBoundingClientRect().top && scrollY > 0
  if (inSight && !isCut) return
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  root.scrollIntoView({ block: 'start', behavior: calm ? 'instant' : 'smooth' })
}
