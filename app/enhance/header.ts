/**
 * The header is tied to the scroll position by CSS. Where a browser cannot do that it stays solid,
 * unless a page has this script: then it is see-through at the top there as well.
 */
const header = document.querySelector('[data-site-header]')
if (header !== null && !CSS.supports('animation-timeline: scroll()')) {
  const show = () => header.toggleAttribute('data-at-top', window.scrollY <= 20)
  addEventListener('scroll', show, { passive: true })
  show()
}

/** The menu of small screens also closes by Escape, by a press beside it, and before a page is left. */
const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
if (menu !== null) {
  const close = () => {
    menu.open = false
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    close()
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || menu.contains(target)) return
    if (target.closest('#site-nav') === null || target.closest('a') !== null) close()
  })
  // A page that is gone back to is shown as it was left.
  addEventListener('pagehide', close)
}
