import { fetchRegion } from './swap-form.ts'

/** Shows a text where the form's errors stand, and ties the field to it. */
export function showError(downloader: HTMLElement, text: string): void {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  downloader.querySelector('[data-lookup-error]')?.replaceChildren(paragraph)
  downloader.querySelector('input[name=url]')?.setAttribute('aria-invalid', 'true')
}

/**
 * Sends the form and puts the downloader of the answered page in the place of this one: the server
 * renders a result in one way, with or without JavaScript.
 */
export async function sendLookup(form: HTMLFormElement): Promise<void> {
  const downloader = form.closest<HTMLElement>('[data-downloader]')
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  if (downloader === null || button === null || button.disabled) return
  const label = button.querySelector('span') ?? button
  const text = label.textContent
  button.disabled = true
  label.textContent = button.dataset.processing ?? text
  downloader.setAttribute('aria-busy', 'true')
  // An earlier error or result must not stand beside a new look-up.
  for (const part of downloader.querySelectorAll('[data-lookup-error], [data-lookup-result]')) {
    part.replaceChildren()
  }
  try {
    const fresh = await fetchRegion(form, '[data-downloader]')
    if (fresh === null) showError(downloader, downloader.dataset.unexpected ?? '')
    else replaceParts(downloader, fresh)
  } catch {
    showError(downloader, downloader.dataset.unexpected ?? '')
  } finally {
    button.disabled = false
    label.textContent = text
    downloader.removeAttribute('aria-busy')
  }
}

/** Only what a look-up changes is replaced, so that the field keeps its focus and its text. */
function replaceParts(downloader: HTMLElement, fresh: Element): void {
  for (const name of ['[data-lookup-error]', '[data-lookup-result]']) {
    const nodes = fresh.querySelector(name)?.childNodes ?? []
    downloader.querySelector(name)?.replaceChildren(...nodes)
  }
  const failed = fresh.querySelector('input[name=url]')?.getAttribute('aria-invalid') === 'true'
  const field = downloader.querySelector<HTMLInputElement>('input[name=url]')
  if (failed) {
    field?.setAttribute('aria-invalid', 'true')
    field?.focus()
  } else {
    field?.removeAttribute('aria-invalid')
    // The pressed button was disabled while it waited, which took the focus away from it.
    const title = downloader.querySelector<HTMLElement>('#result-title')
    title?.setAttribute('tabindex', '-1')
    title?.focus({ preventScroll: true })
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    downloader
      .querySelector('[data-lookup-result]')
      ?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' })
  }
}
