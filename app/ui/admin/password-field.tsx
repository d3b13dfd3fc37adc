import { Eye, EyeOff } from 'lucide-react'
import { useId } from 'react'
import script from '#app/enhance/reveal.ts?worker&url'

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
  const notes = [
    ...(problem === undefined ? [] : [`${id}-problem`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ]
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className="field pe-14"
          type="password"
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required={required}
          defaultValue={defaultValue}
          aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
          aria-invalid={problem === undefined ? undefined : true}
        />
        <button
          type="button"
          hidden
          className="icon-button absolute inset-y-0 end-1 my-auto"
          aria-label="Show password"
          aria-pressed="false"
          aria-controls={id}
          data-reveal
        >
          <Eye aria-hidden="true" size={20} data-when-hidden />
          <EyeOff aria-hidden="true" size={20} data-when-shown className="hidden" />
        </button>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-problem">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
      )}
    </div>
  )
}

/** Once on a page that has password fields. */
export function RevealScript() {
  return <script type="module" src={script} />
}
