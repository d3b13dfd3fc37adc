import type { Migration } from 'kysely/migration'
import * as posts from './0001-posts.ts'

/** Frozen once landed: a change to the schema is a new entry at the end. */
export const migrations: Record<string, Migration> = {
  '0001-posts': posts,
}
