import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { tellOwner } from '#app/accounts/security-mail.server.ts'
import { type UserRef, userObject } from '#app/accounts/user.server.ts'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import type { Database } from '#db/schema.ts'
import { hasNoAttestation } from './attestation.ts'

const { origin, hostname, protocol } = new URL(env.APP_URL)
const challengeMs = 5 * minuteMs
const mostPerUser = 20

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const Transports = z.array(z.enum(transports)).catch([])
const Encoded = z.string().min(1).max(10_000)
const ClientData = z.object({
  challenge: z.string().min(1).max(200),
  /** True in another site's frame, where people don't see what they sign in to. */
  crossOrigin: z.literal(false).optional(),
})
const common = {
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}
const NewPasskey = z.object({
  ...common,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: Transports,
  }),
}) satisfies z.ZodType<RegistrationResponseJSON>
const SignedChallenge = z.object({
  ...common,
  response: z.object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded }),
}) satisfies z.ZodType<AuthenticationResponseJSON>

/** True if browsers allow passkeys at this address: names only, over https or on localhost. */
export function passkeysWork(): boolean {
  if (hostname === 'localhost') return true
  return protocol === 'https:' && isIP(hostname) === 0 && !hostname.startsWith('[')
}

/** A passkey as its owner sees it; times in unix ms. */
export type ListedPasskey = Awaited<ReturnType<typeof listPasskeys>>[number]

export async function listPasskeys(userId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(camelKeys)
}

type Owner = { id: string; email: string; name: string }

/**
 * Returns the options for creating a passkey, or null if the user has the maximum number. Only
 * `browser`, a secret of the requesting browser, can answer.
 */
export async function beginPasskey(user: Owner, browser: string) {
  const existing = await listPasskeys(user.id)
  if (existing.length >= mostPerUser) return null
  // No extensions are requested, and their types can't be serialized.
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: settings().siteName,
    rpID: hostname,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(options.challenge, { userId: user.id, browser })
  return options
}

/** Adds a passkey that a browser created. Returns false if the answer is invalid or late. */
export async function addPasskey(
  user: Owner,
  { name, answer, browser }: { name: string; answer: string; browser: string },
  actor: Actor,
): Promise<boolean> {
  const response = NewPasskey.safeParse(parsed(answer)).data
  const challenge = await takeChallenge(response, { userId: user.id, browser })
  if (response === undefined || challenge === null) return false
  if (!hasNoAttestation(response.response.attestationObject)) return false
  const made = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
  }).catch(refused)
  if (made === null || !made.verified) return false
  const { id, publicKey, counter } = made.registrationInfo.credential
  return transact(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('passkeys')
      .values({
        credential_id: id,
        user_id: user.id,
        name,
        public_key: publicKey,
        counter,
        transports: JSON.stringify(response.response.transports),
        created_at: Date.now(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    const object = userObject(user)
    await recordAudit({ actor, action: 'passkey.added', object, after: { name } }, trx)
    await tellOwner(user, { kind: 'passkey_added', passkey: name }, trx)
    return true
  })
}

/** Removes a user's passkey. Returns its name, or null if they have no such passkey. */
export async function removePasskey(
  user: UserRef,
  id: string,
  actor: Actor,
): Promise<string | null> {
  return transact(async (trx) => {
    const row = await trx
      .deleteFrom('passkeys')
      .where('credential_id', '=', id)
      .where('user_id', '=', user.id)
      .returning('name')
      .executeTakeFirst()
    if (row === undefined) return null
    const object = userObject(user)
    const before = { name: row.name }
    await recordAudit({ actor, action: 'passkey.removed', object, before }, trx)
    return row.name
  })
}

export function removedPasskeyText(name: string | null): string {
  return name === null ? 'That passkey was already removed.' : `The passkey “${name}” was removed.`
}

/**
 * Removes all of a user's passkeys, since the account owner's can't be told from others. Returns
 * how many there were.
 */
export async function removePasskeys(
  user: UserRef,
  actor: Actor,
  executor: Kysely<Database> = db,
): Promise<number> {
  return inTransaction(executor, async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('user_id', '=', user.id)
      .returning('name')
      .execute()
    const object = userObject(user)
    for (const before of removed) {
      await recordAudit({ actor, action: 'passkey.removed', object, before }, trx)
    }
    return removed.length
  })
}

export async function beginPasskeySignIn(browser: string) {
  const options = await generateAuthenticationOptions({
    rpID: hostname,
    userVerification: 'required',
  })
  await storeChallenge(options.challenge, { userId: null, browser })
  return options
}

/**
 * Checks a signed challenge, for which the device has verified its owner. Returns the passkey's
 * user id, or null if anything is invalid.
 */
export async function takePasskey(answer: string, browser: string): Promise<string | null> {
  const response = SignedChallenge.safeParse(parsed(answer)).data
  const challenge = await takeChallenge(response, { userId: null, browser })
  if (response === undefined || challenge === null) return null
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', response.id)
    .executeTakeFirst()
  if (row === undefined) return null
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(row.public_key),
      counter: row.counter,
    },
  }).catch(refused)
  if (checked === null || !checked.verified) return null
  // A copied key's counter is behind. Of two sign-ins at once, the first succeeds.
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: checked.authenticationInfo.newCounter, last_used_at: Date.now() })
    .where('credential_id', '=', row.credential_id)
    .where('counter', '=', row.counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? row.user_id : null
}

export async function forgetExpiredChallenges(): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', steadyNow()).execute()
}

/** A challenge's user: the browser, and the user adding a passkey (null for a sign-in). */
type Asker = { userId: string | null; browser: string }

async function storeChallenge(challenge: string, { userId, browser }: Asker): Promise<void> {
  await forgetExpiredChallenges()
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challengeHash(challenge, browser),
      user_id: userId,
      expires_at: steadyNow() + challengeMs,
    })
    .execute()
}

/** Uses up the challenge in an answer. Returns null unless it is this user's and browser's. */
async function takeChallenge(
  answer: { response: { clientDataJSON: string } } | undefined,
  { userId, browser }: Asker,
): Promise<string | null> {
  const text = Buffer.from(answer?.response.clientDataJSON ?? '', 'base64url').toString()
  const challenge = ClientData.safeParse(parsed(text)).data?.challenge
  if (challenge === undefined) return null
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challengeHash(challenge, browser))
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', steadyNow())
    .executeTakeFirst()
  return numDeletedRows === 1n ? challenge : null
}

function challengeHash(challenge: string, browser: string): string {
  return sha256(`${challenge}\n${browser}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The library throws on the first invalid value. */
function refused(error: unknown): null {
  log.info({ err: error }, 'passkey refused')
  return null
}
