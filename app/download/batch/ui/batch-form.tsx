import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { batchOfText, type LinksProblem } from '#app/download/batch/links.ts'
import { refusalTexts } from '#app/download/link-refusal.ts'
import { clipForm, clipLabel, clipRoot } from '#app/download/ui/clip-form.ts'
import { ProblemText } from '#app/download/ui/lookup-problem.tsx'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { type I18n, useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { field as fieldLook } from '#app/ui/field.ts'

/** Why no batch was made. */
export type BatchFormProblem =
  | LinksProblem
  | { kind: 'too_many'; seconds: number }
  | { kind: 'full' }

/** How much of a refused line is shown. */
const shownLimit = 80

/**
 * The field for many links. It is sent as a plain form, so that a batch's secret address is never
 * reached from a page with third-party tags in it.
 */
export function BatchForm({
  refused,
}: {
  refused: { problem: BatchFormProblem; typed: string } | null
}) {
  const { t, language, localPath } = useI18n()
  const { batchLinks } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState(refused?.problem ?? null)
  const [sending, setSending] = useState(false)
  useHandedLinks(form, field)
  useEffect(() => {
    // A page that comes back from the browser's memory can be sent again.
    const again = () => setSending(false)
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [])
  const check = (event: React.FormEvent) => {
    const batch = batchOfText(field.current?.value ?? '', batchLinks)
    if (batch.ok) {
      setSending(true)
      return
    }
    event.preventDefault()
    setProblem(batch.problem)
    field.current?.focus()
  }
  return (
    <div className={clipRoot}>
      <form
        ref={form}
        method="post"
        action={localPath('/batch')}
        className={clipForm}
        noValidate
        aria-busy={sending || undefined}
        onSubmit={check}
      >
        <label htmlFor="batch-links" className={clipLabel}>
          {t.batch.label}
        </label>
        <textarea
          ref={field}
          id="batch-links"
          name="links"
          className={`${fieldLook({ lines: 'several' })} min-h-44 resize-y overflow-x-auto border-transparent whitespace-pre text-text focus:outline-3 focus:-outline-offset-3 focus:outline-text dark:bg-page`}
          rows={7}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={`${t.downloader.placeholder}\n${t.downloader.placeholder}`}
          defaultValue={refused?.typed ?? ''}
          onInput={() => setProblem(null)}
          aria-describedby="batch-error batch-hint"
          aria-invalid={problem !== null}
        />
        <button type="submit" className={button({ look: 'ink', size: 'large' })} disabled={sending}>
          <Search aria-hidden="true" size={20} />
          <span>{sending ? t.downloader.processing : t.batch.submit}</span>
        </button>
      </form>
      <div id="batch-error" role="alert">
        {problem !== null && <Problem problem={problem} />}
      </div>
      <p id="batch-hint" className="mt-6 text-sm text-muted">
        {plural(t.batch.hint, batchLinks, language)} {t.batch.kept}
      </p>
    </div>
  )
}

function Problem({ problem }: { problem: BatchFormProblem }) {
  const i18n = useI18n()
  const { t, language } = i18n
  switch (problem.kind) {
    case 'empty':
      return (
        <>
          <ProblemText>{t.errors.empty}</ProblemText>
          <p className="mt-1 ml-8.5">{t.hints.copyLink}</p>
        </>
      )
    case 'too_many_links':
      return (
        <ProblemText>
          {fill(t.batch.tooMany, { links: problem.links, max: problem.max })}
        </ProblemText>
      )
    case 'too_many':
      return <ProblemText>{plural(t.hints.tooMany, problem.seconds, language)}</ProblemText>
    case 'full':
      return <ProblemText>{t.batch.full}</ProblemText>
    case 'invalid':
      return (
        <>
          <ProblemText>{t.errors.invalid}</ProblemText>
          {problem.refused.length > 0 && (
            <ul className="mt-1 ml-8.5 grid gap-1.5">
              {problem.refused.map(({ line, text, reason }) => (
                <li key={`${line} ${text}`}>
                  <bdi className="wrap-anywhere font-semibold">{text.slice(0, shownLimit)}</bdi>{' '}
                  {refusalText(reason, i18n)}
                </li>
              ))}
            </ul>
          )}
        </>
      )
  }
}

function refusalText(reason: Parameters<typeof refusalTexts>[0], { t, language }: I18n): string {
  const { message, hint } = refusalTexts(reason)
  return hint === null ? t.errors[message] : plural(t.hints[hint], 0, language)
}

/** Takes over links that the downloader handed on, and sends them at once, but not again on Back. */
function useHandedLinks(
  form: React.RefObject<HTMLFormElement | null>,
  field: React.RefObject<HTMLTextAreaElement | null>,
): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const handed = handedLinks(state)
  const due = useRef(false)
  useEffect(() => {
    if (handed !== null && field.current !== null) {
      field.current.value = handed
      due.current = true
      void navigate(pathname, { replace: true, preventScrollReset: true })
    } else if (due.current) {
      due.current = false
      form.current?.requestSubmit()
    }
  }, [handed, pathname, navigate, field, form])
}

function handedLinks(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('links' in state)) return null
  return typeof state.links === 'string' ? state.links : null
}
