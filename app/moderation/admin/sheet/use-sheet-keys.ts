import { useEffect, useEffectEvent, useState } from 'react'
import { useKeys } from '#app/ui/admin/keys.ts'

/** Handlers by the key's name in lower case. One that returns false leaves the key to the list. */
type SheetKeys = Readonly<Record<string, () => unknown>>

/**
 * Handles keys before the list under a sheet gets them. While `isMoving`, all but Escape wait until
 * the next post is shown, so that each acts on the right post.
 *
 * Returns the function with which the sheet's buttons do the same as a key.
 */
export function useSheetKeys(keys: SheetKeys, isMoving: boolean): (name: string) => void {
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const waits = isMoving || waiting.length > 0
  const act = useEffectEvent((name: string) => keys[name]?.())
  const press = (name: string) =>
    waits && name !== 'escape' ? setWaiting((names) => [...names, name]) : keys[name]?.()
  const isForSheet = (name: string, { target }: KeyboardEvent) =>
    target instanceof Element &&
    // An open menu handles its own keys.
    target.closest('details[open]') === null &&
    // Space presses the focused element.
    !(name === ' ' && target.matches('a, button, summary, input, video'))
  const names = Object.keys(keys)
  useKeys(
    Object.fromEntries(
      names.map((name) => [name, (event: KeyboardEvent) => isForSheet(name, event) && press(name)]),
    ),
  )
  useEffect(() => {
    const [name] = waiting
    if (isMoving || name === undefined) return
    setWaiting((names) => names.slice(1))
    act(name)
  }, [isMoving, waiting])
  return press
}
