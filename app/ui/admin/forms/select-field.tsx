import { useId } from 'react'
import { fieldBox, fieldLabel } from '#app/ui/admin/forms/field-looks.ts'

/** A choice from a list, labelled. */
export function SelectField({
  label,
  name,
  value,
  options,
}: {
  label: string
  name: string
  value: string
  options: { value: string; label: string }[]
}) {
  const id = useId()
  return (
    <div>
      <label className={fieldLabel} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={fieldBox({ kind: 'select' })} name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
