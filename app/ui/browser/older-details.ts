/**
 * Opens sections for paper and closes all but one of a name, for browsers where style sheets and
 * names don't.
 */
let opened: [section: HTMLDetailsElement, name: string | null][] = []

// For paper, see css/print.css.
addEventListener('beforeprint', () => {
  const folded = 'details:not([open]):not([data-stays-folded])'
  opened = [...document.querySelectorAll<HTMLDetailsElement>(folded)]
    .filter((section) => section.closest('.print\\:hidden') === null)
    .map((section) => [section, section.getAttribute('name')])
  for (const [section] of opened) {
    // Only one with the same name can be open.
    section.removeAttribute('name')
    section.open = true
  }
})
addEventListener('afterprint', () => {
  for (const [section, name] of opened) {
    section.open = false
    if (name !== null) section.setAttribute('name', name)
  }
  opened = []
})

/** One of these is open at a time, but for paper. */
addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open || opened.length > 0) return
    const others = target.closest('[data-exclusive]')?.querySelectorAll('details') ?? []
    for (const other of others) if (other !== target) other.open = false
  },
  true,
)

export {}
