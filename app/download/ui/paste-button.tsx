import { ClipboardPaste } from 'lucide-react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

/** The key of the text for why nothing could be pasted. */
export type ClipboardProblem = 'clipboardDenied' | 'clipboardEmpty' | 'clipboardFailed'
/** Also why several links stay in the field. */
export type FieldProblem = ClipboardProblem | 'offline' | 'unexpected'

/** Reads the clipboard. Absent where the page or the browser can't. */
export function PasteButton({
  onText,
  onProblem,
}: {
  onText: (text: string) => void
  onProblem: (problem: ClipboardProblem) => void
}) {
  const { t } = useI18n()
  // Firefox before 125 can't read the clipboard, nor can any browser over plain HTTP.
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
      className="relative inline-flex min-h-11 flex-none cursor-pointer items-center justify-center gap-2 rounded-sm border border-transparent bg-sunken px-3 font-semibold text-text hover:border-text"
      onClick={paste}
    >
      <ClipboardPaste aria-hidden="true" size={18} />
      {/* A narrow field hides this word in favor of its link. */}
      <span className="@max-xl:group-has-[input:not(:placeholder-shown)]/field:sr-only">
        {t.downloader.paste}
      </span>
    </button>
  )
}
