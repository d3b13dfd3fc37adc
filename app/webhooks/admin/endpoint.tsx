import { data, Form, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { found } from '#app/http/refusals.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Panel, panel } from '#app/ui/admin/panel.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { listDeliveries, resendDelivery } from '#app/webhooks/delivery.server.ts'
import {
  changeEvents,
  deleteEndpoint,
  exchangeSecret,
  findEndpoint,
  sendTest,
  switchEndpoint,
  type WebhookEndpoint,
} from '#app/webhooks/endpoint.server.ts'
import type { Route } from './+types/endpoint'
import { DeliveryList } from './delivery-list.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { EventFields, SecretShown } from './event-fields.tsx'
import { noEvent, readEventTicks } from './webhook-form.server.ts'

export const handle: LiveHandle = { live: ['webhooks'] }

/** `?delete` asks whether to delete it. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const endpoint = await found(findEndpoint(params.id))
  const isAsking = url.searchParams.has('delete')
  return { endpoint, isAsking, deliveries: isAsking ? [] : await listDeliveries(endpoint.id) }
}

type Page = { endpoint: WebhookEndpoint; context: Route.ActionArgs['context'] }

const Delivery = z.object({ delivery: z.coerce.number().int().positive() })

/** Leads back to the endpoint, or to the list, with a message. */
async function told(
  { endpoint, context }: Page,
  text: string,
  kind: 'success' | 'error' = 'success',
) {
  await context.get(sessionContext).flash(kind, text)
  return redirect(href('/admin/settings/webhooks/:id', { id: endpoint.id }))
}

const off = 'The webhook is off, so nothing was sent. Turn it on first.'

const perform = intents({
  async events(form: FormData, page: Page) {
    const events = readEventTicks(form)
    if (events === null) {
      return data({ secret: null, problems: { event: noEvent } }, { status: 400 })
    }
    await changeEvents(page.endpoint.id, events, actorOf(page.context))
    return told(page, 'The webhook’s events are saved.')
  },
  async test(_form: FormData, page: Page) {
    const isSent = await sendTest(page.endpoint.id, actorOf(page.context))
    return isSent ? told(page, 'A test event is on its way.') : told(page, off, 'error')
  },
  async secret(_form: FormData, { endpoint, context }: Page) {
    // Shown only in this answer.
    return { secret: await exchangeSecret(endpoint.id, actorOf(context)), problems: undefined }
  },
  async on(_form: FormData, page: Page) {
    await switchEndpoint(page.endpoint.id, true, actorOf(page.context))
    return told(page, 'The webhook is on. What it missed isn’t sent unless you resend it.')
  },
  async off(_form: FormData, page: Page) {
    await switchEndpoint(page.endpoint.id, false, actorOf(page.context))
    return told(page, 'The webhook is off.')
  },
  async delete(_form: FormData, { endpoint, context }: Page) {
    await deleteEndpoint(endpoint, actorOf(context))
    await context.get(sessionContext).flash('success', 'The webhook is deleted.')
    return redirect(href('/admin/settings/webhooks'))
  },
  resend: withFields(Delivery, async ({ delivery }, page: Page) => {
    const isSent = await resendDelivery(page.endpoint.id, delivery, actorOf(page.context))
    if (isSent) return told(page, 'The event is on its way again.')
    const isOff = page.endpoint.offAt !== null
    return told(page, isOff ? off : 'This event is on its way already, or gone.', 'error')
  }),
})

export async function action({ request, params, context }: Route.ActionArgs) {
  const endpoint = await found(findEndpoint(params.id))
  return perform(await request.formData(), { endpoint, context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function Endpoint({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, isAsking, deliveries } = loaderData
  if (isAsking) return <Deletion of={endpoint} />
  const isOn = endpoint.offAt === null
  const secret = actionData?.secret ?? null
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title={new URL(endpoint.url).host}
        back={{ href: href('/admin/settings/webhooks'), label: 'Webhooks' }}
      >
        <Form method="post">
          <SubmitButton look="quiet" intent="test">
            Send a test event
          </SubmitButton>
        </Form>
        <Form method="post">
          <SubmitButton look="quiet" intent={isOn ? 'off' : 'on'}>
            {isOn ? 'Turn off' : 'Turn on'}
          </SubmitButton>
        </Form>
      </PageHead>
      {secret !== null && <SecretShown secret={secret} />}
      <section className={panel()} aria-label="Webhook">
        <FactList>
          <Fact name="State">
            <EndpointState of={endpoint} />
          </Fact>
          <Fact name="Added">
            <DateTime at={endpoint.createdAt} as="time" />
          </Fact>
          {endpoint.offAt !== null && (
            <Fact name="Turned off">
              <DateTime at={endpoint.offAt} as="time" />
            </Fact>
          )}
          <Fact name="Address" isWide>
            {endpoint.url}
          </Fact>
        </FactList>
      </section>
      <Form method="post" className={panel()}>
        <FormFields inPlace problems={actionData?.problems ?? {}}>
          <EventFields ticked={endpoint.events} />
        </FormFields>
        <div>
          <SubmitButton intent="events">Save the events</SubmitButton>
        </div>
      </Form>
      <DeliveryList deliveries={deliveries} isOn={isOn} />
      <Panel
        titleId="secret"
        title="Replace the secret, or delete"
        lead="After you replace the secret, the old one signs as well for a day, so that your server can change over."
      >
        <Form method="post" className="flex flex-wrap items-center gap-2">
          <SubmitButton look="quiet" intent="secret">
            Replace the secret
          </SubmitButton>
          <Link className={button({ look: 'danger-quiet' })} to="?delete">
            Delete the webhook…
          </Link>
        </Form>
      </Panel>
    </div>
  )
}

function Deletion({ of: { id, url } }: { of: WebhookEndpoint }) {
  const back = href('/admin/settings/webhooks/:id', { id })
  return (
    <ConfirmPage
      title="Delete this webhook?"
      text="It gets no more events, its last deliveries are deleted, and its secret stops working."
      things={[url]}
      back={{ href: back, label: 'Webhook' }}
      hidden={[['intent', 'delete']]}
      submit="Delete the webhook"
    />
  )
}
