/** An error page would take the place of a form that is sent without a connection. */
let reached = false
const holdBack = (event: SubmitEvent) => {
  const form = event.target as HTMLFormElement
  if (navigator.onLine || reached || form.method !== 'post') return
  event.preventDefault()
  event.stopPropagation()
  // Some devices report offline while they aren't.
  fetch('/health').then(
    () => {
      reached = true
      // Safari 15 has no `requestSubmit`, and names no button.
      const button = event.submitter ?? form.querySelector<HTMLElement>('button:not([type=button])')
      button?.click()
    },
    () => {
      if (form.querySelector('p[data-unsent]') !== null) return
      const text = document.querySelector<HTMLElement>('script[data-unsent]')?.dataset.unsent ?? ''
      form.insertAdjacentHTML('beforeend', text)
    },
  )
}
// Before React Router, which would send its forms itself.
addEventListener('submit', holdBack, true)

export {}
