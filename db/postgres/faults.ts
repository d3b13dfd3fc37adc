import { DatabaseUnavailableError, type UnavailableReason } from '../unavailable.ts'

/** SQLSTATE codes, whole or by prefix. */
const byCode: readonly [pattern: RegExp, reason: UnavailableReason][] = [
  // Lock not available, statement canceled for its time, deadlock, could not serialize.
  [/^(55P03|57014|40P01|40001)$/, 'busy'],
  // Connection lost or refused, shut down, starting, idle too long in a transaction, read-only
  // standby.
  [/^(08...|57P0[1-5]|25P03|25006)$/, 'unreachable'],
  [/^53100$/, 'full'],
  // The server is out of connections, and may be for long.
  [/^53300$/, 'unreachable'],
  // Out of memory and similar.
  [/^53/, 'busy'],
  [/^58030$/, 'disk'],
  [/^XX00[12]$/, 'damaged'],
]

/** From Node's sockets. */
const networkCodes = /^(E(CONN|HOST|NET|TIMEDOUT|PIPE|AI_)|ENOTFOUND|ENOENT)/

/** Error texts of `pg` without a code. */
const lostTexts =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|The server does not support SSL)/

export function faultOf(error: unknown): UnavailableReason | null {
  if (error instanceof DatabaseUnavailableError) return error.reason
  if (!(error instanceof Error)) return null
  if (isAnswer(error)) return byCode.find(([pattern]) => pattern.test(error.code))?.[1] ?? null
  return isLost(error) ? 'unreachable' : null
}

/** True if the connection that met the error is unusable. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isAnswer(error)) return /^(08|57P|25P03)/.test(error.code)
  if (error instanceof AggregateError) return error.errors.every(isLost)
  const code = 'code' in error ? String(error.code) : ''
  return networkCodes.test(code) || lostTexts.test(error.message)
}

function isAnswer(error: Error): error is Error & { code: string } {
  return 'severity' in error && 'code' in error && typeof error.code === 'string'
}
