import { ShownOnce } from '#app/ui/admin/shown-once.tsx'
import { FieldProblem, useProblem } from '#app/ui/form-fields.tsx'
import { type WebhookEvent, webhookEventNames, webhookEvents } from '#app/webhooks/events.ts'

/** One tick for each event that an endpoint can be sent. */
export function EventFields({ ticked }: { ticked: readonly string[] }) {
  const problem = useProblem('event')
  return (
    <fieldset id="event" className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1.5 font-semibold">Events</legend>
      <div className="grid grid-cols-1 gap-x-5 gap-y-2 sm:grid-cols-2">
        {webhookEventNames.map((name) => (
          <EventTick key={name} name={name} isTicked={ticked.includes(name)} />
        ))}
      </div>
      <FieldProblem id="event">{problem}</FieldProblem>
    </fieldset>
  )
}

function EventTick({ name, isTicked }: { name: WebhookEvent; isTicked: boolean }) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        name="event"
        value={name}
        defaultChecked={isTicked}
        className="mt-1 size-4.5 flex-none accent-link"
      />
      <span>
        {webhookEvents[name]}
        <code className="block text-muted text-xs wrap-anywhere">{name}</code>
      </span>
    </label>
  )
}

export function SecretShown({ secret }: { secret: string }) {
  return (
    <ShownOnce secret={secret} label="Copy the secret">
      Copy the secret now: it’s shown only this once. Your server checks signatures with it.
    </ShownOnce>
  )
}
