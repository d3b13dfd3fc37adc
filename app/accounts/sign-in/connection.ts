import { databaseAnswers } from '#app/accounts/credentials/sign-in.server.ts'
import { orNoAnswer } from '#app/ui/admin/forms/no-answer.ts'
import type { Route } from './+types/connection'

/** Returns to the sign-in page if accounts can be read, and nothing else. */
export async function loader() {
  const connected = await databaseAnswers()
  return Response.json({ connected }, { status: connected ? 200 : 503 })
}

/** Returns null if the server can't be reached. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return orNoAnswer<{ connected: boolean }, null>(() => serverLoader(), null)
}
