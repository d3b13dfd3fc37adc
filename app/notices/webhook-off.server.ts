import { figure } from '#app/i18n/figure-text.ts'
import { stoppedEndpoints } from '#app/webhooks/endpoint.server.ts'

/** Returns an event while a webhook is off because of its answers. Null if none is. */
export async function webhookOff() {
  const [last, ...others] = await stoppedEndpoints()
  if (last === undefined) return null
  return {
    mark: last.offAt,
    item: {
      id: 'webhook-off',
      urgent: true,
      title:
        others.length === 0
          ? 'A webhook was turned off'
          : `${figure(others.length + 1)} webhooks were turned off`,
      text: 'Its server refused events for three days, or answered that it wants no more. Turn it on again once its server works, or delete it.',
      href:
        others.length === 0 ? `/admin/settings/webhooks/${last.id}` : '/admin/settings/webhooks',
      linkText: 'Open the webhooks',
    },
  }
}
