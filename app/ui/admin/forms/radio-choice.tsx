import { choice, choiceHint, fieldLabel } from '#app/ui/admin/forms/field-looks.ts'
import { useFieldValue } from '#app/ui/form-fields.tsx'

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
  const value = useFieldValue(name)
  return (
    <fieldset className="grid gap-2">
      <legend className={fieldLabel}>{legend}</legend>
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
