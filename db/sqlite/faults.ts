import SQLite from 'better-sqlite3'
import { DatabaseUnavailableError, type UnavailableReason } from '../unavailable.ts'

export function faultOf(error: unknown): UnavailableReason | null {
  if (error instanceof DatabaseUnavailableError) return error.reason
  if (!(error instanceof SQLite.SqliteError)) return null
  const { code } = error
  if (code.startsWith('SQLITE_BUSY')) return 'busy'
  if (code === 'SQLITE_FULL') return 'full'
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'damaged'
  return /^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(code) ? 'disk' : null
}
