import { useId, useState } from 'react'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { chosenStyle, offeredStyles, styleCookie } from '#app/posts/file-name-style.ts'
import { type Mp3Rate, mp3Rates } from '#app/posts/mp3-rate.ts'
import { field, label } from '#app/ui/field.ts'

/**
 * The file's name, whose style the device remembers, and an MP3's quality. Fields of the formats'
 * form, which sends them without JavaScript.
 */
export function FileOptions({
  post: { formats, fileNames },
  onRate,
}: {
  post: Pick<PostView, 'formats' | 'fileNames'>
  onRate: (kbps: Mp3Rate) => void
}): React.ReactNode {
  const { t } = useI18n()
  const nameId = useId()
  const noteId = useId()
  const { site } = fileNames
  const [style, setStyle] = useState(() =>
    // A page from the browser's memory can be older than the choice.
    import.meta.env.SSR ? fileNames.chosen : chosenStyle(document.cookie, site),
  )
  const mp3 = formats.find(({ kbps }) => kbps !== null)
  return (
    <details className="print:hidden">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold">
        {mp3 === undefined ? t.result.fileName : t.result.fileOptions}
      </summary>
      <div className="grid gap-3">
        <div>
          <label className={label} htmlFor={nameId}>
            {t.result.fileName}
          </label>
          <select
            className={field({ size: 'small' })}
            id={nameId}
            name="names"
            value={style}
            aria-describedby={noteId}
            onChange={({ currentTarget: { value } }) => {
              const next = offeredStyles(site).find((one) => one === value) ?? site
              // biome-ignore lint/suspicious/noDocumentCookie: older browsers have no other way
              document.cookie = styleCookie(next, site, location.protocol === 'https:')
              setStyle(next)
            }}
          >
            {offeredStyles(site).map((one) => (
              <option key={one} value={one}>
                {t.result.fileNames[one]}
              </option>
            ))}
          </select>
          <p id={noteId} className="mt-1 text-xs text-muted">
            {t.result.fileNameKept}
          </p>
        </div>
        {mp3 !== undefined && (
          <label>
            <span className={label}>{t.result.mp3Rate}</span>
            <select
              className={field({ size: 'small' })}
              name="kbps"
              value={mp3.kbps ?? undefined}
              onChange={({ currentTarget: { value } }) => {
                const rate = mp3Rates.find((one) => one === value)
                if (rate !== undefined) onRate(rate)
              }}
            >
              {mp3Rates.map((rate) => (
                <option key={rate} value={rate}>
                  {fill(t.result.mp3Quality, { rate })}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </details>
  )
}
