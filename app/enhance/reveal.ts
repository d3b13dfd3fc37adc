/** Shows and hides what is typed into a password field. */

for (const button of document.querySelectorAll<HTMLElement>('[data-reveal]')) button.hidden = false

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const button = event.target.closest<HTMLElement>('[data-reveal]')
  const field = document.getElementById(button?.getAttribute('aria-controls') ?? '')
  if (button === null || !(field instanceof HTMLInputElement)) return
  show(button, field, field.type === 'password')
  field.focus()
})

document.addEventListener('submit', () => {
  // A browser keeps what it is sent as text among its suggestions, but never a password.
  for (const button of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    const field = document.getElementById(button.getAttribute('aria-controls') ?? '')
    if (field instanceof HTMLInputElement) show(button, field, false)
  }
})

function show(button: HTMLElement, field: HTMLInputElement, shown: boolean): void {
  field.type = shown ? 'text' : 'password'
  button.setAttribute('aria-pressed', String(shown))
  button.setAttribute('aria-label', shown ? 'Hide password' : 'Show password')
  button.querySelector('[data-when-hidden]')?.classList.toggle('hidden', shown)
  button.querySelector('[data-when-shown]')?.classList.toggle('hidden', !shown)
}

export {}
