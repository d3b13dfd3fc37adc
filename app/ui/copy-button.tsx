import { Check, Copy } from 'lucide-react'
import script from '#app/enhance/copy.ts?worker&url'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { ModuleScript } from './page-scripts.tsx'

/**
 * Copies what stands in the element of the id `source`: what is typed into a field, else its text.
 * The script makes the button; the text can be marked without. What came of it is said in the
 * status beside the button too.
 */
export function CopyButton({
  source,
  label,
  name,
  quiet = false,
}: {
  source: string
  label: string
  /** Said instead of the label where several buttons have the same one. */
  name?: string
  quiet?: boolean
}) {
  const { t } = useI18n()
  return (
    <>
      <span
        hidden
        className={quiet ? 'button-quiet' : 'button'}
        data-name={name}
        data-copy={source}
        data-button={label}
        data-copied={t.copy.copied}
        data-failed={t.copy.failed}
      >
        <Copy aria-hidden="true" size={18} className="copy-idle" />
        <Check aria-hidden="true" size={18} className="copy-done" />
      </span>
      <span role="status" className="sr-only" />
    </>
  )
}

/** Once on a page that has copy buttons. */
export function CopyScript() {
  return <ModuleScript src={script} />
}
