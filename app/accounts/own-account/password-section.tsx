import { Form } from 'react-router'
import { NewPasswordFields, newPasswordNames } from '#app/accounts/ui/new-password-fields.tsx'
import { UsernameField } from '#app/accounts/ui/username-field.tsx'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
import { useAuth } from '#app/ui/admin/frame/auth.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { AccountAnswer } from './account.tsx'

export function PasswordSection({
  rules,
  answer,
}: {
  rules: string[]
  answer: AccountAnswer | undefined
}) {
  const own = answer?.section === 'password' ? answer : undefined
  return (
    <Panel titleId="password-title" title="Password">
      <Form method="post" action="#password-title" className="grid gap-4">
        <UsernameField email={useAuth().user.email} />
        <FormFields problems={own?.problems} elsewhere="ownPassword" fieldNames={newPasswordNames}>
          <NewPasswordFields rules={rules} />
          <PasswordConfirm
            hint="The one you sign in with now."
            problem={own?.problems.ownPassword}
          />
        </FormFields>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton intent="change-password">Change password</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}
