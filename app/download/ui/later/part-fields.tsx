import { useId } from 'react'
import { useLateTexts } from '#app/i18n/late/late-texts.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { PartErrors } from '#app/posts/read-part.ts'
import { field, label } from '#app/ui/field.ts'
import { fieldTime } from './part-text.ts'
import { longestTyped, type TypedPart } from './typed-part.ts'

const names = ['from', 'to'] as const

/** The fields for a part's start and end. Without `onType` they belong to a plain form. */
export function PartFields({
  typed,
  errors,
  lengthMs = null,
  onType,
  onLeave,
}: {
  typed: TypedPart
  errors: PartErrors
  /** The clip's, if it is known exactly. */
  lengthMs?: number | null
  onType?: (typed: TypedPart) => void
  onLeave?: () => void
}) {
  const { language } = useI18n()
  const texts = useLateTexts(language).part
  const id = useId()
  const ends = { from: 0, to: lengthMs }
  return (
    <div>
      <div className="grid grid-cols-2 gap-3">
        {names.map((name) => {
          const error = errors[name]
          const end = ends[name]
          const value =
            onType === undefined
              ? { defaultValue: typed[name] }
              : {
                  value: typed[name],
                  onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
                    onType({ ...typed, [name]: event.target.value }),
                }
          return (
            <div key={name}>
              <label className={label} htmlFor={`${id}${name}`}>
                {texts[name]}
              </label>
              <input
                id={`${id}${name}`}
                className={`${field()} tabular-nums`}
                name={name}
                // Phones' number pads have no colon.
                inputMode="text"
                autoComplete="off"
                maxLength={longestTyped}
                placeholder={end === null ? undefined : fieldTime(end, language)}
                aria-invalid={error === undefined ? undefined : true}
                aria-describedby={error === undefined ? `${id}hint` : `${id}${name}-error`}
                onBlur={onLeave}
                {...value}
              />
              {error !== undefined && (
                <p id={`${id}${name}-error`} className="mt-1.5 text-sm text-bad">
                  {texts[error]}
                </p>
              )}
            </div>
          )
        })}
      </div>
      <p id={`${id}hint`} className="mt-1.5 text-sm text-muted">
        {texts.hint}
      </p>
    </div>
  )
}
