import { ClipboardPaste, Download } from 'lucide-react'
import { useRouteLoaderData } from 'react-router'
import script from '#app/enhance/downloader.ts?worker&url'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import type { LookupView } from './look-up.server.ts'
import { ResultCard } from './result-card.tsx'

/**
 * The form, what came of it, and the one script of the public site. A plain POST form: the script
 * sends it without a page load and puts the answer's own downloader in the place of this one.
 */
export function Downloader({ lookup }: { lookup: LookupView | null }) {
  const { t, language, localPath } = useI18n()
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const problem = lookup === null || lookup.result.ok ? null : lookup.result
  return (
    <div
      id="downloader"
      className="downloader-root"
      data-downloader
      data-unexpected={t.errors.unexpected}
      data-clipboard-denied={t.errors.clipboardDenied}
      data-clipboard-empty={t.errors.clipboardEmpty}
      data-clipboard-failed={t.errors.clipboardFailed}
    >
      <form
        method="post"
        action={`${localPath('/')}#downloader`}
        noValidate
        data-lookup-form
        className="downloader cut"
      >
        <label htmlFor="post-link" className="downloader-label">
          {t.downloader.label}
        </label>
        <div className="downloader-row">
          <div className="field-row">
            <input
              id="post-link"
              name="url"
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={4096}
              placeholder={t.downloader.placeholder}
              defaultValue={lookup?.typed ?? ''}
              aria-describedby="lookup-error lookup-hint"
              aria-invalid={problem !== null}
              className="field"
            />
            <span className="button-quiet" data-paste data-button={t.downloader.paste} hidden>
              <ClipboardPaste aria-hidden="true" size={18} />
            </span>
          </div>
          <button type="submit" className="button" data-processing={t.downloader.processing}>
            <Download aria-hidden="true" size={20} />
            <span>{t.downloader.submit}</span>
          </button>
        </div>
      </form>
      <div id="lookup-error" role="alert" data-lookup-error className="lookup-error">
        {problem !== null && <p>{t.errors[problem.message]}</p>}
        {problem !== null && problem.hint !== null && (
          <p className="font-normal">
            {plural(t.hints[problem.hint], problem.retryAfterSeconds ?? 60, language)}
          </p>
        )}
      </div>
      <p id="lookup-hint" className="small-screens lookup-hint">
        {t.downloader.hint}
      </p>
      {site?.demo === 'chosen' && <p className="note mt-7 text-sm">{t.downloader.demo}</p>}
      {site?.demo === 'unreachable' && (
        <p className="note mt-7 text-sm">{t.downloader.unreachable}</p>
      )}
      <div data-lookup-result aria-live="polite">
        {lookup?.result.ok === true && (
          <ResultCard post={lookup.result.post} device={lookup.device} />
        )}
      </div>
      <script type="module" src={script} />
    </div>
  )
}
