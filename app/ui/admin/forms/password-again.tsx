import { TextField } from '#app/ui/form-fields.tsx'

export function PasswordAgain(
  field: Pick<React.ComponentProps<typeof TextField>, 'hint' | 'problem' | 'autoFocus'>,
) {
  return (
    <TextField
      {...field}
      label="Your password"
      name="ownPassword"
      type="password"
      autoComplete="current-password"
    />
  )
}
