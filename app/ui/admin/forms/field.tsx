import { useId } from 'react'
import {
  choice,
  choiceHint,
  fieldBox,
  fieldHint,
  fieldLabel,
  fieldProblem,
} from '#app/ui/admin/forms/field-looks.ts'

type Common = {
  label: string
  name: string
  hint?: React.ReactNode
  /** What is wrong with it; said beside the field. */
  problem?: string | undefined
}

type Parts = { id: string; describedBy: string | undefined; invalid: true | undefined }

function FieldFrame({
  label,
  hint,
  problem,
  children,
}: Omit<Common, 'name'> & { children: (parts: Parts) => React.ReactNode }) {
  const id = useId()
  const notes = [
    ...(problem === undefined ? [] : [`${id}-problem`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ]
  return (
    <div>
      <label className={fieldLabel} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        describedBy: notes.length === 0 ? undefined : notes.join(' '),
        invalid: problem === undefined ? undefined : true,
      })}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={fieldProblem}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={fieldHint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A labelled field with its hint and what is wrong with it. */
export function TextField({
  label,
  name,
  hint,
  problem,
  ...input
}: Common &
  Pick<
    React.ComponentProps<'input'>,
    'type' | 'defaultValue' | 'required' | 'maxLength' | 'autoComplete' | 'spellCheck' | 'autoFocus'
  >) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {({ id, describedBy, invalid }) => (
        <input
          id={id}
          name={name}
          className={fieldBox()}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          {...input}
        />
      )}
    </FieldFrame>
  )
}

/** The same for a text of several lines. */
export function TextArea({
  label,
  name,
  hint,
  problem,
  ...area
}: Common &
  Pick<
    React.ComponentProps<'textarea'>,
    'defaultValue' | 'required' | 'maxLength' | 'rows' | 'readOnly'
  >) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {({ id, describedBy, invalid }) => (
        <textarea
          id={id}
          name={name}
          className={fieldBox({ kind: 'area' })}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          {...area}
        />
      )}
    </FieldFrame>
  )
}

/** One of a few, each with a word about what it means. */
export function RadioChoice({
  legend,
  name,
  value,
  options,
}: {
  legend: string
  name: string
  value: string
  options: { value: string; label: string; hint?: React.ReactNode }[]
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className={fieldLabel}>{legend}</legend>
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
