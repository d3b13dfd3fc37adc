import { useEffect, useRef } from 'react'
import { useActionData } from 'react-router'
import { link } from './link.ts'
import { useRuns } from './site/use-runs.ts'

/** A problem that has a field: its id, and the words of the link to it. */
export type FieldLink = { id: string; text: React.ReactNode }

/**
 * Why a form was sent back, before its fields. It takes the focus, since not all screen readers read
 * out an alert that is there from the start, and has a link to each field that needs another look.
 */
export function ProblemSummary({
  title,
  fields = [],
  answer,
  kind = 'fields',
}: {
  title: React.ReactNode
  fields?: FieldLink[]
  /** What a fetcher's form was answered with: like a page's answer, each takes the focus again. */
  answer?: unknown
  /** For tests to tell refusals apart in any language. */
  kind?: string | undefined
}) {
  const box = useRef<HTMLDivElement>(null)
  const runs = useRuns()
  const pageAnswer = useActionData<unknown>()
  // A page that came with it has the focus there already, by the browser itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus anew
  useEffect(() => {
    if (runs) box.current?.focus()
  }, [pageAnswer, answer])
  return (
    <div
      ref={box}
      role="alert"
      className="rounded-lg border-2 border-bad px-4 py-3"
      data-problem={kind}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is the answer to a form, and this is its outcome
      autoFocus
    >
      <p className="font-semibold text-bad">{title}</p>
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

/** Puts the focus into a field. An anchor in the address would take the form's answer away. */
function goTo(event: React.MouseEvent, id: string): void {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
