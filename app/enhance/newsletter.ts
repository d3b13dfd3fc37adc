import { fetchRegion } from './swap-form.ts'

/** Signs up without leaving the page: the box of the answered page takes the place of this one. */

const region = '[data-newsletter]'

document.addEventListener('submit', (event) => {
  const form = event.target
  const box = form instanceof HTMLFormElement ? form.closest<HTMLElement>(region) : null
  if (!(form instanceof HTMLFormElement) || box === null) return
  event.preventDefault()
  void send(form, box)
})

async function send(form: HTMLFormElement, box: HTMLElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  if (button === null || button.disabled) return
  const label = button.textContent
  button.disabled = true
  button.textContent = button.dataset.sending ?? label
  box.setAttribute('aria-busy', 'true')
  try {
    const fresh = await fetchRegion(form, region)
    if (fresh === null) throw new Error('The answer has no newsletter box')
    box.replaceChildren(...fresh.childNodes)
    // What the answer is about gets the focus, and so is read out.
    box.querySelector<HTMLElement>('[data-focus]')?.focus()
  } catch {
    const problem = box.querySelector('[data-problem]')
    if (problem !== null) problem.textContent = box.dataset.failed ?? ''
  } finally {
    button.disabled = false
    button.textContent = label
    box.removeAttribute('aria-busy')
  }
}
