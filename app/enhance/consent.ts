/**
 * An answer to the banner leads back to the same page, loaded anew. A result that the visitor has
 * looked up would be lost by that: then the answer is sent from here, and counts from the next page.
 */
const banner = document.querySelector('[data-consent]')
const form = banner?.querySelector('form')

form?.addEventListener('submit', (event) => {
  if (document.querySelector('[data-lookup-result] > *') === null) return
  event.preventDefault()
  const { submitter } = event
  const body = new URLSearchParams({ back: location.pathname })
  if (submitter instanceof HTMLButtonElement) body.set('choice', submitter.value)
  fetch(form.action, { method: 'POST', body, redirect: 'manual' }).then(
    () => banner?.remove(),
    // Then the banner stays for another try.
    () => undefined,
  )
})
