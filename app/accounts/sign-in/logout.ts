import { redirect, redirectDocument } from 'react-router'
import { recordSignOut } from '#app/accounts/credentials/sign-in.server.ts'
import { visitorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import type { Route } from './+types/logout'

/** A GET changes nothing. */
export function loader() {
  return redirect('/admin')
}

/**
 * Answers with a document: the public site is a separate app, whose texts aren't loaded here. A
 * session that can't be read can't be ended, so its cookie stays and the operator is told.
 */
export async function action({ context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const signedIn = await session.currentOrThrow()
  await session.end()
  if (signedIn !== null) await recordSignOut(signedIn.user, visitorOf(context))
  return redirectDocument('/')
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'
