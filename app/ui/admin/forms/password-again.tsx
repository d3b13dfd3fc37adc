import { TextField } from '#app/ui/form-fields.tsx'

/** The field for the operator's own password, where a form asks for it again. */
export function PasswordAgain({ hint, problem }: { hint?: string; problem?: string | undefined }) {
  return (
    <TextField
      label="Your own password"
      name="ownPassword"
      type="password"
      autoComplete="current-password"
      hint={hint}
      problem={problem}
    />
  )
}
