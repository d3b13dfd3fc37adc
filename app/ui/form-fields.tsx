import { createContext, useContext, useId } from 'react'
import { choice, choiceHint, field as fieldLook, label as labelLook } from './field.ts'
import { FieldSize } from './field-size.ts'
import { ProblemSummary } from './problem-summary.tsx'

/** What a form's fields show and what is wrong with them, by their names. */
export type FormAnswer = {
  values?: Readonly<Record<string, unknown>>
  problems?: Readonly<Record<string, React.ReactNode>>
}

/** With the start of the fields' ids; '' outside of a form. */
const AnswerContext = createContext<FormAnswer & { formId: string }>({ formId: '' })

/**
 * Gives the fields inside their values and problems, so that no field has to be handed its own. A
 * refused form begins with a summary of its problems, each a link to its field.
 */
export function FormFields({
  values,
  problems = {},
  id,
  title,
  kind,
  labels,
  answer,
  elsewhere,
  inPlace = false,
  children,
}: FormAnswer & {
  /** What the fields' ids begin with; left out, one of the form's own. */
  id?: string
  /** Why the form was sent back; left out, how many fields need another look. */
  title?: React.ReactNode
  kind?: string | undefined
  /** The fields' names in their order, where their problems alone would not tell which is meant. */
  labels?: Readonly<Record<string, React.ReactNode>>
  /** What a fetcher's form was answered with. */
  answer?: unknown
  /** The field whose problem is told in a dialog. */
  elsewhere?: 'ownPassword'
  /** Whether the form is so small that its faulty fields need no summary. */
  inPlace?: boolean
  children: React.ReactNode
}) {
  const ownId = useId()
  const formId = id ?? ownId
  const faulty = Object.keys(labels ?? problems).filter(
    (name) => problems[name] != null && name !== elsewhere,
  )
  return (
    <AnswerContext value={{ values, problems, formId }}>
      {!inPlace && (faulty.length > 0 || title != null) && (
        <ProblemSummary
          title={title ?? countText(faulty.length)}
          kind={kind}
          fields={faulty.map((name) => ({
            id: `${formId}-${name}`,
            text: labels?.[name] ?? problems[name],
          }))}
          answer={answer}
        />
      )}
      {children}
    </AnswerContext>
  )
}

function countText(fields: number): string {
  return `${fields === 1 ? 'One field needs' : `${fields} fields need`} another look:`
}

type Common = {
  label: React.ReactNode
  name: string
  hint?: React.ReactNode
  /** What is wrong with it, said beside the field; null for nothing. Left out, what its form says. */
  problem?: React.ReactNode
  /** For links that lead to the field; left out, one that is made of its form's and its name. */
  id?: string
}

type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label with its field, what is wrong with it and its hint; `children` draws the field itself. */
export function LabelledField({
  label,
  name,
  hint,
  problem: own,
  id: fixedId,
  children,
}: Common & { children: (described: Described) => React.ReactNode }) {
  const ownId = useId()
  const size = useContext(FieldSize)
  const { problems, formId } = useContext(AnswerContext)
  const id = fixedId ?? (formId === '' ? ownId : `${formId}-${name}`)
  const problem = (own === undefined ? problems?.[name] : own) ?? null
  const notes = [problem !== null && `${id}-problem`, hint !== undefined && `${id}-hint`]
  return (
    <div>
      <label className={labelLook} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': notes.filter(Boolean).join(' ') || undefined,
        'aria-invalid': problem === null ? undefined : true,
      })}
      <FieldProblem id={id}>{problem}</FieldProblem>
      {hint !== undefined && (
        <div
          id={`${id}-hint`}
          className={`mt-1 text-muted ${size === 'small' ? 'text-xs' : 'text-sm'}`}
        >
          {hint}
        </div>
      )}
    </div>
  )
}

/** What is wrong with the field of this id; nothing for null. */
export function FieldProblem({ id, children }: { id: string; children: React.ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <div id={`${id}-problem`} className="mt-1 text-sm font-semibold text-bad wrap-anywhere">
      {children}
    </div>
  )
}

/** Returns what the form says a field shows; '' for nothing, undefined outside of `FormFields`. */
function useValue(name: string): string | undefined {
  const { values } = useContext(AnswerContext)
  return values === undefined ? undefined : String(values[name] ?? '')
}

/** A field for text: with `rows` one of several lines. */
export function TextField({
  label,
  name,
  hint,
  problem,
  id,
  rows,
  type,
  ...input
}: Common & { rows?: number } & Pick<
    React.ComponentProps<'input'>,
    | 'type'
    | 'defaultValue'
    | 'required'
    | 'maxLength'
    | 'autoComplete'
    | 'spellCheck'
    | 'autoFocus'
    | 'readOnly'
    | 'aria-required'
  >) {
  const value = useValue(name)
  const look = {
    size: useContext(FieldSize),
    lines: rows === undefined ? 'one' : 'several',
  } as const
  const common = { name, className: fieldLook(look), defaultValue: value, ...input }
  return (
    <LabelledField label={label} name={name} hint={hint} problem={problem} id={id}>
      {(described) =>
        rows === undefined ? (
          <input {...described} {...common} type={type} />
        ) : (
          <textarea {...described} {...common} rows={rows} />
        )
      }
    </LabelledField>
  )
}

/** A choice from a list. */
export function SelectField({
  options,
  defaultValue,
  ...field
}: Common & { options: { value: string; label: string }[]; defaultValue?: string }) {
  const value = useValue(field.name)
  const size = useContext(FieldSize)
  return (
    <LabelledField {...field}>
      {(described) => (
        <select
          {...described}
          className={fieldLook({ size, className: 'cursor-pointer pe-9 text-ellipsis' })}
          name={field.name}
          defaultValue={defaultValue ?? value}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}

/** One of a few, each with a word about what it means. */
export function RadioChoice({
  legend,
  name,
  value: own,
  options,
}: {
  legend: string
  name: string
  /** Left out, what its form says. */
  value?: string
  options: { value: string; label: string; hint?: React.ReactNode }[]
}) {
  const value = useValue(name)
  return (
    <fieldset className="grid gap-2">
      <legend className={labelLook}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === (own ?? value)}
          />
          <span className="font-semibold">{option.label}</span>
          {option.hint !== undefined && <span className={choiceHint}>{option.hint}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** A statement to be ticked, with what is wrong with it. */
export function TickField({
  label,
  name,
  value,
  lang,
  required,
}: {
  label: React.ReactNode
  name: string
  value: string
  lang?: 'en'
  required?: boolean
}) {
  const size = useContext(FieldSize)
  const { values, problems, formId } = useContext(AnswerContext)
  const id = `${formId}-${name}`
  const problem = problems?.[name] ?? null
  return (
    <div>
      <label
        className={size === 'small' ? choice : 'flex items-start gap-3 py-1'}
        htmlFor={id}
        lang={lang}
      >
        <input
          id={id}
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={values?.[name] === true}
          className={size === 'small' ? undefined : 'mt-1 size-5 flex-none accent-link'}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          aria-invalid={problem === null ? undefined : true}
          aria-required={required}
        />
        <span>{label}</span>
      </label>
      <FieldProblem id={id}>{problem}</FieldProblem>
    </div>
  )
}
