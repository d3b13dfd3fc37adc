import { useEffect, useEffectEvent, useState } from 'react'

/** What each key does, by its name in lower case. One that returns false leaves the key alone. */
type SheetKeys = Readonly<Record<string, () => unknown>>

/**
 * Takes keys before the list under a sheet gets them. Keys alone do nothing while something is typed,
 * except Escape, or while a dialog is open over the sheet. While `isMoving`, they wait until the next
 * post is shown, so that each acts on the post that it was meant for.
 *
 * Returns what a button of the sheet does in place of a key.
 */
export function useSheetKeys(keys: SheetKeys, isMoving: boolean): (name: string) => void {
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const waits = isMoving || waiting.length > 0
  const act = useEffectEvent((name: string) => keys[name]?.())
  const press = useEffectEvent((event: Event) => {
    // Chrome sends events of this name without a key when it fills a field in.
    if (!(event instanceof KeyboardEvent) || event.isComposing) return
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return
    if (document.querySelector('dialog[open]:not([data-beside])') !== null) return
    // An open menu takes its own keys.
    if (target.closest('details[open]') !== null) return
    const types = target.closest('input:not([type=checkbox]), textarea, select') !== null
    const name = key.toLowerCase()
    if (types && name !== 'escape') return
    // Space presses what has the focus.
    if (name === ' ' && target.matches('a, button, summary, input, video')) return
    if (!Object.hasOwn(keys, name)) return
    if (waits && name !== 'escape') setWaiting((names) => [...names, name])
    else if (act(name) === false) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listener = (event: Event) => press(event)
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
  useEffect(() => {
    const [name] = waiting
    if (isMoving || name === undefined) return
    setWaiting((names) => names.slice(1))
    act(name)
  }, [isMoving, waiting])
  return (name) => (waits ? setWaiting((names) => [...names, name]) : keys[name]?.())
}
