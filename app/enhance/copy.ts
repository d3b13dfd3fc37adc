import { makeButtons } from './script-button.ts'

/**
 * Buttons that copy: `data-copy` names the element by its id. The button says 'Copied!' for two
 * seconds, and the status after it says so to screen readers.
 */

const shownMs = 2000
const resets = new WeakMap<HTMLElement, () => void>()

makeButtons('[data-copy]')

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const button = event.target.closest<HTMLElement>('[data-copy]')
  if (button !== null) void copy(button)
})

async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset.copy ?? '')
  if (source === null) return
  resets.get(button)?.()
  if (await copied(source)) showCopied(button)
  else {
    mark(source)
    say(button, button.dataset.failed ?? '')
  }
}

async function copied(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(textOf(source))
    return true
  } catch {
    // Without https there is no clipboard, but the old command still copies what is marked.
    mark(source)
    return document.execCommand('copy')
  }
}

function showCopied(button: HTMLElement): void {
  const label = button.querySelector('span')
  const text = label?.textContent ?? ''
  const name = button.getAttribute('aria-label')
  const done = button.dataset.copied ?? ''
  if (label !== null) label.textContent = done
  if (name !== null) button.setAttribute('aria-label', done)
  button.toggleAttribute('data-done', true)
  say(button, done)
  const reset = () => {
    clearTimeout(timer)
    resets.delete(button)
    if (label !== null) label.textContent = text
    if (name !== null) button.setAttribute('aria-label', name)
    button.toggleAttribute('data-done', false)
    say(button, '')
  }
  const timer = setTimeout(reset, shownMs)
  resets.set(button, reset)
}

function say(button: HTMLElement, text: string): void {
  const status = button.nextElementSibling
  if (status === null) return
  status.textContent = text
  // A failure is for everybody to see; success stands on the button itself.
  status.classList.toggle('sr-only', text !== button.dataset.failed)
}

function textOf(source: HTMLElement): string {
  return source instanceof HTMLTextAreaElement || source instanceof HTMLInputElement
    ? source.value
    : (source.textContent ?? '')
}

function mark(source: HTMLElement): void {
  if (source instanceof HTMLTextAreaElement || source instanceof HTMLInputElement) {
    source.focus()
    source.select()
  } else getSelection()?.selectAllChildren(source)
}
