/** CBOR heads (RFC 8949) in an attestation object without an attestation. */
const mapOfThree = 0xa3
const emptyMap = 0xa0
const none = Buffer.from('\x64none')
const longestKey = 0x77
const bytesHeads: Record<number, number> = { 88: 1, 89: 2 }

/**
 * True if a new passkey has no attestation, as requested: format `none` and no statement. Other
 * formats are refused unread, since their parsers would check certificates and call other servers.
 */
export function hasNoAttestation(attestationObject: string): boolean {
  const bytes = Buffer.from(attestationObject, 'base64url')
  if (bytes[0] !== mapOfThree) return false
  const seen = new Set<string>()
  let at = 1
  while (seen.size < 3) {
    const head = bytes[at] ?? 0
    if (head < 0x61 || head > longestKey) return false
    const valueAt = at + 1 + head - 0x60
    const key = bytes.toString('latin1', at + 1, valueAt)
    const length = valueLength(key, bytes, valueAt)
    if (length === null || seen.has(key)) return false
    seen.add(key)
    at = valueAt + length
  }
  return at === bytes.length
}

/** Returns the length of a key's value in bytes, or null unless it is the one allowed value. */
function valueLength(key: string, bytes: Buffer, at: number): number | null {
  switch (key) {
    case 'fmt':
      return bytes.subarray(at, at + none.length).equals(none) ? none.length : null
    case 'attStmt':
      return bytes[at] === emptyMap ? 1 : null
    case 'authData': {
      const size = bytesHeads[bytes[at] ?? 0]
      if (size === undefined || at + 1 + size > bytes.length) return null
      return 1 + size + bytes.readUIntBE(at + 1, size)
    }
    default:
      return null
  }
}
