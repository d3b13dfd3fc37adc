import './faq.ts'
import './header.ts'
import { reportAttempt } from './attempt.ts'
import { copyLink, pasteInto } from './clipboard.ts'
import { openDownloadDialog } from './download-dialog.ts'
import { sendLookup } from './lookup-form.ts'
import { makeButtons } from './script-button.ts'
import { shareToSave } from './share.ts'

/**
 * Makes the downloader nicer where there is JavaScript. It listens on the document, since the
 * downloader is replaced by the server's newer one after each look-up.
 */

makeButtons('[data-paste]')

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-lookup-form]')) return
  event.preventDefault()
  void sendLookup(form)
})

document.addEventListener('input', (event) => {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || field.name !== 'url') return
  field.closest('[data-downloader]')?.querySelector('[data-lookup-error]')?.replaceChildren()
  field.removeAttribute('aria-invalid')
})

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const target = event.target.closest<HTMLElement>(
    '[data-paste], [data-open-dialog], [data-share], [data-copy-link]',
  )
  if (target === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (target.matches('[data-paste]')) void pasteInto(target)
  else if (target.matches('[data-open-dialog]')) {
    openDownloadDialog(target, event)
    // Else the page that counts down is opened, and the server counts that.
    if (event.defaultPrevented) reportAttempt(target)
  } else if (!(target instanceof HTMLAnchorElement)) return
  else if (target.matches('[data-share]')) shareToSave(target, event)
  else copyLink(target, event)
})
