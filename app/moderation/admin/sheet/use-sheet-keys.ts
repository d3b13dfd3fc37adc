import { useEffect, useEffectEvent } from 'react'

/** What each key does, by its name in lower case. One that returns false leaves the key alone. */
type SheetKeys = Readonly<Record<string, () => unknown>>

/**
 * Takes keys before the list under a sheet gets them. Keys alone do nothing while something is typed,
 * except Escape, or while a dialog is open over the sheet.
 */
export function useSheetKeys(keys: SheetKeys): void {
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
    const act = Object.hasOwn(keys, name) ? keys[name] : undefined
    if (act === undefined || act() === false) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listener = (event: Event) => press(event)
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
}
