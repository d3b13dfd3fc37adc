import { type Kysely, sql } from 'kysely'

/**
 * Files that visitors fetch in several answers, from any process: see
 * app/download/save/partial-saves.server.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('partial_saves')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('network_hash', 'text', (column) => column.notNull())
    .addColumn('event', 'text')
    .addColumn('wanted', 'integer', (column) => column.notNull())
    .addColumn('saved', 'integer', (column) => column.notNull())
    .addColumn('spans', 'text', (column) => column.notNull())
    .addColumn('total', 'bigint')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  const indexes = [
    'create index partial_saves_by_network on partial_saves (network_hash, expires_at)',
    'create index partial_saves_by_expiry on partial_saves (expires_at)',
  ]
  for (const index of indexes) await sql.raw(index).execute(db)
}
