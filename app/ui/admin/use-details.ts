import { useEffect, useRef, useState } from 'react'
import { useHold } from '#app/ui/hold.ts'
import { useKeys } from './keys.ts'

/**
 * Returns the `ref` and `onToggle` of a `<details>` that Escape closes, whether it is open, and the
 * function that closes it and returns the focus. Live data waits while it is open and `holds`.
 */
export function useDetails(holds = true) {
  const ref = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const note = () => setOpen(ref.current?.open === true)
  // It may have been opened before hydration.
  useEffect(note, [])
  const close = () => {
    if (ref.current === null) return
    ref.current.open = false
    ref.current.querySelector('summary')?.focus({ preventScroll: true })
  }
  useHold(isOpen && holds)
  useKeys(isOpen ? { escape: close } : null)
  return { details: { ref, onToggle: note }, isOpen, close }
}
