import { createHash } from 'node:crypto'

/** SHA-256 in base64url. Random tokens can't be guessed, so they need no slow hash. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url')
}
