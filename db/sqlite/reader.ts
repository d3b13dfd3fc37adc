import SQLite from 'better-sqlite3'

/** Opens a database in use for reading, as of one moment and without blocking anyone. */
export function openReader(file: string): SQLite.Database {
  return new SQLite(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
}
