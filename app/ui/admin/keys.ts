import { useEffect, useEffectEvent } from 'react'
import { lettersAct } from '../letter-keys.ts'

/**
 * Handlers by the key's name in lower case, after `mod+` if Ctrl or Cmd is held. One that returns
 * false leaves the key to the next map, and in the end to the browser.
 */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

/** In the order in which they get a key. */
const maps: ((name: string, event: KeyboardEvent) => boolean)[] = []

/**
 * Handles keys before the maps added earlier, or after all with `isLast`. Null handles none. While
 * text is typed only Escape and keys with `mod+` count, and while a modal dialog is open none do.
 * Keys of one letter can be turned off.
 */
export function useKeys(keys: Keys | null, isLast = false): void {
  const press = useEffectEvent((name: string, event: KeyboardEvent) => {
    const handle = keys?.[name]
    return handle !== undefined && handle(event) !== false
  })
  const isOn = keys !== null
  useEffect(() => {
    if (!isOn) return
    const map: (typeof maps)[number] = (name, event) => press(name, event)
    maps.splice(isLast ? maps.length : 0, 0, map)
    document.addEventListener('keydown', pressKey)
    return () => {
      maps.splice(maps.indexOf(map), 1)
    }
  }, [isOn, isLast])
}

function pressKey(event: Event): void {
  // When Chrome fills in a field, it sends an event of this name without a key.
  if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing) return
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  const isMod = ctrlKey || metaKey
  if (altKey || (isMod && (shiftKey || ctrlKey === metaKey))) return
  if (document.querySelector('dialog[open]:not([data-beside])') !== null) return
  const name = `${isMod ? 'mod+' : ''}${key.toLowerCase()}`
  if (!isMod && name !== 'escape' && isTyping(target)) return
  if (!isMod && /^\S$/u.test(key) && !lettersAct()) return
  if (maps.some((map) => map(name, event))) event.preventDefault()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
    ) !== null
  )
}
