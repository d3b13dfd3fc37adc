import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { batchOfText } from '#app/download/batch/links.ts'
import type { BatchStartProblem } from '#app/download/batch/start-batch.server.ts'
import { refusalTexts } from '#app/download/lookup/link-refusal.ts'
import { hasEscapes, type RefusedLink } from '#app/download/platforms/link.ts'
import { hintText } from '#app/download/ui/hint-text.ts'
import { ProblemText } from '#app/download/ui/lookup-problem.tsx'
import { type ClipboardProblem, PasteButton } from '#app/download/ui/paste-button.tsx'
import { PausedLine } from '#app/download/ui/paused-line.tsx'
import { fill, plural } from '#app/i18n/catalogue.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import { useSite } from '#app/i18n/site-context.ts'
import type { I18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { clipForm, clipLabel, clipRoot } from '#app/ui/clip-form.ts'
import { field as fieldLook } from '#app/ui/field.ts'
import { useSending } from '#app/ui/site/use-sending.ts'
import { useBatchI18n } from './use-batch-i18n.ts'

type FormProblem = BatchStartProblem | { kind: 'clipboard'; name: ClipboardProblem }

export type RefusedLinks = { problem: BatchStartProblem; typed: string }

/** Max characters shown of a refused line. */
const shownLimit = 80

/**
 * The field for many links. A plain form, so that no client-side navigation reaches a batch's
 * secret address from a page with third-party tags.
 */
export function BatchForm({
  refused,
  path = '/batch',
  taken = 0,
}: {
  refused: RefusedLinks | null
  /** The form's target: a batch's own page adds links to it. */
  path?: PublicPath
  /** The number of links that the batch already has. */
  taken?: number
}) {
  const { t, language, localPath } = useBatchI18n()
  const max = useSite().batchLinks - taken
  // A batch's own page says the rest itself.
  const isAlone = taken === 0
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<FormProblem | null>(refused?.problem ?? null)
  const [sending, setSending] = useSending()
  const check = (event: React.SubmitEvent) => {
    const typed = field.current?.value ?? ''
    const batch = batchOfText(typed, max)
    if (batch.ok || (batch.problem.kind === 'invalid' && hasEscapes(typed))) {
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
        method="post"
        action={localPath(path)}
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
          className={`${fieldLook({ lines: 'several' })} min-h-44 resize-y overflow-x-auto border-transparent whitespace-pre text-text placeholder-shown:whitespace-pre-wrap focus:outline-3 focus:-outline-offset-3 focus:outline-text dark:bg-page`}
          rows={7}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={`${t.downloader.placeholder}\n${t.downloader.placeholder}`}
          defaultValue={refused?.typed ?? ''}
          onInput={() => setProblem(null)}
          aria-describedby="batch-refused batch-hint"
          aria-errormessage="batch-error"
          aria-invalid={problem !== null}
          // biome-ignore lint/a11y/noAutofocus: the page is the answer to a form, and this is what it refused
          autoFocus={refused !== null}
        />
        <button type="submit" className={button({ look: 'ink', size: 'large' })} disabled={sending}>
          <Search aria-hidden="true" size={20} />
          <span>{sending ? t.downloader.processing : t.batch.submit}</span>
        </button>
        {/* Last: it comes once the page runs, and would move the button from under a finger. */}
        <PasteButton
          onText={(text) => {
            if (field.current === null) return
            // Appends, since phones copy one link at a time.
            field.current.value = `${field.current.value.trimEnd()}\n${text}`.trimStart()
            field.current.focus()
            setProblem(null)
          }}
          onProblem={(name) => setProblem({ kind: 'clipboard', name })}
        />
      </form>
      <div id="batch-error" role="alert">
        {problem !== null && <Problem problem={problem} />}
      </div>
      {/* Not in the alert, which is read whole; the field has it as its description. */}
      <div id="batch-refused">
        {problem?.kind === 'invalid' && <RefusedList refused={problem.refused} />}
      </div>
      {isAlone && <PausedLine />}
      <p id="batch-hint" className="mt-6 text-sm text-muted">
        {plural(t.batch.hint, max, language)}
        {isAlone && ` ${t.batch.kept}`}
      </p>
    </div>
  )
}

function Problem({ problem }: { problem: FormProblem }) {
  const { t, language } = useBatchI18n()
  switch (problem.kind) {
    case 'empty':
      return <ProblemText hint={t.hints.copyLink}>{t.errors.empty}</ProblemText>
    case 'too_many_links':
      return (
        <ProblemText>
          {fill(t.batch.tooMany, { links: problem.links, max: problem.max })}
        </ProblemText>
      )
    case 'too_many':
      return <ProblemText>{plural(t.hints.tooMany, problem.seconds, language)}</ProblemText>
    case 'clipboard':
      return <ProblemText>{t.errors[problem.name]}</ProblemText>
    case 'full':
      return <ProblemText>{t.batch.full}</ProblemText>
    case 'invalid':
      return <ProblemText>{t.errors.invalid}</ProblemText>
  }
}

function RefusedList({ refused }: Pick<Extract<FormProblem, { kind: 'invalid' }>, 'refused'>) {
  const i18n = useBatchI18n()
  if (refused.length === 0) return null
  return (
    <ul className="mt-1 ml-8.5 grid gap-1.5">
      {refused.map((link) => (
        <li key={`${link.line} ${link.text}`}>
          <bdi className="wrap-anywhere font-semibold">{link.text.slice(0, shownLimit)}</bdi>
          {` ${refusalText(link, i18n)}`}
        </li>
      ))}
    </ul>
  )
}

function refusalText(refused: RefusedLink, { t, language }: I18n): string {
  const { message, hint, site } = refusalTexts(refused)
  return hint === null
    ? t.errors[message]
    : hintText(hint, { retryAfterSeconds: 0, site }, t, language)
}
