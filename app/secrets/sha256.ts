import { createHash } from 'node:crypto'

/** SHA-256 in base64url. Enough to keep tokens under: they are random, and cannot be guessed. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url')
}
