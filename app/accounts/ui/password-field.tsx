import { Eye, EyeOff } from 'lucide-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { iconButton } from '#app/ui/button.ts'
import { field } from '#app/ui/field.ts'
import { FieldSize } from '#app/ui/field-size.ts'
import { LabelledField } from '#app/ui/form-fields.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'

/** A password field with a button that shows it, which needs JavaScript. */
export function PasswordField({
  label,
  name,
  autoComplete,
  hint,
  problem,
  defaultValue,
  required = true,
}: {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: React.ReactNode
  problem?: string | undefined
  defaultValue?: string | undefined
  required?: boolean
}) {
  const size = useContext(FieldSize)
  const input = useRef<HTMLInputElement>(null)
  const { shown, toggle } = useShown(input)
  const runs = useRuns()
  return (
    <LabelledField label={label} name={name} hint={hint} problem={problem}>
      {(described) => (
        <div className="relative">
          <input
            {...described}
            ref={input}
            className={field({ size, className: 'pe-14' })}
            type={shown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required={required}
            defaultValue={defaultValue}
          />
          {runs && (
            <button
              type="button"
              className={`${iconButton} absolute inset-y-0 end-0 my-auto`}
              aria-label={shown ? 'Hide password' : 'Show password'}
              aria-pressed={shown}
              aria-controls={described.id}
              onClick={toggle}
            >
              {shown ? (
                <EyeOff aria-hidden="true" size={20} />
              ) : (
                <Eye aria-hidden="true" size={20} />
              )}
            </button>
          )}
        </div>
      )}
    </LabelledField>
  )
}

/** The state of a readable password, which is hidden again when its form is sent. */
function useShown(input: React.RefObject<HTMLInputElement | null>) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const form = input.current?.form
    // Browsers later suggest what was sent as text, but never a password.
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [input])
  return {
    shown,
    toggle() {
      setShown(!shown)
      input.current?.focus()
    },
  }
}
