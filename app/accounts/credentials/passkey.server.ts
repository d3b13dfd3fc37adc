import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { settings } from '#app/settings/settings.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db, transact } from '#db/engine.ts'

/** A passkey belongs to one host, and signs for one origin. */
const { origin, hostname, protocol } = new URL(env.APP_URL)
const challengeMs = 5 * minuteMs
const mostPerUser = 20

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const Transports = z.array(z.enum(transports)).catch([])
const Encoded = z.string().min(1).max(10_000)
const ClientData = z.object({ challenge: z.string().min(1).max(200) })
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

/** Whether browsers take passkeys for this site's address: for names, by https or on this machine. */
export function passkeysWork(): boolean {
  if (hostname === 'localhost') return true
  return protocol === 'https:' && isIP(hostname) === 0 && !hostname.startsWith('[')
}

/** A passkey as its owner sees it; times in unix milliseconds. */
export type ListedPasskey = {
  id: string
  name: string
  createdAt: number
  lastUsedAt: number | null
}

export async function listPasskeys(userId: string): Promise<ListedPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.credential_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

type Owner = { id: string; email: string; name: string }

/** Returns what a browser needs to make a passkey; null when the user has as many as one can have. */
export async function beginPasskey(user: Owner) {
  const existing = await listPasskeys(user.id)
  if (existing.length >= mostPerUser) return null
  // No extension is asked for, and their types don't survive the way to the browser.
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: settings().siteName,
    rpID: hostname,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(options.challenge, user.id)
  return options
}

/** Adds the passkey that a browser has made; false when its answer isn't right, or is late. */
export async function addPasskey(
  user: Owner,
  { name, answer }: { name: string; answer: string },
  actor: Actor,
): Promise<boolean> {
  const response = NewPasskey.safeParse(parsed(answer)).data
  const challenge = await takeChallenge(response, user.id)
  if (response === undefined || challenge === null) return false
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
    const object = { type: 'user', id: user.id }
    await recordAudit({ actor, action: 'passkey.added', object, after: { name } }, trx)
    return true
  })
}

/** Removes a user's passkey. Returns its name, or null when they have no such one. */
export async function removePasskey(
  userId: string,
  id: string,
  actor: Actor,
): Promise<string | null> {
  return transact(async (trx) => {
    const row = await trx
      .deleteFrom('passkeys')
      .where('credential_id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (row === undefined) return null
    const object = { type: 'user', id: userId }
    const before = { name: row.name }
    await recordAudit({ actor, action: 'passkey.removed', object, before }, trx)
    return row.name
  })
}

/** Returns what a browser needs to sign in with any passkey that it has for this site. */
export async function beginPasskeySignIn() {
  const options = await generateAuthenticationOptions({
    rpID: hostname,
    userVerification: 'required',
  })
  await storeChallenge(options.challenge, null)
  return options
}

/**
 * Checks what a browser signed, with which the person has also proved themselves to their device.
 * Returns whose passkey it was; null when anything about it isn't right.
 */
export async function takePasskey(answer: string): Promise<string | null> {
  const response = SignedChallenge.safeParse(parsed(answer)).data
  const challenge = await takeChallenge(response, null)
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
  // A copy of the key is behind its counter; of two at the same time, the first is let in.
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: checked.authenticationInfo.newCounter, last_used_at: Date.now() })
    .where('credential_id', '=', row.credential_id)
    .where('counter', '=', row.counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? row.user_id : null
}

/** Removes the challenges that no answer can use any more. */
export async function forgetExpiredChallenges(): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', steadyNow()).execute()
}

async function storeChallenge(challenge: string, userId: string | null): Promise<void> {
  await forgetExpiredChallenges()
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: sha256(challenge),
      user_id: userId,
      expires_at: steadyNow() + challengeMs,
    })
    .execute()
}

/** Uses up the challenge that an answer names, right or not; null when it isn't one of this use. */
async function takeChallenge(
  answer: { response: { clientDataJSON: string } } | undefined,
  userId: string | null,
): Promise<string | null> {
  const text = Buffer.from(answer?.response.clientDataJSON ?? '', 'base64url').toString()
  const challenge = ClientData.safeParse(parsed(text)).data?.challenge
  if (challenge === undefined) return null
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', sha256(challenge))
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', steadyNow())
    .executeTakeFirst()
  return numDeletedRows === 1n ? challenge : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The library throws on the first thing that isn't right. */
function refused(error: unknown): null {
  log.info({ err: error }, 'passkey refused')
  return null
}
