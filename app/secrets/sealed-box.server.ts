import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKeys } from './secrets.server.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keys = deriveKeys('secrets at rest')

/**
 * Encrypts a secret for the database. `owner` names the secret and its row, so that a sealed text
 * copied to another row can't be opened.
 */
export function seal(owner: string, secret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keys[0], nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(owner))
  const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `v1.${Buffer.concat(parts).toString('base64url')}`
}

/** Decrypts a secret. Returns null if it was changed, has another owner, or has an unknown key. */
export function unseal(owner: string, sealed: string): string | null {
  for (const key of keys) {
    const secret = open(key, owner, sealed)
    if (secret !== null) return secret
  }
  return null
}

/** Seals a secret again with the newest key. Returns null if already done or it can't be opened. */
export function reseal(owner: string, sealed: string): string | null {
  if (open(keys[0], owner, sealed) !== null) return null
  const secret = unseal(owner, sealed)
  return secret === null ? null : seal(owner, secret)
}

function open(key: Buffer, owner: string, sealed: string): string | null {
  const [version, text = ''] = sealed.split('.', 2)
  const bytes = Buffer.from(text, 'base64url')
  if (version !== 'v1' || bytes.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const secret = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([secret, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
