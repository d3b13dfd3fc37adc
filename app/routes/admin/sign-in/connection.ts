import { databaseAnswers } from '#app/models/sign-in.server.ts'

/** For the sign-in page: whether the accounts can be read, and nothing else. */
export async function loader() {
  return new Response(null, { status: (await databaseAnswers()) ? 204 : 503 })
}
