import type { Kysely } from 'kysely'

/**
 * An audit entry keeps its sentence, and its object's name and page, as they were when it was written.
 * Earlier entries have none: the log can't be changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['object_label', 'object_href', 'sentence']) {
    await db.schema.alterTable('audit_log').addColumn(column, 'text').execute()
  }
}
