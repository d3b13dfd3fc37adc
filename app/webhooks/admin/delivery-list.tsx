import { Form } from 'react-router'
import { countText } from '#app/i18n/count-text.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { WebhookDelivery } from '#app/webhooks/delivery.server.ts'
import { testEvent, type WebhookEvent, webhookEvents } from '#app/webhooks/events.ts'

/** An endpoint's last deliveries, newest first. */
export function DeliveryList({
  deliveries,
  isOn,
}: {
  deliveries: readonly WebhookDelivery[]
  isOn: boolean
}) {
  return (
    <Panel titleId="deliveries" title="Last deliveries" lead="The newest 100 are kept.">
      {deliveries.length === 0 ? (
        <p>Nothing was sent yet. Send a test event to try your server.</p>
      ) : (
        <Records>
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <Delivery of={delivery} canResend={isOn && delivery.state !== 'waiting'} />
            </li>
          ))}
        </Records>
      )}
    </Panel>
  )
}

function Delivery({ of, canResend }: { of: WebhookDelivery; canResend: boolean }) {
  const { id, type, status, answer, error, createdAt, nextTryAt, state, attempts } = of
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-semibold">{eventText(type)}</span>
        <State of={of} />
        <span className="text-muted text-sm">
          <DateTime at={createdAt} as="time" />
          {attempts > 0 && `, ${countText(attempts, 'try', 'tries')}`}
        </span>
        {canResend && (
          <Form method="post" className="ms-auto">
            <input type="hidden" name="delivery" value={id} />
            <SubmitButton look="quiet" intent="resend">
              Resend
              <span className="sr-only">: {eventText(type)}</span>
            </SubmitButton>
          </Form>
        )}
      </div>
      {error !== null && (
        <p className="text-sm">
          {error}
          {state === 'waiting' && (
            <>
              {' Next try: '}
              <DateTime at={nextTryAt} as="time" />
            </>
          )}
        </p>
      )}
      {status !== null && (
        <details className="text-sm">
          <summary className="cursor-pointer text-muted">Its answer: {status}</summary>
          <pre className="mt-1 max-h-60 overflow-auto whitespace-pre-wrap wrap-anywhere text-xs">
            {answer || 'Without a text'}
          </pre>
        </details>
      )}
    </div>
  )
}

function State({ of: { state, error } }: { of: WebhookDelivery }) {
  if (state === 'done') return <StatusBadge tone="good">Taken</StatusBadge>
  if (state === 'failed') return <StatusBadge tone="bad">Failed</StatusBadge>
  return error === null ? (
    <StatusBadge tone="quiet">Waiting</StatusBadge>
  ) : (
    <StatusBadge tone="warn">Trying again</StatusBadge>
  )
}

function eventText(type: string): string {
  if (type === testEvent) return 'Test event'
  return Object.hasOwn(webhookEvents, type) ? webhookEvents[type as WebhookEvent] : type
}
