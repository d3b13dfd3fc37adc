import { Form, href } from 'react-router'
import { Callout } from '#app/ui/admin/callout.tsx'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { useHold } from '#app/ui/hold.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'

export function MetricsSection({
  on,
  answer,
}: {
  on: boolean
  answer: { token?: string; problems?: { ownPassword: string } } | undefined
}) {
  useHold(answer?.token !== undefined)
  return (
    <Panel className="max-w-3xl gap-3" titleId="metrics" title="Metrics for Prometheus">
      {answer?.token !== undefined && (
        <Callout>
          <p role="status">
            {'Your token, shown only this once. Prometheus sends it as '}
            <code>Authorization: Bearer …</code>
          </p>
          <p>
            <code className="break-all" data-token>
              {answer.token}
            </code>
          </p>
        </Callout>
      )}
      <p className="text-muted">
        {on
          ? '/metrics answers requests with the token. A new token replaces the current one.'
          : '/metrics is disabled until you create a token. Treat it like a password.'}
      </p>
      <Form method="post" action={`${href('/admin/system')}#metrics`} className="grid gap-3">
        <PasswordConfirm hint="Confirms that it’s you." problem={answer?.problems?.ownPassword} />
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton intent="make-token">
            {on ? 'Create a new token' : 'Create a token'}
          </SubmitButton>
          {on && (
            <SubmitButton look="quiet" intent="remove-token">
              Turn off
            </SubmitButton>
          )}
        </div>
      </Form>
    </Panel>
  )
}
