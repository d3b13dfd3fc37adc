import type { CounterField } from '#app/dmca/counter-form.server.ts'
import { statements } from '#app/dmca/declarations.ts'
import type { BadLine, NoticeProblem, NoticeField as OfNotice } from '#app/dmca/notice.server.ts'
import { type NoticeText, noticeLimits, typedMargin } from '#app/dmca/report.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { formatNumber } from '#app/i18n/document-format.ts'
import { type DocumentI18n, type I18n, useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { TextField } from '#app/ui/form-fields.tsx'
import type { NoticeRefusal } from './notice-form.tsx'

/** The fields of a notice and of a counter-notice. */
type FieldName = OfNotice | CounterField
type Problems = Partial<Record<FieldName, NoticeProblem>>

/** A text field of the notice. */
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
      name={name}
      label={
        <>
          {t.dmca.form[name]}
          {optional && <span className="font-normal text-muted"> {t.dmca.form.optional}</span>}
        </>
      }
      // Browsers cut what is pasted at the end without a word.
      maxLength={noticeLimits[name] + typedMargin}
      aria-required={optional || name === 'ownerName' ? undefined : true}
    />
  )
}

/** What is wrong with each field, in the page's language. */
export function problemTexts(problems: Problems, i18n: DocumentI18n) {
  const texts: Partial<Record<FieldName, React.ReactNode>> = {}
  for (const [name, problem] of Object.entries(problems) as [FieldName, NoticeProblem][]) {
    texts[name] = problemText(name, problem, i18n)
  }
  return texts
}

/** What is wrong with a field. */
function problemText(name: FieldName, problem: NoticeProblem, i18n: DocumentI18n): React.ReactNode {
  const texts = i18n.t.dmca.problems
  if (typeof problem === 'object') return <BadLines lines={problem.badLines} />
  switch (problem) {
    case 'required':
      return Object.hasOwn(statements, name) ? texts.tick : texts.required
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

function limitOf(name: FieldName, { language }: I18n): string {
  const max = Object.hasOwn(noticeLimits, name) ? noticeLimits[name as NoticeText] : 0
  return formatNumber(max, language)
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

/** What the summary calls each field, in the form's order. */
export function fieldLabels(t: DocumentI18n['t']): Record<OfNotice, React.ReactNode> {
  const { form } = t.dmca
  return {
    claimantName: form.claimantName,
    company: form.company,
    email: form.email,
    phone: form.phone,
    postalAddress: form.postalAddress,
    capacity: form.capacity,
    ownerName: form.ownerName,
    workTitle: form.workTitle,
    workDescription: form.workDescription,
    workAddresses: form.workAddresses,
    links: form.links,
    remarks: form.remarks,
    goodFaith: <StatementStart statement={statements.goodFaith} />,
    accuracy: <StatementStart statement={statements.accuracy} />,
    signature: form.signature,
  }
}

/** The same for a counter-notice. */
export function counterLabels(t: DocumentI18n['t']): Record<CounterField, React.ReactNode> {
  const { form, counter } = t.dmca
  return {
    posts: counter.posts,
    claimantName: form.claimantName,
    email: form.email,
    phone: form.phone,
    postalAddress: form.postalAddress,
    remarks: form.remarks,
    mistake: <StatementStart statement={statements.mistake} />,
    jurisdiction: <StatementStart statement={statements.jurisdiction} />,
    signature: form.signature,
  }
}

/** Statements are made in English whatever the language of the page. */
function StatementStart({ statement }: { statement: string }) {
  return <span lang="en">{`“${statement.split(' ').slice(0, 5).join(' ')}…”`}</span>
}

/** Why the whole form was sent back. */
export function refusalText(
  { refusal, problems }: { refusal: NoticeRefusal; problems: Problems },
  { t, language }: DocumentI18n,
): string {
  const texts = t.dmca.problems
  switch (refusal.kind) {
    case 'fields':
      return plural(texts.summary, Object.keys(problems).length, language)
    case 'limit':
      return plural(texts.limit, refusal.hours, language)
    case 'busy':
      return plural(texts.busy, refusal.minutes, language)
    default:
      return texts[refusal.kind]
  }
}
