import { data, Form, href } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, List, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Panel } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import {
  addEndpoint,
  listEndpoints,
  mostEndpoints,
  type WebhookEndpoint,
} from '#app/webhooks/endpoint.server.ts'
import type { Route } from './+types/webhooks'
import { EndpointState } from './endpoint-state.tsx'
import { EventFields, SecretShown } from './event-fields.tsx'
import { readEndpointForm } from './webhook-form.server.ts'

export const handle: LiveHandle = { live: ['webhooks'] }

export async function loader() {
  return { endpoints: await listEndpoints(), most: mostEndpoints }
}

const refusals = {
  known: 'This address is there already.',
  full: `There are ${mostEndpoints} webhooks. Delete one first.`,
}

export async function action({ request, context }: Route.ActionArgs) {
  const { fields, ...read } = readEndpointForm(await request.formData())
  if (fields === null) return data({ secret: null, ...read }, { status: 400 })
  const added = await addEndpoint(fields, actorOf(context))
  if (typeof added === 'string') {
    return data({ secret: null, ...read, problems: { url: refusals[added] } }, { status: 400 })
  }
  // Shown only in this answer.
  return data({ secret: added.secret, values: undefined, problems: undefined })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

const columns: Column<WebhookEndpoint>[] = [
  {
    key: 'url',
    label: 'Address',
    look: 'wide',
    cell: ({ id, url }) => (
      <RowLink to={href('/admin/settings/webhooks/:id', { id })}>
        <span className="wrap-anywhere">{url}</span>
      </RowLink>
    ),
  },
  {
    key: 'events',
    label: 'Events',
    look: 'tight',
    phone: 'under',
    cell: ({ events }) => countText(events.length, 'event'),
  },
  {
    key: 'state',
    label: 'State',
    look: 'tight',
    phone: 'end',
    cell: (endpoint) => <EndpointState of={endpoint} />,
  },
]

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoints, most } = loaderData
  const secret = actionData?.secret ?? null
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title="Webhooks"
        back={{ href: href('/admin/settings/notifications'), label: 'Notification settings' }}
        lead="Your own programs are told of events as they happen, by signed requests in the form of Standard Webhooks."
      />
      {secret !== null && <SecretShown secret={secret} />}
      {endpoints.length > 0 && (
        <List>
          <DataTable
            caption="Webhooks"
            list={{ path: href('/admin/settings/webhooks'), query: {} }}
            columns={columns}
            rows={endpoints}
            rowId={({ id }) => id}
            rowName={({ url }) => url}
          />
        </List>
      )}
      {endpoints.length < most && (
        <Panel titleId="add" title="Add a webhook">
          <Form method="post" className="grid gap-4" key={endpoints.length}>
            <FormFields id="webhook" inPlace {...actionData}>
              <TextField
                label="Address"
                name="url"
                type="url"
                autoComplete="off"
                hint="An https address on the internet that takes POST requests. Events hold numbers of posts and reports, and nothing about people."
              />
              <EventFields ticked={actionData?.values?.events ?? []} />
            </FormFields>
            <div>
              <SubmitButton>Add the webhook</SubmitButton>
            </div>
          </Form>
        </Panel>
      )}
    </div>
  )
}
