import { Form, href } from 'react-router'
import { PasswordAgain } from '#app/ui/admin/forms/confirm-page.tsx'

/** Switching /metrics on and off; the token is shown this once. */
export function MetricsSection({
  on,
  answer,
}: {
  on: boolean
  answer: { token?: string; ownPassword?: string } | undefined
}) {
  return (
    <section className="panel grid max-w-3xl gap-3" aria-labelledby="metrics">
      <h2 id="metrics" className="admin-subtitle">
        Metrics for Prometheus
      </h2>
      {answer?.token !== undefined && (
        <div className="note" role="status">
          <p>
            Your token, shown this once. Prometheus sends it as <code>Authorization: Bearer …</code>
          </p>
          <p>
            <code className="break-all" data-token>
              {answer.token}
            </code>
          </p>
        </div>
      )}
      <p className="text-muted">
        {on
          ? 'The address /metrics answers whoever shows the token. A new token ends the present one.'
          : 'The address /metrics answers nobody until there is a token.'}
      </p>
      <Form method="post" action={`${href('/admin/system')}#metrics`} className="grid gap-3">
        <PasswordAgain hint="Tokens are secrets." problem={answer?.ownPassword} />
        <div className="actions">
          <button type="submit" className="button" name="do" value="make-token">
            {on ? 'Make a new token' : 'Make a token'}
          </button>
          {on && (
            <button type="submit" className="button-quiet" name="do" value="remove-token">
              Switch off
            </button>
          )}
        </div>
      </Form>
    </section>
  )
}
