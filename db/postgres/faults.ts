import { DatabaseUnavailableError, type UnavailableReason } from '../unavailable.ts'

/** A connection doesn't reach a server that can be written to. Nothing was changed on it. */
export class NotPrimaryError extends Error {
  constructor(message = 'The address leads to a standby, or the database is read-only') {
    super(message)
  }
}

/** SQLSTATE codes, whole or by prefix. */
const byCode: readonly [pattern: RegExp, reason: UnavailableReason][] = [
  // Lock not available, statement canceled for its time, deadlock, could not serialize.
  [/^(55P03|57014|40P01|40001)$/, 'slow'],
  // Connection lost or refused, shut down, starting, idle too long in a transaction.
  [/^(08...|57P0[1-5]|25P03)$/, 'unreachable'],
  [/^53100$/, 'serverFull'],
  // Out of memory and similar.
  [/^53/, 'slow'],
  [/^58030$/, 'disk'],
  [/^XX00[12]$/, 'serverDamaged'],
  // The role, its password, the database or a missing privilege: never the statement's fault. Nor
  // is a table that isn't found, since the start made sure that all are there: its schema was
  // closed to the role, or it was dropped.
  [/^(28...|3D000|3F000|42501|42P01)$/, 'refused'],
]

/** From Node's sockets. */
const networkCodes = /^(E(CONN|HOST|NET|TIMEDOUT|PIPE|AI_)|ENOTFOUND|ENOENT)/

/** Error texts of `pg` without a code. */
const lostTexts =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|The server does not support SSL)/

/** True if all connections of the pool were busy for as long as one may take. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /^timeout exceeded when trying to connect/.test(error.message)
}

export function faultOf(error: unknown): UnavailableReason | null {
  if (error instanceof DatabaseUnavailableError) return error.reason
  if (!(error instanceof Error)) return null
  if (isReadOnly(error)) return 'readOnly'
  if (isOutOfConnections(error)) return 'unreachable'
  if (isAnswer(error)) {
    // A statement that doesn't know its own names has the same code.
    if (error.routine === 'errorMissingRTE') return null
    return byCode.find(([pattern]) => pattern.test(error.code))?.[1] ?? null
  }
  return isLost(error) ? 'unreachable' : null
}

/** True if the connection that met the error is unusable. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isReadOnly(error)) return true
  // The words for severity are the same in all languages of ours and most of PostgreSQL's.
  if (isAnswer(error)) return /^(08|57P|25P03)/.test(error.code) || isFatal(error)
  if (error instanceof AggregateError) return error.errors.every(isLost)
  const code = 'code' in error ? String(error.code) : ''
  return networkCodes.test(code) || lostTexts.test(error.message)
}

/** True if the server refused a statement because it is a standby or read-only. */
export function isReadOnly(error: unknown): boolean {
  if (error instanceof NotPrimaryError) return true
  if (!(error instanceof Error) || !isAnswer(error)) return false
  return error.code === '25006' || (mayBeRecovery.test(error.code) && saysRecovery(error))
}

/** Not supported, not in this state, deadlock and conflict: also have other causes. */
const mayBeRecovery = /^(0A000|55000|40P01|40001)$/

/** By the place in the server's code where the message can be in another language. */
function saysRecovery(error: Answer): boolean {
  const { message, routine } = error
  return /\brecovery\b/.test(message) || /^(get_relation_info|RecoveryConflict)/.test(routine ?? '')
}

/** By SQLSTATE: the server's own, PgBouncer's and Supavisor's. */
const outOfConnections: Readonly<Record<string, RegExp>> = {
  '53300': /^/,
  '08P01': /^(no more connections allowed|client connections exceeded)/,
  XX000: /max (clients|client connections) reached/i,
}

/** True if the server or pooler has no connection to give, or none for the role or database. */
export function isOutOfConnections(error: unknown): boolean {
  if (!(error instanceof Error) || !isAnswer(error)) return false
  return outOfConnections[error.code]?.test(error.message) ?? false
}

type Answer = Error & { severity: unknown; code: string; routine?: string }

function isAnswer(error: Error): error is Answer {
  return 'severity' in error && 'code' in error && typeof error.code === 'string'
}

function isFatal({ severity }: Answer): boolean {
  return severity === 'FATAL' || severity === 'PANIC'
}
