/** Focuses what the fragment `hash` names, else the page's title: screen readers say it. */
export function focusPage(hash = ''): void {
  const target =
    (hash === '' ? null : document.getElementById(hash.slice(1))) ??
    document.querySelector<HTMLElement>('#content h1')
  if (target === null) return
  // Headings and sections can't be focused by themselves.
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
