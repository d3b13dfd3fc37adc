import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { db, transact } from '#db/engine.ts'
import { isOutOfRoom } from '#db/unavailable.ts'

const periodSeconds = 30
const digits = 6
const recoveryCodeCount = 10
/** Without the letters that are read as digits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryCodeLength = 16

/** What an authenticator app needs; shown only while two-factor sign-in is being set up. */
export type TotpSetup = { secret: string; uri: string }

/** Makes a secret for an authenticator app; in force only once a code of it was given back. */
export async function beginTwoFactor(userId: string): Promise<void> {
  const secret = new Secret({ size: 20 }).base32
  await db
    .updateTable('users')
    .set({ totp_secret: seal(totpSealOwner(userId), secret) })
    .where('id', '=', userId)
    .where('totp_enabled_at', 'is', null)
    .execute()
}

/** Whether two-factor sign-in is on; while it is being set up, what the app needs. */
export async function twoFactorState(
  userId: string,
): Promise<{ on: boolean; setup: TotpSetup | null }> {
  const user = await totpRow(userId)
  if (user === undefined) return { on: false, setup: null }
  if (user.totp_enabled_at !== null) return { on: true, setup: null }
  const secret = user.totp_secret === null ? null : unseal(totpSealOwner(userId), user.totp_secret)
  if (secret === null) return { on: false, setup: null }
  return { on: false, setup: { secret, uri: totpOf(secret, user.email).toString() } }
}

/** Turns two-factor sign-in on with a first right code; gives the recovery codes, for this once. */
export async function enableTwoFactor(
  userId: string,
  code: string,
  actor: Actor,
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false }> {
  const user = await totpRow(userId)
  if (user === undefined || user.totp_enabled_at !== null) return { ok: false }
  const counter = matchingCounter(userId, user.totp_secret, code)
  if (counter === null) return { ok: false }
  const recoveryCodes = newCodes()
  const enabled = await transact(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ totp_enabled_at: Date.now(), totp_last_counter: counter })
      .where('id', '=', userId)
      .where('totp_enabled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await trx
      .insertInto('recovery_codes')
      .values(recoveryCodes.map((text) => ({ user_id: userId, code_hash: codeHash(text) })))
      .execute()
    const object = { type: 'user', id: userId }
    await recordAudit({ actor, action: 'two_factor.enabled', object }, trx)
    return true
  })
  return enabled ? { ok: true, recoveryCodes } : { ok: false }
}

/** Turns two-factor sign-in off; false when it was not on. */
export async function disableTwoFactor(userId: string, actor: Actor): Promise<boolean> {
  return transact(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ totp_secret: null, totp_enabled_at: null, totp_last_counter: null })
      .where('id', '=', userId)
      .where('totp_enabled_at', 'is not', null)
      .executeTakeFirst()
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    if (numUpdatedRows !== 1n) return false
    const object = { type: 'user', id: userId }
    await recordAudit({ actor, action: 'two_factor.disabled', object }, trx)
    return true
  })
}

/** Replaces all recovery codes of a user with new ones. */
export async function renewRecoveryCodes(userId: string, actor: Actor): Promise<string[]> {
  const codes = newCodes()
  await transact(async (trx) => {
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await trx
      .insertInto('recovery_codes')
      .values(codes.map((text) => ({ user_id: userId, code_hash: codeHash(text) })))
      .execute()
    const object = { type: 'user', id: userId }
    await recordAudit({ actor, action: 'two_factor.recovery_codes_renewed', object }, trx)
  })
  return codes
}

export async function recoveryCodesLeft(userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.n
}

/**
 * Takes a code of the app or a recovery code, each once only: of two who come with the same one,
 * the first is let in.
 */
export async function takeSecondStep(
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const typed = code.toLowerCase().replace(/[\s-]+/g, '')
  if (/^\d{6}$/.test(typed)) return (await takeAppCode(userId, typed)) ? 'app' : null
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash(typed.slice(0, 64)))
    .executeTakeFirst()
  return numDeletedRows === 1n ? 'recovery' : null
}

/** The newest code of a user that a full disk did not take; longer than a code is good for. */
const lastUnwritten = new Map<string, number>()

async function takeAppCode(userId: string, code: string): Promise<boolean> {
  const user = await totpRow(userId)
  if (user === undefined || user.totp_enabled_at === null) return false
  const counter = matchingCounter(userId, user.totp_secret, code)
  if (counter === null) return false
  if ((lastUnwritten.get(userId) ?? -1) >= counter) return false
  try {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ totp_last_counter: counter })
      .where('id', '=', userId)
      .where((eb) =>
        eb.or([eb('totp_last_counter', 'is', null), eb('totp_last_counter', '<', counter)]),
      )
      .executeTakeFirst()
    lastUnwritten.delete(userId)
    return numUpdatedRows === 1n
  } catch (error) {
    if (!isOutOfRoom(error)) throw error
    // No wait between these two: of two who come with the same code, the first is let in.
    if (Math.max(lastUnwritten.get(userId) ?? -1, user.totp_last_counter ?? -1) >= counter) {
      return false
    }
    lastUnwritten.set(userId, counter)
    return true
  }
}

/** The time step that a code belongs to, one before or after the present one at most. */
function matchingCounter(userId: string, sealed: string | null, code: string): number | null {
  const secret = sealed === null ? null : unseal(totpSealOwner(userId), sealed)
  if (secret === null) return null
  const timestamp = Date.now()
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code.replace(/\s/g, ''), timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

function totpOf(secret: string, email: string): TOTP {
  return new TOTP({
    issuer: settings().siteName,
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits,
    period: periodSeconds,
  })
}

function totpRow(userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'totp_secret', 'totp_enabled_at', 'totp_last_counter'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export function totpSealOwner(userId: string): string {
  return `totp ${userId}`
}

/** 79 bits each, in groups of four. */
function newCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const places = Array.from({ length: recoveryCodeLength }, () => randomInt(alphabet.length))
    const code = places.map((place) => alphabet[place]).join('')
    return code.replace(/(.{4})(?=.)/g, '$1-')
  })
}

function codeHash(code: string): string {
  return sha256(code.replaceAll('-', ''))
}
