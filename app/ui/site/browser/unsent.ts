/** The browser's error page would take the place of a form that is sent without a connection. */
let reached = false
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (navigator.onLine || reached || event.defaultPrevented || form.method !== 'post') return
  event.preventDefault()
  // Some devices report offline while they aren't.
  fetch('/health').then(
    () => {
      reached = true
      form.requestSubmit(event.submitter)
    },
    () => {
      if (form.querySelector('p[data-unsent]') !== null) return
      const text = document.querySelector<HTMLElement>('script[data-unsent]')?.dataset.unsent ?? ''
      form.insertAdjacentHTML('beforeend', text)
    },
  )
})

export {}
