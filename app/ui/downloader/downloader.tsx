import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useSite } from '#app/ui/use-site.ts'
import type { LookupView } from './look-up.server.ts'
import { lookupKey } from './lookup-key.ts'
import { type ClipboardProblem, PasteButton } from './paste-button.tsx'
import { RecentDownloads } from './recent-downloads.tsx'
import { ResultCard } from './result-card.tsx'

/** The form and what came of it. `answer` is what the page itself was asked to look up. */
export function Downloader({ answer }: { answer: LookupView | null }) {
  const { t, language, localPath } = useI18n()
  const { demo, batchLinks } = useSite()
  const fetcher = useFetcher<{ lookup: LookupView }>({ key: lookupKey })
  const field = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const [clipboard, setClipboard] = useState<ClipboardProblem | null>(null)
  const [typedOver, setTypedOver] = useState<LookupView | null>(null)
  const busy = fetcher.state !== 'idle'
  // An earlier error or result must not be beside a new look-up.
  const lookup = busy ? null : (fetcher.data?.lookup ?? answer)
  const problem = lookup === null || lookup.result.ok ? null : lookup.result
  const shown = lookup === typedOver ? null : problem
  useFocusOnAnswer(busy ? null : (fetcher.data?.lookup ?? null), field, result)

  const clearProblems = () => {
    setClipboard(null)
    setTypedOver(lookup)
  }
  return (
    <div id="downloader" className="downloader-root" aria-busy={busy || undefined}>
      <fetcher.Form
        method="post"
        action={`${localPath('/')}#downloader`}
        noValidate
        className="downloader cut"
        onSubmit={() => setClipboard(null)}
      >
        <label htmlFor="post-link" className="downloader-label">
          {t.downloader.label}
        </label>
        <div className="downloader-row">
          <div className="field-row">
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
              placeholder={t.downloader.placeholder}
              defaultValue={answer?.typed ?? ''}
              onInput={clearProblems}
              aria-describedby="lookup-error lookup-hint"
              aria-invalid={shown !== null || clipboard !== null}
              className="field"
            />
            <PasteButton
              onText={(text) => {
                if (field.current === null) return
                field.current.value = text
                field.current.focus()
                clearProblems()
              }}
              onProblem={setClipboard}
            />
          </div>
          <button type="submit" className="button" disabled={busy}>
            <Download aria-hidden="true" size={20} />
            <span>{busy ? t.downloader.processing : t.downloader.submit}</span>
          </button>
        </div>
      </fetcher.Form>
      <div id="lookup-error" role="alert" className="lookup-error">
        {clipboard !== null ? (
          <p>{t.errors[clipboard]}</p>
        ) : (
          shown !== null && (
            <>
              <p>{t.errors[shown.message]}</p>
              {shown.hint !== null && (
                <p className="font-normal">
                  {plural(t.hints[shown.hint], shown.retryAfterSeconds ?? 60, language)}
                </p>
              )}
            </>
          )
        )}
      </div>
      <p id="lookup-hint" className="small-screens lookup-hint">
        {t.downloader.hint}
      </p>
      {batchLinks > 0 && (
        <p className="lookup-several">
          <a className="link" href={localPath('/batch')}>
            {t.downloader.several}
          </a>
        </p>
      )}
      {demo !== null && (
        <p className="note mt-7 text-sm">
          {demo === 'chosen' ? t.downloader.demo : t.downloader.unreachable}
        </p>
      )}
      <div ref={result} aria-live="polite">
        {lookup?.result.ok === true && (
          <ResultCard
            post={lookup.result.post}
            device={lookup.result.device}
            onSaveAnother={() => {
              if (field.current === null) return
              field.current.value = ''
              field.current.focus()
            }}
          />
        )}
      </div>
      <RecentDownloads />
    </div>
  )
}

/** Moves the focus to what a look-up gave: its title, or the field with the wrong link. */
function useFocusOnAnswer(
  answer: LookupView | null,
  field: React.RefObject<HTMLInputElement | null>,
  result: React.RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    if (answer === null) return
    if (!answer.result.ok) {
      field.current?.focus()
      return
    }
    // The pressed button was disabled while it waited, which took the focus away from it.
    result.current?.querySelector<HTMLElement>('#result-title')?.focus({ preventScroll: true })
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    result.current?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' })
  }, [answer, field, result])
}
