import { ClipboardPaste } from 'lucide-react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

/** Why nothing could be pasted, as its text is named. */
export type ClipboardProblem = 'clipboardDenied' | 'clipboardEmpty' | 'clipboardFailed'

/** Reads the clipboard. It is there only where the page runs, since it does nothing elsewhere. */
export function PasteButton({
  onText,
  onProblem,
}: {
  onText: (text: string) => void
  onProblem: (problem: ClipboardProblem) => void
}) {
  const { t } = useI18n()
  if (!useRuns()) return null
  const paste = async () => {
    try {
      const text = (await navigator.clipboard.readText()).trim()
      if (text === '') onProblem('clipboardEmpty')
      else onText(text)
    } catch (error) {
      const denied = error instanceof DOMException && error.name === 'NotAllowedError'
      onProblem(denied ? 'clipboardDenied' : 'clipboardFailed')
    }
  }
  return (
    <button type="button" className="button-quiet paste-button" onClick={paste}>
      <ClipboardPaste aria-hidden="true" size={18} />
      <span>{t.downloader.paste}</span>
    </button>
  )
}
