/** Opening one question closes the others: browsers that know `<details name>` do it themselves. */
if (!('name' in HTMLDetailsElement.prototype)) {
  for (const list of document.querySelectorAll('[data-faq]')) {
    list.addEventListener(
      'toggle',
      ({ target }) => {
        if (!(target instanceof HTMLDetailsElement) || !target.open) return
        for (const other of list.querySelectorAll('details')) {
          if (other !== target) other.open = false
        }
      },
      true,
    )
  }
}
