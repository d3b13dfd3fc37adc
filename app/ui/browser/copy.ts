/**
 * `<copy-button>` copies `data-text`, or the text of the element that `data-source` names. Most
 * pages with one run no React. The element creates its button, which in the HTML would do nothing
 * without scripts.
 */

const shownMs = 2000

const icons = [
  [
    'group-data-done:hidden',
    '<rect width="14" height="14" x="8" y="8" rx="2"/><path d="M4 16V4a2 2 0 0 1 2-2h10"/>',
  ],
  ['hidden group-data-done:block', '<path d="M20 6 9 17l-5-5"/>'],
]
  .map(
    ([name, shape]) =>
      `<svg class="${name}" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">${shape}</svg>`,
  )
  .join('')

class CopyButton extends HTMLElement {
  #button = document.createElement('button')
  #label = document.createElement('span')
  #status = document.createElement('span')
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const button = this.#button
    button.type = 'button'
    button.className = this.dataset.look ?? ''
    button.innerHTML = icons
    button.append(this.#label)
    button.addEventListener('click', () => void this.#copy())
    this.#status.setAttribute('role', 'status')
    this.#show('')
    this.replaceChildren(button, this.#status)
  }

  async #copy() {
    const { source = '', copied = '', failed = '' } = this.dataset
    const element = document.getElementById(source)
    if (element === null) return
    clearTimeout(this.#timer)
    if (await copyText(element, this.dataset.text)) {
      this.#show(copied)
      this.#timer = setTimeout(() => this.#show(''), shownMs)
    } else {
      markText(element)
      this.#show('', failed)
    }
  }

  /** Shows success on the button itself, failure visibly to everyone. */
  #show(success: string, failure = '') {
    const { label = '', name } = this.dataset
    this.#label.textContent = success || label
    if (name !== undefined) this.#button.setAttribute('aria-label', success || name)
    this.#button.toggleAttribute('data-done', success !== '')
    this.#status.textContent = success || failure
    this.#status.className = failure === '' ? 'sr-only' : ''
  }
}

async function copyText(element: HTMLElement, text = textOf(element)): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without HTTPS there is no clipboard API, but the old command still copies the selection.
    markText(element)
    return document.execCommand('copy')
  }
}

function isField(element: HTMLElement): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
}

function textOf(element: HTMLElement): string {
  return isField(element) ? element.value : (element.textContent ?? '')
}

function markText(element: HTMLElement): void {
  if (isField(element)) {
    element.focus()
    element.select()
  } else getSelection()?.selectAllChildren(element)
}

customElements.define('copy-button', CopyButton)

export {}
