import type { CounterField } from '#app/dmca/counter-form.server.ts'
import { statements } from '#app/dmca/declarations.ts'
import type { BadLine, NoticeProblem, NoticeField as OfNotice } from '#app/dmca/notice.server.ts'
import { type NoticeText, noticeLimits } from '#app/dmca/report.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { type DocumentI18n, type I18n, useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { FieldProblem, TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import { card } from '#app/ui/surface.ts'
import type { NoticeRefusal } from './notice-form.tsx'

/** The fields of a notice and of a counter-notice. */
type FieldName = OfNotice | CounterField
type Problems = Partial<Record<FieldName, NoticeProblem>>
type Statement = keyof typeof statements

const isStatement = (name: string): name is Statement => Object.hasOwn(statements, name)

/** A text field of the notice; null for `problem` means that nothing is wrong with it. */
export function NoticeField({
  name,
  optional = false,
  ...field
}: { name: NoticeText; optional?: boolean } & Omit<
  React.ComponentProps<typeof TextField>,
  'name' | 'label' | 'id'
>) {
  const { t } = useDocumentI18n()
  return (
    <TextField
      {...field}
      id={`notice-${name}`}
      name={name}
      label={
        <>
          {t.dmca.form[name]}
          {optional && <span className="font-normal text-muted"> {t.dmca.form.optional}</span>}
        </>
      }
      aria-required={optional || name === 'ownerName' ? undefined : true}
    />
  )
}

/** A statement to be ticked. It is made in English whatever the language of the page. */
export function NoticeTick({
  name,
  value,
  checked,
  problem,
  children,
}: {
  name: Statement
  value: string
  checked: boolean
  problem: React.ReactNode
  children: string
}) {
  const id = `notice-${name}`
  return (
    <div>
      <label className="flex items-start gap-3 py-1" htmlFor={id} lang="en">
        <input
          id={id}
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={checked}
          className="mt-1 size-5 flex-none accent-link"
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          aria-invalid={problem === null ? undefined : true}
          aria-required="true"
        />
        <span>{children}</span>
      </label>
      <FieldProblem id={id}>{problem}</FieldProblem>
    </div>
  )
}

/** What is wrong with each field, in the page's language; null where nothing is. */
export function useProblemText(problems: Problems): (name: FieldName) => React.ReactNode {
  const i18n = useDocumentI18n()
  return (name) => {
    const problem = problems[name]
    if (problem === undefined) return null
    const texts = i18n.t.dmca.problems
    if (typeof problem === 'object') return <BadLines lines={problem.badLines} />
    switch (problem) {
      case 'required':
        return isStatement(name) ? texts.tick : texts.required
      case 'too_long':
        return fill(texts.tooLong, { max: limitOf(name, i18n) })
      case 'email':
        return texts.email
      case 'too_many_posts':
        return texts.tooMany
      case 'statements_changed':
        return texts.changed
    }
  }
}

function limitOf(name: FieldName, { language }: I18n): string {
  const max = Object.hasOwn(noticeLimits, name) ? noticeLimits[name as NoticeText] : 0
  return new Intl.NumberFormat(language).format(max)
}

const mostLinesShown = 50

/** The lines that name no post, each with what to do about it. */
function BadLines({ lines }: { lines: BadLine[] }) {
  const { t, language } = useDocumentI18n()
  return (
    <>
      <p>{plural(t.dmca.problems.badLines, lines.length, language)}</p>
      <ul className="mt-1 grid gap-1">
        {lines.slice(0, mostLinesShown).map(({ line, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is rendered
          <li key={index}>
            <code className="text-text">{line.slice(0, 200)}</code>
            <span className="block font-normal">{hintFor(reason, t)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function hintFor(reason: BadLine['reason'], t: DocumentI18n['t']): string {
  switch (reason) {
    case 'profile':
    case 'live':
    case 'sound':
    case 'tag':
    case 'collection':
    case 'playlist':
    case 'login':
      return t.hints[reason]
    case 'bad_id':
      return t.hints.badId
    case 'unknown_path':
      return t.hints.unknownPath
    case 'short_unresolved':
      return t.dmca.problems.short
    default:
      return t.dmca.problems.notPost
  }
}

/** The fields as they follow each other in the form. */
const formOrder = [
  'posts',
  'claimantName',
  'company',
  'email',
  'phone',
  'postalAddress',
  'capacity',
  'ownerName',
  'workTitle',
  'workDescription',
  'workAddresses',
  'links',
  'remarks',
  'goodFaith',
  'accuracy',
  'mistake',
  'jurisdiction',
  'signature',
] as const satisfies FieldName[]

/** What is wrong, before the form: read out at once, with a way to each field. */
export function ProblemSummary({
  refused: { refusal, problems },
}: {
  refused: { refusal: NoticeRefusal; problems: Problems }
}) {
  const { t, language } = useDocumentI18n()
  const texts = t.dmca.problems
  const names = formOrder.filter((name) => problems[name] !== undefined)
  return (
    // Focused, since not all screen readers read out an alert that is there from the start.
    <div
      role="alert"
      className={`${card} border-bad`}
      data-problem={refusal.kind}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is the answer to a form, and this is its outcome
      autoFocus
    >
      {refusal.kind === 'fields' ? (
        <>
          <p className="font-bold">{plural(texts.summary, names.length, language)}</p>
          <ul className="mt-2 grid gap-2">
            {names.map((name) => (
              <li key={name}>
                {isStatement(name) ? (
                  <a className={link} href={`#notice-${name}`} lang="en">
                    {`“${statements[name].split(' ').slice(0, 5).join(' ')}…”`}
                  </a>
                ) : (
                  <a className={link} href={`#notice-${name}`}>
                    {name === 'posts' ? t.dmca.counter.posts : t.dmca.form[name]}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="font-bold">
          {refusal.kind === 'limit'
            ? plural(texts.limit, refusal.hours, language)
            : refusal.kind === 'busy'
              ? plural(texts.busy, refusal.minutes, language)
              : texts[refusal.kind]}
        </p>
      )}
    </div>
  )
}
