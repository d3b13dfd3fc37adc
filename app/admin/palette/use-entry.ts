import { useNavigate, useSubmit } from 'react-router'
import { whenReached } from '#app/ui/admin/live/connection.ts'
import type { Entry } from './entries.ts'

export function useEntry(): (chosen: Pick<Entry, 'to' | 'does'>) => void {
  const navigate = useNavigate()
  const submit = useSubmit()
  return ({ to, does }) => {
    switch (does) {
      case undefined:
        return void whenReached(to, () => void navigate(to))
      case 'sign out':
        return void submit(null, { method: 'post', action: to })
      case 'export':
        return exportLink()?.click()
      case 'download':
        return download(to)
      default:
        return chooseTheme(does)
    }
  }
}

export function exportLink(): HTMLAnchorElement | null {
  return document.querySelector<HTMLAnchorElement>('#content a[href*="/export.csv"]')
}

function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Sets the switch in the bar, which stores the choice. */
function chooseTheme(theme: string): void {
  const select = document.querySelector<HTMLSelectElement>('theme-switch select')
  if (select === null) return
  select.value = theme
  select.dispatchEvent(new Event('change'))
}
