import { createHash } from 'node:crypto'

/** SHA-256 in base64url. Tokens need no slow hash: they are random and can't be guessed. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url')
}
