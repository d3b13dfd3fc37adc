import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'cc_'
/** Base62 digits of 32 bytes, and of a CRC-32. */
const secretLength = 43
const checkLength = 6

const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checkLength}}$`)

/**
 * Returns a new token: `cc_`, 32 random bytes in base62, and a check sum by which leak scanners
 * know it from other text.
 */
export function newToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return `${prefix}${secret}${checkSum(secret)}`
}

/** True if a text has the form of a token and a right check sum. */
export function isTokenText(text: string): boolean {
  if (!pattern.test(text)) return false
  const secret = text.slice(prefix.length, -checkLength)
  return text.endsWith(checkSum(secret))
}

function checkSum(secret: string): string {
  return base62(BigInt(crc32(secret)), checkLength)
}

function base62(number: bigint, length: number): string {
  let text = ''
  for (let left = number; left > 0n; left /= 62n) text = digits[Number(left % 62n)] + text
  return text.padStart(length, '0')
}
