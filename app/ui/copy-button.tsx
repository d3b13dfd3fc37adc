import { useI18n } from '#app/i18n/use-i18n.ts'
import script from './browser/copy.ts?worker&url'
import { button } from './button.ts'
import { filledByScript, ModuleScript } from './site/page-scripts.tsx'

/**
 * Copies the element with the id `source`: a field's value, or its text. Needs `CopyScript`;
 * without the script the text can be selected by hand.
 */
export function CopyButton({
  source,
  label,
  name,
  quiet = false,
}: {
  source: string
  label: string
  /** Accessible name where several buttons share a label. */
  name?: string
  quiet?: boolean
}) {
  const { t } = useI18n()
  return (
    <copy-button
      data-source={source}
      data-label={label}
      data-name={name}
      data-copied={t.copy.copied}
      data-failed={t.copy.failed}
      data-look={`group ${button({ look: quiet ? 'quiet' : 'primary' })}`}
      {...filledByScript}
    />
  )
}

/** Once on each page that has copy buttons. */
export function CopyScript() {
  return <ModuleScript src={script} />
}
