import { useEffect, useRef, useState } from 'react'

/** Time for which the pointer or the focus must rest on a card before its video plays. */
const restMs = 400

/**
 * Returns the post whose video plays, at most one, and the handlers of each card. A video plays
 * while a mouse or the keyboard's focus rests on its card, unless reduced motion or data is set, or
 * `paused`.
 */
export function useRestPreview(paused: boolean) {
  const [playing, play] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(timer.current)
    play(null)
  }
  const rest = (id: string) => {
    stop()
    if (paused || !wantsMotion()) return
    timer.current = setTimeout(() => play(id), restMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const handlersOf = (id: string) => ({
    onPointerEnter: ({ pointerType }: React.PointerEvent) => {
      if (pointerType === 'mouse') rest(id)
    },
    onPointerLeave: stop,
    onFocus: ({ target }: React.FocusEvent) => {
      if (target.matches('a:focus-visible')) rest(id)
    },
    onBlur: stop,
  })
  return { playing: paused ? null : playing, handlersOf }
}

function wantsMotion(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData !== true && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
