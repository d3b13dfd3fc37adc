import { href, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { withFields } from '#app/http/intents.server.ts'
import { changeSettings, settings } from '#app/settings/settings.server.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/maintenance'

export function loader() {
  return { isOn: settings().maintenanceMode }
}

/** The form sends the wanted state, since someone else may have switched it meanwhile. */
const turn = withFields(
  z.object({ turn: z.enum(['on', 'off']) }),
  async ({ turn }, context: Route.ActionArgs['context']) => {
    await changeSettings({ maintenanceMode: turn === 'on' }, actorOf(context))
    await context.get(sessionContext).flash('success', `Maintenance mode is ${turn}.`)
    return redirect(href('/admin'))
  },
)

export async function action({ request, context }: Route.ActionArgs) {
  return turn(await request.formData(), context)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

/** The palette's page for switching maintenance mode. */
export default function Maintenance({ loaderData: { isOn } }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={isOn ? 'Turn off maintenance mode?' : 'Turn on maintenance mode?'}
      text={isOn ? 'The site opens again:' : 'The site closes until you turn it off:'}
      things={
        isOn
          ? ['Visitors can look up and download again.']
          : [
              'Visitors see a page saying the site will be back.',
              'Operators can still sign in, and running downloads finish.',
            ]
      }
      back={{ href: href('/admin'), label: 'Dashboard' }}
      hidden={[['turn', isOn ? 'off' : 'on']]}
      submit={isOn ? 'Turn it off' : 'Turn it on'}
      danger={!isOn}
    />
  )
}
