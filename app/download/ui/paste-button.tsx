import { ClipboardPaste } from 'lucide-react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

/** Why nothing could be pasted, as its text is named. */
export type ClipboardProblem = 'clipboardDenied' | 'clipboardEmpty' | 'clipboardFailed'

/** Reads the clipboard. It is there only where that works: on a page that runs, in a browser that can. */
export function PasteButton({
  onText,
  onProblem,
}: {
  onText: (text: string) => void
  onProblem: (problem: ClipboardProblem) => void
}) {
  const { t } = useI18n()
  // Firefox before 125 reads no clipboard, nor does any browser over plain HTTP.
  if (!useRuns() || typeof navigator.clipboard?.readText !== 'function') return null
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
    <button
      type="button"
      className="relative inline-flex min-h-11 flex-none cursor-pointer items-center gap-2 rounded-sm border border-transparent bg-sunken px-3 font-semibold hover:border-text"
      onClick={paste}
    >
      <ClipboardPaste aria-hidden="true" size={18} />
      {/* A narrow field shows its link rather than a word. */}
      <span className="@max-xl:group-has-[input:not(:placeholder-shown)]/field:sr-only">
        {t.downloader.paste}
      </span>
    </button>
  )
}
