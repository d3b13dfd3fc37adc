import type { CounterField } from '#app/dmca/counter-form.server.ts'
import { statements } from '#app/dmca/declarations.ts'
import type { BadLine, NoticeProblem, NoticeField as OfNotice } from '#app/dmca/notice.server.ts'
import { type NoticeText, noticeLimits, typedMargin } from '#app/dmca/report.ts'
import { landingHints } from '#app/download/lookup/link-refusal.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { formatNumber } from '#app/i18n/document-format.ts'
import { type DocumentI18n, type I18n, useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { TextField } from '#app/ui/form-fields.tsx'
import type { NoticeRefusal } from './notice-form.tsx'

type FieldName = OfNotice | CounterField
type Problems = Partial<Record<FieldName, NoticeProblem>>

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
          {optional && <span className="font-normal text-muted">{` ${t.dmca.form.optional}`}</span>}
        </>
      }
      // Browsers silently cut the end of pasted text.
      maxLength={noticeLimits[name] + typedMargin}
      aria-required={optional || name === 'ownerName' ? undefined : true}
    />
  )
}

export function problemTexts(problems: Problems, i18n: DocumentI18n) {
  const texts: Partial<Record<FieldName, React.ReactNode>> = {}
  for (const [name, problem] of Object.entries(problems) as [FieldName, NoticeProblem][]) {
    texts[name] = problemText(name, problem, i18n)
  }
  return texts
}

function problemText(name: FieldName, problem: NoticeProblem, i18n: DocumentI18n): React.ReactNode {
  const texts = i18n.t.dmca.problems
  if (typeof problem === 'object') return <BadLines lines={problem.badLines} />
  switch (problem) {
    case 'required':
      return name in texts.required
        ? texts.required[name as keyof typeof texts.required]
        : texts.tick
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

function BadLines({ lines }: { lines: BadLine[] }) {
  const i18n = useDocumentI18n()
  const { t, language } = i18n
  return (
    <>
      <p>{plural(t.dmca.problems.badLines, lines.length, language)}</p>
      <ul className="mt-1 grid gap-1">
        {lines.slice(0, mostLinesShown).map(({ line, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes once it is rendered
          <li key={index}>
            <code className="text-text">{line.slice(0, 200)}</code>
            <span className="block font-normal">{hintFor(reason, i18n)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function hintFor(reason: BadLine['reason'], { t, language }: DocumentI18n): string {
  switch (reason) {
    case 'login':
      return t.hints.login
    case 'bad_id':
      return t.hints.badId
    case 'short_unresolved':
      return t.dmca.problems.short
    case 'empty':
    case 'too_long':
    case 'control_characters':
    case 'not_platform':
    case 'other_site':
    case 'switched_off':
      return t.dmca.problems.notPost
    default:
      return plural(t.hints[landingHints[reason]], 0, language)
  }
}

/** Returns the fields' labels in the summary, in the form's order. */
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

/** Statements are in English, whatever the page's language. */
function StatementStart({ statement }: { statement: string }) {
  return <span lang="en">{`“${statement.split(' ').slice(0, 5).join(' ')}…”`}</span>
}

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
