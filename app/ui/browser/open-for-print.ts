/** Opens a page's sections for paper in browsers whose style sheets can't, see css/print.css. */
if (!CSS.supports('selector(::details-content)')) {
  let opened: [section: HTMLDetailsElement, name: string | null][] = []
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
}

export {}
