/**
 * Whether a key was pressed alone: not while something is typed, a modifier is held or a dialog is
 * open, and not if it has done something already.
 */
export function isBareKey(event: Event): event is KeyboardEvent {
  return (
    isKeyOfPage(event) &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !isTyping(event.target)
  )
}

/** Whether a key is for the page: not for a dialog, and not one that has done something already. */
export function isKeyOfPage(event: Event): event is KeyboardEvent {
  return (
    // Chrome sends events of this name without a key when it fills a field in.
    event instanceof KeyboardEvent &&
    !event.defaultPrevented &&
    document.querySelector('dialog[open]:not([data-beside])') === null
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
    ) !== null
  )
}
