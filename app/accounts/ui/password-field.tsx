import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { fieldBox, fieldHint, fieldLabel, fieldProblem } from '#app/ui/admin/forms/field-looks.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

/** A password with a button that shows it; the button is there only with JavaScript. */
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
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { shown, toggle } = useShown(input)
  const notes = [
    ...(problem === undefined ? [] : [`${id}-problem`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ]
  return (
    <div>
      <label className={fieldLabel} htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          ref={input}
          id={id}
          className={fieldBox({ className: 'pe-14' })}
          type={shown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required={required}
          defaultValue={defaultValue}
          aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
          aria-invalid={problem === undefined ? undefined : true}
        />
        {useRuns() && (
          <button
            type="button"
            className="absolute inset-y-0 end-0 my-auto inline-grid size-11 cursor-pointer place-items-center rounded-lg hover:bg-sunken"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            aria-controls={id}
            onClick={toggle}
          >
            {shown ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={fieldProblem}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className={fieldHint}>
          {hint}
        </div>
      )}
    </div>
  )
}

/** Whether a password can be read; it is hidden again when its form is sent. */
function useShown(input: React.RefObject<HTMLInputElement | null>) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const form = input.current?.form
    // A browser suggests later what it was sent as text, but never a password.
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
