import { Form } from 'react-router'
import { NewPasswordFields } from '#app/accounts/ui/new-password-fields.tsx'
import { button } from '#app/ui/admin/button.ts'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
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
        <NewPasswordFields rules={rules} problems={own?.problems ?? []} />
        <PasswordConfirm hint="The one you sign in with now." problem={own?.ownPassword} />
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" className={button()} name="intent" value="change-password">
            Change password
          </button>
        </div>
      </Form>
    </Panel>
  )
}
