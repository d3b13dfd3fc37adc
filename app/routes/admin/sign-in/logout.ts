import { redirect } from 'react-router'
import { visitorOf } from '#app/middleware/require-admin.server.ts'
import { sessionContext } from '#app/middleware/session.server.ts'
import { recordAudit } from '#app/models/audit.server.ts'
import type { Route } from './+types/logout'

/** Looking at the address changes nothing. */
export function loader() {
  return redirect('/admin')
}

export async function action({ context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const signedIn = await session.current()
  await session.end()
  if (signedIn !== null) {
    const { id, email } = signedIn.user
    await recordAudit({
      actor: { id, label: email, requestId: visitorOf(context).requestId },
      action: 'sign_in.ended',
      object: { type: 'user', id },
    })
  }
  return redirect('/')
}
