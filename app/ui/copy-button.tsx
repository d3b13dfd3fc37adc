import { useI18n } from '#app/i18n/use-i18n.ts'
import script from './browser/copy.ts?worker&url'
import { button } from './button.ts'
import { filledByScript, ModuleScript } from './site/page-scripts.tsx'

/**
 * Copies the element with the id `source`: what is typed into a field, else its text. The element's
 * own script makes the button; without it the text can be marked. `CopyScript` loads that script.
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

/** Once on a page that has copy buttons. */
export function CopyScript() {
  return <ModuleScript src={script} />
}
