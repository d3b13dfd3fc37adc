import { X } from 'lucide-react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { iconButton } from '#app/ui/button.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { type ClipboardProblem, PasteButton } from './paste-button.tsx'

export function LinkField({
  field,
  typed,
  folded,
  invalid,
  onInput,
  onClear,
  onPaste,
  onProblem,
}: {
  field: React.RefObject<HTMLInputElement | null>
  typed: string
  /** True if a result is below. */
  folded: boolean
  invalid: boolean
  onInput: () => void
  onClear: () => void
  onPaste: (text: string) => void
  onProblem: (problem: ClipboardProblem) => void
}) {
  const { t } = useI18n()
  const runs = useRuns()
  return (
    <div className="group/field relative flex min-w-0 flex-1 items-center gap-1 rounded-lg bg-surface pr-1 text-text dark:bg-page">
      <input
        ref={field}
        id="post-link"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={4096}
        placeholder={folded ? t.downloader.another : t.downloader.placeholder}
        defaultValue={typed}
        onInput={onInput}
        aria-describedby="lookup-hint"
        // As a description, which changes under the focus, it would be read beside the alert.
        aria-errormessage="lookup-error"
        aria-invalid={invalid}
        className={`peer min-w-0 flex-1 px-4 outline-none placeholder:text-muted placeholder:opacity-100 placeholder-shown:text-ellipsis ${folded ? 'min-h-11 text-sm' : 'min-h-13'}`}
      />
      {/* The field's border includes its buttons. */}
      <span className="pointer-events-none absolute inset-0 rounded-lg border-2 border-transparent outline-text -outline-offset-3 peer-focus:outline-3 peer-aria-invalid:border-bad" />
      {runs && (
        <button
          type="button"
          className={`${iconButton} relative -mx-1 text-muted peer-placeholder-shown:hidden`}
          aria-label={t.downloader.clear}
          onClick={onClear}
        >
          <X aria-hidden="true" size={18} />
        </button>
      )}
      <PasteButton onText={onPaste} onProblem={onProblem} />
    </div>
  )
}
