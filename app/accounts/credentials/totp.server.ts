import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { tellOwner } from '#app/accounts/security-mail.server.ts'
import { type UserRef, userObject } from '#app/accounts/user.server.ts'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { writeIfRoom } from '#db/unavailable.ts'
import { removePasskeys } from './passkey.server.ts'
import { appCode, typedCode } from './typed-code.ts'

const periodSeconds = 30
const digits = 6
const recoveryCodeCount = 10
/** Without letters that look like digits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryCodeLength = 16

/** Data for an authenticator app, shown only while two-factor sign-in is being set up. */
export type TotpSetup = { secret: string; uri: string }

/** Stores a new secret for an authenticator app, which takes effect with its first right code. */
export async function beginTwoFactor(userId: string): Promise<void> {
  const secret = new Secret({ size: 20 }).base32
  await db
    .updateTable('users')
    .set({ totp_secret: seal(totpSealOwner(userId), secret) })
    .where('id', '=', userId)
    .where('totp_enabled_at', 'is', null)
    .execute()
}

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

/** Turns on two-factor sign-in with a first right code. Returns the recovery codes only once. */
export async function enableTwoFactor(
  userId: string,
  code: string,
  actor: Actor,
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false }> {
  const user = await totpRow(userId)
  if (user === undefined || user.totp_enabled_at !== null) return { ok: false }
  const counter = matchingCounter(userId, user.totp_secret, typedCode(code))
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

/**
 * Turns off two-factor sign-in. Returns false if it was not on. Also removes the user's passkeys
 * unless `keepPasskeys`, for owners who have just given their password.
 */
export async function disableTwoFactor(
  { id, email }: UserRef,
  actor: Actor,
  { keepPasskeys = false } = {},
): Promise<boolean> {
  return transact(async (trx) => {
    const user = await trx
      .updateTable('users')
      .set({ totp_secret: null, totp_enabled_at: null, totp_last_counter: null })
      .where('id', '=', id)
      .where('totp_enabled_at', 'is not', null)
      .returning(['name', 'email'])
      .executeTakeFirst()
    await trx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
    if (!keepPasskeys) await removePasskeys({ id, email }, actor, trx)
    if (user === undefined) return false
    const object = userObject({ id, email })
    await recordAudit({ actor, action: 'two_factor.disabled', object }, trx)
    await tellOwner(user, { kind: 'two_factor_off' }, trx)
    return true
  })
}

/** Time limit for accepting new recovery codes. */
const offerMs = hourMs

const Offer = z.object({ codes: z.array(z.string()), replaced: z.string(), madeAt: z.number() })

/**
 * Creates recovery codes. The old ones work until `acceptRecoveryCodes` gets `offer` back. Nothing
 * is stored: the offer is sealed for this user and the codes it replaces.
 */
export async function offerRecoveryCodes(
  userId: string,
): Promise<{ codes: string[]; offer: string }> {
  const codes = newCodes()
  const replaced = fingerprint(await codeHashes(userId, db))
  const offer: z.infer<typeof Offer> = { codes, replaced, madeAt: Date.now() }
  return { codes, offer: seal(offerSealOwner(userId), JSON.stringify(offer)) }
}

/**
 * Replaces a user's recovery codes with those of an offer. Returns false if the offer isn't theirs
 * or is too old, or if their codes have changed since; true for an offer already in force.
 */
export async function acceptRecoveryCodes(
  userId: string,
  offer: string,
  actor: Actor,
): Promise<boolean> {
  const opened = unseal(offerSealOwner(userId), offer)
  if (opened === null) return false
  const { codes, replaced, madeAt } = Offer.parse(JSON.parse(opened))
  const hashes = codes.map(codeHash)
  return transact(async (trx) => {
    const now = fingerprint(await codeHashes(userId, trx))
    if (now === fingerprint(hashes)) return true
    const age = Date.now() - madeAt
    if (now !== replaced || age < 0 || age > offerMs) return false
    const { totp_enabled_at } = (await totpRow(userId, trx)) ?? { totp_enabled_at: null }
    if (totp_enabled_at === null) return false
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await trx
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
      .execute()
    const object = { type: 'user', id: userId }
    await recordAudit({ actor, action: 'two_factor.recovery_codes_renewed', object }, trx)
    return true
  })
}

async function codeHashes(userId: string, executor: Kysely<Database>): Promise<string[]> {
  const rows = await executor
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ code_hash }) => code_hash)
}

function fingerprint(hashes: string[]): string {
  return sha256(hashes.toSorted().join(' '))
}

function offerSealOwner(userId: string): string {
  return `recovery codes ${userId}`
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
 * Takes an app or recovery code. Of two simultaneous uses of a code, only the first succeeds. What
 * stands before a recovery code, such as its number in a list, is no part of it.
 */
export async function takeSecondStep(
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const typed = typedCode(code)
  if (appCode.test(typed)) return (await takeAppCode(userId, typed)) ? 'app' : null
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash(typed.slice(-recoveryCodeLength)))
    .executeTakeFirst()
  return numDeletedRows === 1n ? 'recovery' : null
}

/** The last code per user that a full disk couldn't store. Kept longer than codes are valid. */
const lastUnwritten = new Map<string, number>()

async function takeAppCode(userId: string, code: string): Promise<boolean> {
  const user = await totpRow(userId)
  if (user === undefined || user.totp_enabled_at === null) return false
  const counter = matchingCounter(userId, user.totp_secret, code)
  if (counter === null) return false
  if ((lastUnwritten.get(userId) ?? -1) >= counter) return false
  const taking = db
    .updateTable('users')
    .set({ totp_last_counter: counter })
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([eb('totp_last_counter', 'is', null), eb('totp_last_counter', '<', counter)]),
    )
  return writeIfRoom(
    async () => {
      const { numUpdatedRows } = await taking.executeTakeFirst()
      lastUnwritten.delete(userId)
      return numUpdatedRows === 1n
    },
    () => {
      // No await between these two: if a code is used twice at the same time, the first wins.
      const last = Math.max(lastUnwritten.get(userId) ?? -1, user.totp_last_counter ?? -1)
      if (last < counter) lastUnwritten.set(userId, counter)
      return last < counter
    },
  )
}

/** Returns a code's time step, at most one before or after the current one, or null. */
function matchingCounter(userId: string, sealed: string | null, code: string): number | null {
  const secret = sealed === null ? null : unseal(totpSealOwner(userId), sealed)
  if (secret === null || !appCode.test(code)) return null
  const timestamp = Date.now()
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

function totpOf(secret: string, email: string): TOTP {
  return new TOTP({
    // A colon would end it in the app (Key URI format).
    issuer: settings().siteName.replaceAll(/\s*:\s*/g, ' '),
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits,
    period: periodSeconds,
  })
}

function totpRow(userId: string, executor: Kysely<Database> = db) {
  return executor
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
