/** Focuses what the fragment `hash` names, else the page's title: screen readers say it. */
export function focusPage(hash = ''): void {
  const main = document.getElementById('content')
  const named = hash === '' ? null : document.getElementById(hash.slice(1))
  const target = named ?? main?.querySelector('h1') ?? main
  if (target === null) return
  // Headings and sections can't be focused by themselves.
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
