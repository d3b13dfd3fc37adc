import { useEffect, useId, useRef } from 'react'
import { useActionData } from 'react-router'
import { useHold } from './hold.ts'
import { link } from './link.ts'
import { useRuns } from './site/use-runs.ts'

/**
 * Why a form was refused, with a link to each field that needs another look. Takes the focus, by
 * which screen readers announce it: an alert would be heard twice, and not on a page just loaded.
 */
export function ProblemSummary({
  title,
  fields = [],
  answer,
  kind = 'fields',
}: {
  title: React.ReactNode
  fields?: { id: string; text: React.ReactNode }[]
  /** The answer to a fetcher's form: each new one takes the focus again, as a page's does. */
  answer?: unknown
  /** Lets tests distinguish refusals in any language. */
  kind?: string | undefined
}) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const runs = useRuns()
  useHold(true)
  const pageAnswer = useActionData<unknown>()
  // On a full page load the browser has set the focus already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus anew
  useEffect(() => {
    if (runs) box.current?.focus()
  }, [pageAnswer, answer])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields
    <div
      ref={box}
      role="group"
      aria-labelledby={titleId}
      className="rounded-lg border-2 border-bad px-4 py-3"
      data-problem={kind}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is the answer to a form, and this is its outcome
      autoFocus
    >
      <p id={titleId} className="font-semibold text-bad">
        {title}
      </p>
      {fields.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {fields.map(({ id, text }) => (
            <li key={id}>
              <a className={link} href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Focuses a field. An anchor in the address would discard the form's answer. */
function goTo(event: React.MouseEvent, id: string): void {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
