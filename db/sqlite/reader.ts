import SQLite from 'better-sqlite3'

/** Opens a database that others use: reads as of one moment, and blocks no one. */
export function openReader(file: string): SQLite.Database {
  return new SQLite(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
}
