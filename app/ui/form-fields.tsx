import { createContext, useContext, useId } from 'react'
import { choice, choiceHint, field as fieldLook, label as labelLook } from './field.ts'
import { FieldSize } from './field-size.ts'
import { useHold } from './hold.ts'
import { ProblemSummary } from './problem-summary.tsx'

export type FormAnswer = {
  values?: Readonly<Record<string, unknown>>
  problems?: Readonly<Record<string, React.ReactNode>>
}

/** `formId` starts the fields' ids; '' outside of a form. */
const AnswerContext = createContext<FormAnswer & { formId: string }>({ formId: '' })

/**
 * Provides the fields inside with their values and problems. A refused form starts with a summary
 * of its problems, each a link to its field.
 */
export function FormFields({
  values,
  problems = {},
  id,
  title,
  kind,
  labels,
  fieldNames,
  answer,
  elsewhere,
  inPlace = false,
  children,
}: FormAnswer & {
  /** Prefix of the fields' ids; by default generated. */
  id?: string
  /** Why the form was refused; by default, how many fields need another look. */
  title?: React.ReactNode
  kind?: string | undefined
  /** Field names in order, where a problem alone wouldn't identify its field. */
  labels?: Readonly<Record<string, React.ReactNode>>
  /** Summary texts that replace single fields' problems. */
  fieldNames?: Readonly<Record<string, React.ReactNode>>
  /** The answer to a fetcher's form. */
  answer?: unknown
  /** The field whose problem appears in a dialog. */
  elsewhere?: 'ownPassword'
  /** True for a form too small to need a summary. */
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
            text: labels?.[name] ?? fieldNames?.[name] ?? problems[name],
          }))}
          answer={answer}
        />
      )}
      {children}
    </AnswerContext>
  )
}

function countText(fields: number): string {
  return fields === 1 ? 'One field needs another look:' : `${fields} fields need another look:`
}

type Common = {
  label: React.ReactNode
  name: string
  hint?: React.ReactNode
  /** Its problem, shown beside the field. Null for none. By default the form's. */
  problem?: React.ReactNode
  /** For links to the field; by default made from the form's id and its name. */
  id?: string
}

type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label with its field, problem and hint; `children` renders the field itself. */
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

export function FieldProblem({ id, children }: { id: string; children: React.ReactNode }) {
  const isShown = children !== null && children !== undefined
  useHold(isShown)
  if (!isShown) return null
  return (
    <div id={`${id}-problem`} className="mt-1 text-sm font-semibold text-bad wrap-anywhere">
      {children}
    </div>
  )
}

export function useProblem(name: string): React.ReactNode {
  return useContext(AnswerContext).problems?.[name] ?? null
}

/** Returns a field's value from the form; '' for none, undefined outside of `FormFields`. */
function useValue(name: string): string | undefined {
  const { values } = useContext(AnswerContext)
  return values === undefined ? undefined : String(values[name] ?? '')
}

/** A text field: with `rows`, a textarea. */
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

export function RadioChoice({
  legend,
  name,
  options,
}: {
  legend: string
  name: string
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
            defaultChecked={option.value === value}
          />
          <span className="font-semibold">{option.label}</span>
          {option.hint !== undefined && <span className={choiceHint}>{option.hint}</span>}
        </label>
      ))}
    </fieldset>
  )
}

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
      <label className={size === 'small' ? choice : 'flex items-start gap-3 py-1'} lang={lang}>
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
