import { createContext, useContext, useId } from 'react'
import { field, label as fieldLabel } from './field.ts'

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

/** The outline lies on the field's own edge. */
const focusLook = 'focus-visible:outline-offset-0'

type Common = {
  label: React.ReactNode
  name: string
  hint?: React.ReactNode
  /** What is wrong with it, said beside the field; left out, what its form says. */
  problem?: React.ReactNode
  /** For links that lead to the field; left out, one of its own. */
  id?: string
  /** How large the field is: small in the back office. */
  size?: 'small' | 'regular'
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
  size = 'small',
  children,
}: Common & { children: (described: Described) => React.ReactNode }) {
  const ownId = useId()
  const { problems } = useContext(AnswerContext)
  const id = fixedId ?? ownId
  const problem = own ?? problems?.[name] ?? null
  const notes = [problem !== null && `${id}-problem`, hint !== undefined && `${id}-hint`]
  return (
    <div>
      <label className={fieldLabel} htmlFor={id}>
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
export function useFieldValue(name: string): string | undefined {
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
  size = 'small',
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
  const value = useFieldValue(name)
  const look = field({ size, lines: rows === undefined ? 'one' : 'several', className: focusLook })
  const common = { name, className: look, defaultValue: value, ...input }
  return (
    <LabelledField label={label} name={name} hint={hint} problem={problem} id={id} size={size}>
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
  size = 'small',
  ...labels
}: Common & { options: { value: string; label: string }[]; defaultValue?: string }) {
  const value = useFieldValue(labels.name)
  return (
    <LabelledField {...labels} size={size}>
      {(described) => (
        <select
          {...described}
          className={field({ size, className: `${focusLook} cursor-pointer pe-9 text-ellipsis` })}
          name={labels.name}
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
