import { isConnected } from './is-connected.ts'

const asking = new WeakSet<HTMLFormElement>()
let isThere = false

/** An error page would take the place of a form that is sent without a connection. */
const holdBack = (event: SubmitEvent) => {
  const form = event.target as HTMLFormElement
  // The downloader says so by itself.
  const isDownloader = navigator.onLine && form.closest('#downloader') !== null
  if (isThere || isDownloader || form.method !== 'post') return
  event.preventDefault()
  event.stopPropagation()
  if (asking.has(form)) return
  asking.add(form)
  // Safari 15 has no `requestSubmit`, and names no button.
  const button = event.submitter ?? form.querySelector<HTMLElement>('button:not([type=button])')
  button?.setAttribute('aria-disabled', 'true')
  void isConnected().then((reached) => {
    asking.delete(form)
    button?.removeAttribute('aria-disabled')
    form.querySelector('p[data-unsent]')?.remove()
    if (reached) {
      isThere = true
      button?.click()
      isThere = false
      return
    }
    const text = document.querySelector<HTMLElement>('script[data-unsent]')?.dataset.unsent ?? ''
    form.insertAdjacentHTML('beforeend', text)
  })
}
// Before React Router, which would send its forms itself.
addEventListener('submit', holdBack, true)
