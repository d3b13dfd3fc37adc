import type { Kysely } from 'kysely'

/** Who asked for a link: a stranger's request must not void the one that an operator has made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('one_time_tokens')
    .addColumn('origin', 'text', (column) => column.notNull().defaultTo('operator'))
    .execute()
}
