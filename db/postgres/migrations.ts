import type { Migration } from 'kysely/migration'
import { migrations as all } from '../migrations/index.ts'
import { baseline } from './baseline/index.ts'

/** The last migration of SQLite alone; here, it makes the schema that all up to it add up to. */
const first = '0027-outreach-mail'

/** Named as SQLite's, so that heads can be compared. What comes after the first runs on both. */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(Object.entries(all).filter(([name]) => name > first)),
  [first]: baseline,
}
