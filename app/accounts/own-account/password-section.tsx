import { Form } from 'react-router'
import { NewPasswordFields } from '#app/accounts/ui/new-password-fields.tsx'
import { button } from '#app/ui/admin/button.ts'
import { PasswordAgain } from '#app/ui/admin/forms/confirm-page.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import type { AccountAnswer } from './account.tsx'

export function PasswordSection({
  rules,
  answer,
}: {
  rules: string[]
  answer: AccountAnswer | undefined
}) {
  const own = answer?.section === 'password' && !('recoveryCodes' in answer) ? answer : undefined
  return (
    <Panel titleId="password-title" title="Password">
      <Form method="post" action="#password-title" className="grid gap-4">
        <PasswordAgain
          hint="The one that you sign in with now."
          {...(own?.ownPassword !== undefined && { problem: own.ownPassword })}
        />
        <NewPasswordFields rules={rules} problems={own?.problems ?? []} />
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" className={button()} name="intent" value="change-password">
            Change password
          </button>
        </div>
      </Form>
    </Panel>
  )
}
