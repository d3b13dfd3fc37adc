import type { MigrationProvider } from 'kysely/migration'
import { baselineName, migrations } from './index.ts'

/*
 * A database's version, read from its record of migrations. `applied` holds the names, oldest
 * first. It is empty for an empty database.
 */

/** True if a version before 2.0 wrote it, which only 2.0 itself can update. */
export function isBefore2(applied: readonly string[]): boolean {
  return applied.length > 0 && !applied.includes(baselineName)
}

export const before2Text =
  'It was written by a version before 2.0. Start version 2.0 on it first, which updates it, and then this version.'

/** The last migration that this version doesn't know. Null if it knows them all. */
export function newestUnknown(applied: readonly string[]): string | null {
  const later = applied.filter((name) => name > baselineName)
  return later.findLast((name) => !Object.hasOwn(migrations, name)) ?? null
}

/** The migrations that it still lacks. */
export function dueMigrations(applied: readonly string[]): string[] {
  return Object.keys(migrations).filter((name) => !applied.includes(name))
}

/** All migrations, and in place of those that 2.0 ran before its last one, nothing to do. */
export function migrationProvider(applied: readonly string[]): MigrationProvider {
  const earlier = applied.filter((name) => name < baselineName)
  const done = Object.fromEntries(earlier.map((name) => [name, { up: async () => {} }]))
  return { getMigrations: async () => ({ ...done, ...migrations }) }
}
