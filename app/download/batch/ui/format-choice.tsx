import { useContext } from 'react'
import { type BatchFormat, batchFormats } from '#app/download/batch/format.ts'
import { button } from '#app/ui/button.ts'
import { chip } from '#app/ui/chip.ts'
import { label } from '#app/ui/field.ts'
import { PageScriptsContext } from '#app/ui/site/page-scripts.tsx'
import { formatForm } from './batch-row.tsx'
import { useBatchI18n } from './use-batch-i18n.ts'

/** The format of all rows. Without a script its button shows what was chosen. */
export function FormatChoice({
  format,
  canMakeMp3,
  onChoose,
}: {
  format: BatchFormat
  canMakeMp3: boolean
  onChoose: (format: BatchFormat, form: HTMLFormElement) => void
}) {
  const { t } = useBatchI18n()
  const runs = useContext(PageScriptsContext) === 'app'
  const names = { mp4: 'MP4', hd: t.batch.hd, mp3: 'MP3' }
  const show = (
    <button type="submit" className={button({ look: 'quiet' })}>
      {t.batch.show}
    </button>
  )
  return (
    <form
      id={formatForm}
      method="get"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset>
        <legend className={label}>{t.batch.format}</legend>
        <div className="flex flex-wrap gap-2">
          {batchFormats
            .filter((choice) => choice !== 'mp3' || canMakeMp3)
            .map((choice) => (
              <label key={choice} className="relative inline-flex">
                <input
                  className="peer absolute inset-0 size-full cursor-pointer opacity-0"
                  type="radio"
                  name="format"
                  value={choice}
                  checked={format === choice}
                  onChange={({ target }) => target.form !== null && onChoose(choice, target.form)}
                />
                <span
                  className={`${chip} peer-checked:border-text peer-checked:bg-text peer-checked:text-page peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-focus`}
                >
                  {names[choice]}
                </span>
              </label>
            ))}
        </div>
      </fieldset>
      {runs ? <noscript>{show}</noscript> : show}
    </form>
  )
}
