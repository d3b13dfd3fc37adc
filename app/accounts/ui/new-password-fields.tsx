import { PasswordField } from './password-field.tsx'

/** A new password, twice, with the rules in force. `problems` are sentences. */
export function NewPasswordFields({ rules, problems }: { rules: string[]; problems: string[] }) {
  return (
    <>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        problem={problems.length === 0 ? undefined : problems.join(' ')}
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
