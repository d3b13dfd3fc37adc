import { createHmac, randomBytes } from 'node:crypto'

/** Signatures of the Standard Webhooks specification, https://www.standardwebhooks.com. */

const prefix = 'whsec_'

/** Returns a secret of 32 random bytes, in the form in which receivers take it. */
export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

export type SignedMessage = { id: string; timestamp: number; body: string }

/** Returns a message's headers, with a signature for each secret. `timestamp` is in seconds. */
export function signedHeaders({ id, timestamp, body }: SignedMessage, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    return `v1,${signature.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
