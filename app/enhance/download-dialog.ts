import { prepareShare } from './share.ts'

/** Opens the countdown beside the link that was pressed. It starts anew at each opening. */
export function openDownloadDialog(link: HTMLElement, event: Event): void {
  const dialog = link.closest('[data-lookup-result]')?.querySelector('dialog')
  // A browser without dialogs follows the link to the page with the same content.
  if (dialog === null || dialog === undefined || !('showModal' in dialog)) return
  event.preventDefault()
  const waiting = dialog.querySelector<HTMLElement>('[data-waiting]')
  const ready = dialog.querySelector<HTMLElement>('[data-ready]')
  const text = dialog.querySelector('[data-countdown-text]')
  if (waiting === null || ready === null || text === null) return

  const plurals = new Intl.PluralRules(dialog.dataset.language)
  const forms: Record<string, string> = JSON.parse(dialog.dataset.countdown ?? '{}')
  const total = Number(dialog.dataset.seconds)
  const started = performance.now()
  const abort = new AbortController()

  const show = (left: number) => {
    const form = forms[plurals.select(left)] ?? forms.other ?? ''
    text.textContent = form.replace('{n}', String(left))
    waiting.hidden = left === 0
    ready.hidden = left > 0
    if (left > 0) return
    clearInterval(timer)
    ready.querySelector('a')?.focus()
  }
  // By the clock and not by ticks: a tab in the background gets few of those.
  const tick = () => show(Math.max(0, total - Math.floor((performance.now() - started) / 1000)))
  const timer = setInterval(tick, 250)
  show(total)
  dialog.showModal()
  const share = ready.querySelector<HTMLAnchorElement>('[data-share]')
  if (share !== null) prepareShare(share, abort.signal)
  dialog.addEventListener(
    'close',
    () => {
      clearInterval(timer)
      abort.abort()
    },
    { once: true },
  )
}
