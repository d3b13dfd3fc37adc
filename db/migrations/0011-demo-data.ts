import { type Kysely, sql } from 'kysely'

/** Says that the rows were made by `npm run seed`; without a row they are real. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('demo_data')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('begun_at', 'integer', (column) => column.notNull())
    .addColumn('ended_at', 'integer')
    .addColumn('marks', 'text', (column) => column.notNull())
    .execute()
}
