import { PasswordField } from './password-field.tsx'

/** A new password, twice, with the rules in force. */
export function NewPasswordFields({ rules }: { rules: string[] }) {
  return (
    <>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={
          <ul className="list-disc ps-5">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        }
      />
      <PasswordField label="Confirm password" name="passwordAgain" autoComplete="new-password" />
    </>
  )
}
