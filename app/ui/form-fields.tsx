import { createContext, useContext, useId } from 'react'
import { choice, choiceHint, field as fieldLook, label as labelLook } from './field.ts'
import { FieldSize } from './field-size.ts'

/** What a form's fields show and what is wrong with them, by their names. */
export type FormAnswer = {
  values?: Readonly<Record<string, unknown>>
  problems?: Readonly<Record<string, React.ReactNode>>
}

const AnswerContext = createContext<FormAnswer>({})

/** Gives the fields inside their values and problems, so that no field has to be handed its own. */
export function FormFields({ children, ...answer }: FormAnswer & { children: React.ReactNode }) {
  return <AnswerContext value={answer}>{children}</AnswerContext>
}

type Common = {
  label: React.ReactNode
  name: string
  hint?: React.ReactNode
  /** What is wrong with it, said beside the field; left out, what its form says. */
  problem?: React.ReactNode
  /** For links that lead to the field; left out, one of its own. */
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
  const { problems } = useContext(AnswerContext)
  const id = fixedId ?? ownId
  const problem = own ?? problems?.[name] ?? null
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
