import { DatabaseUnavailableError, type UnavailableReason } from '../unavailable.ts'

/** SQLSTATE codes, whole or by their beginning. */
const byCode: readonly [pattern: RegExp, reason: UnavailableReason][] = [
  // Lock not available, statement cancelled for its time, deadlock, could not serialize.
  [/^(55P03|57014|40P01|40001)$/, 'busy'],
  // Connection lost or refused, shut down, starting, idle too long in a transaction, read-only standby.
  [/^(08...|57P0[1-5]|25P03|25006)$/, 'unreachable'],
  [/^53100$/, 'full'],
  // The server gives no more connections. It may be long until it does again.
  [/^53300$/, 'unreachable'],
  // Out of memory and the like.
  [/^53/, 'busy'],
  [/^58030$/, 'disk'],
  [/^XX00[12]$/, 'damaged'],
]

/** Of Node's sockets. */
const networkCodes = /^(E(CONN|HOST|NET|TIMEDOUT|PIPE|AI_)|ENOTFOUND|ENOENT)/

/** What `pg` says without a code. */
const lostTexts =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|The server does not support SSL)/

/** Why the database could not do something; null if the cause is the statement, not its state. */
export function faultOf(error: unknown): UnavailableReason | null {
  if (error instanceof DatabaseUnavailableError) return error.reason
  if (!(error instanceof Error)) return null
  if (isAnswer(error)) return byCode.find(([pattern]) => pattern.test(error.code))?.[1] ?? null
  return isLost(error) ? 'unreachable' : null
}

/** Whether the connection that met an error is of no more use. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isAnswer(error)) return /^(08|57P|25P03)/.test(error.code)
  if (error instanceof AggregateError) return error.errors.every(isLost)
  const code = 'code' in error ? String(error.code) : ''
  return networkCodes.test(code) || lostTexts.test(error.message)
}

/** Whether the server has answered with an error, rather than not at all. */
function isAnswer(error: Error): error is Error & { code: string } {
  return 'severity' in error && 'code' in error && typeof error.code === 'string'
}
