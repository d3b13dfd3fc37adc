import { Form } from 'react-router'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { AccountAnswer } from './account.tsx'

export function ProfileSection({
  name,
  email,
  answer,
}: {
  name: string
  email: string
  answer: AccountAnswer | undefined
}) {
  const own = answer?.section === 'profile' ? answer : undefined
  return (
    <Panel titleId="profile-title" title="Name and email">
      <Form method="post" action="#profile-title" className="grid gap-4">
        <FormFields values={{ name, email }} {...own} elsewhere="ownPassword">
          <TextField label="Name" name="name" required maxLength={100} autoComplete="name" />
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="username"
            spellCheck={false}
            hint="You use it to sign in."
          />
          <PasswordConfirm
            hint="Needed only to change your email."
            problem={own?.problems.ownPassword}
            needed={(form) => new FormData(form).get('email') !== email}
          />
        </FormFields>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton intent="change-profile">Save</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}
