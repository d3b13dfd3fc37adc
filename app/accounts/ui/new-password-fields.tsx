import { useProblem } from '#app/ui/form-fields.tsx'
import { PasswordField } from './password-field.tsx'

/** For `FormFields`: a new password's problems are shown at its field and needn't be repeated. */
export const newPasswordNames = { password: 'New password' }

export function NewPasswordFields({ rules }: { rules: string[] }) {
  // The problem names the broken rules.
  const isRefused = useProblem('password') !== null
  return (
    <>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={
          isRefused ? undefined : (
            <ul className="list-disc ps-5">
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          )
        }
      />
      <PasswordField label="Confirm password" name="passwordAgain" autoComplete="new-password" />
    </>
  )
}
