import { RadioChoice, TextField } from '#app/ui/form-fields.tsx'

export function NameAndEmail() {
  return (
    <>
      <TextField label="Name" name="name" maxLength={100} autoComplete="off" />
      <TextField label="Email" name="email" type="email" maxLength={254} autoComplete="off" />
    </>
  )
}

export function RoleChoice() {
  return (
    <RadioChoice
      legend="Role"
      name="role"
      options={[
        { value: 'user', label: 'User', hint: 'An account without access to the back office.' },
        { value: 'admin', label: 'Admin', hint: 'Can see and change everything here.' },
      ]}
    />
  )
}
