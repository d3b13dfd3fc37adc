import { forgetExpiredTokens } from '#app/accounts/one-time-token.server.ts'
import { forgetExpiredSessions } from '#app/accounts/session.server.ts'
import { forgetExpiredChallenges } from './passkey.server.ts'
import { forgetOldAttempts } from './sign-in-limit.server.ts'

export async function forgetExpiredSignIns(): Promise<void> {
  await forgetExpiredSessions()
  await forgetExpiredTokens()
  await forgetOldAttempts()
  await forgetExpiredChallenges()
}
