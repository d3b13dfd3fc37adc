import { redirect } from 'react-router'
import { visitorOf } from '#app/middleware/require-admin.server.ts'
import { sessionContext } from '#app/middleware/session.server.ts'
import { recordSignOut } from '#app/models/sign-in.server.ts'
import type { Route } from './+types/logout'

/** Looking at the address changes nothing. */
export function loader() {
  return redirect('/admin')
}

export async function action({ context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const signedIn = await session.current()
  await session.end()
  if (signedIn !== null) await recordSignOut(signedIn.user, visitorOf(context))
  return redirect('/')
}
