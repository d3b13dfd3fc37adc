import { redirect, redirectDocument } from 'react-router'
import { recordSignOut } from '#app/accounts/credentials/sign-in.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import type { Route } from './+types/logout'

/** Looking at the address changes nothing. */
export function loader() {
  return redirect('/admin')
}

/** Answers with a document, since the public site is another app in the browser: its texts aren't here. */
export async function action({ context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const signedIn = await session.current()
  await session.end()
  if (signedIn !== null) await recordSignOut(signedIn.user, visitorOf(context))
  return redirectDocument('/')
}
