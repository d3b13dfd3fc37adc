/**
 * Buttons that only a script can work are made by it: text browsers show every button that is in
 * the HTML, also a hidden one. The place of one is a span with `data-button` as its label, if need
 * be `data-name` as what is said instead, and the icons, class and data that the button takes over.
 */
export function makeButtons(selector: string): void {
  for (const place of document.querySelectorAll<HTMLElement>(`${selector}[data-button]`)) {
    const button = document.createElement('button')
    button.type = 'button'
    for (const { name, value } of place.attributes) {
      if (name !== 'hidden' && name !== 'data-button') button.setAttribute(name, value)
    }
    const label = document.createElement('span')
    label.textContent = place.dataset.button ?? ''
    if (place.dataset.name !== undefined) button.setAttribute('aria-label', place.dataset.name)
    button.append(...place.childNodes, label)
    place.replaceWith(button)
  }
}
