import { showError } from './lookup-form.ts'

/** Puts the clipboard's text into the field, or says why that cannot be done. */
export async function pasteInto(button: HTMLElement): Promise<void> {
  const downloader = button.closest<HTMLElement>('[data-downloader]')
  const field = downloader?.querySelector<HTMLInputElement>('input[name=url]')
  if (downloader === null || field === null || field === undefined) return
  const texts = downloader.dataset
  try {
    const text = (await navigator.clipboard.readText()).trim()
    if (text === '') return showError(downloader, texts.clipboardEmpty ?? '')
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  } catch (error) {
    const denied = error instanceof DOMException && error.name === 'NotAllowedError'
    showError(downloader, (denied ? texts.clipboardDenied : texts.clipboardFailed) ?? '')
  }
}

/** Copies a link's address, and says so on the link for two seconds; else the link is followed. */
export function copyLink(link: HTMLAnchorElement, event: Event): void {
  const label = link.querySelector('span')
  if (navigator.clipboard === undefined || label === null) return
  event.preventDefault()
  const text = label.textContent
  navigator.clipboard.writeText(link.href).then(
    () => {
      label.textContent = link.dataset.copied ?? text
      setTimeout(() => {
        label.textContent = text
      }, 2000)
    },
    () => location.assign(link.href),
  )
}
