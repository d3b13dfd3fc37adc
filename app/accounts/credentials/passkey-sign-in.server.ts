import { db } from '#db/engine.ts'
import { takePasskey } from './passkey.server.ts'
import { recordRefusal, type SignInRefusal, statusRefusal, type Visitor } from './sign-in.server.ts'
import { giveBackAttempt, networkSubjects, takeAttempt } from './sign-in-limit.server.ts'

type PasskeyResult =
  | { ok: true; account: { id: string; email: string } }
  | { ok: false; refusal: SignInRefusal | { kind: 'wrong_passkey' } }

/**
 * Checks a sign-in with a passkey. It takes no second step, since the device has checked its owner by
 * a fingerprint, a face or a PIN. Limited by network, as no account is named.
 */
export async function checkPasskey(answer: string, visitor: Visitor): Promise<PasskeyResult> {
  const subjects = networkSubjects(visitor.clientAddress)
  const attempt = await takeAttempt(subjects)
  if (!attempt.ok) {
    const { retryAfterSeconds } = attempt
    return { ok: false, refusal: { kind: 'blocked', retryAfterSeconds } }
  }
  const userId = await takePasskey(answer)
  const user = userId === null ? undefined : await accountOf(userId)
  if (user === undefined) {
    const after = { reason: 'wrong_passkey', blocked: attempt.justBlocked }
    await recordRefusal(null, 'unknown passkey', visitor, after)
    return { ok: false, refusal: { kind: 'wrong_passkey' } }
  }
  await giveBackAttempt(subjects)
  const refusal = statusRefusal(user.status)
  if (refusal === null) return { ok: true, account: { id: user.id, email: user.email } }
  await recordRefusal(user.id, user.email, visitor, { reason: refusal.kind }, 'denied')
  return { ok: false, refusal }
}

function accountOf(id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}
