import { type Kysely, sql } from 'kysely'

const chunksAtOnce = 100

type Tables = {
  bulk_runs: { id: number; state: string; undoes: number | null; changed: number; skipped: string }
  bulk_chunks: { id: number; run_id: number; rows: string; was: string | null }
  bulk_selections: { run_id: number; row_ids: string }
  bulk_changes: { run_id: number; row_id: number; was: string }
}
type Run = Tables['bulk_runs']
type ByStatus = Record<string, number[]>

/**
 * A change of a whole list is a job. What was before is kept by row, instead of as JSON for each
 * fifty rows, and runs under way go on.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await createTables(db)
  // No process is left to prepare them.
  const preparing = db.selectFrom('bulk_runs').select('id').where('state', '=', 'preparing')
  await db.deleteFrom('bulk_chunks').where('run_id', 'in', preparing).execute()
  await db.deleteFrom('bulk_runs').where('state', '=', 'preparing').execute()

  const runs = await db
    .selectFrom('bulk_runs')
    .select(['id', 'state', 'undoes', 'changed', 'skipped'])
    .execute()
  const left = await moveChunks(db, runs)
  for (const run of runs) {
    if (run.state !== 'running') continue
    // A run goes on at the position that it has counted to. Rows before it are no longer known.
    const rows = [...new Array<number>(passedBy(run)).fill(0), ...(left.get(run.id) ?? [])]
    const row_ids = JSON.stringify(rows)
    await db.insertInto('bulk_selections').values({ run_id: run.id, row_ids }).execute()
  }
  await sql`insert into jobs (kind, key, payload, state, run_at, created_at)
    select 'bulk', cast(id as text), '{"run":' || cast(id as text) || '}', 'waiting', created_at,
      created_at
    from bulk_runs where state = 'running' order by id`.execute(db)
  await db.schema.dropTable('bulk_chunks').execute()
}

async function createTables(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('bulk_selections')
    .addColumn('run_id', 'integer', (column) =>
      column.primaryKey().references('bulk_runs.id').onDelete('cascade'),
    )
    .addColumn('row_ids', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bulk_changes')
    .addColumn('run_id', 'integer', (column) =>
      column.notNull().references('bulk_runs.id').onDelete('cascade'),
    )
    .addColumn('row_id', 'integer', (column) => column.notNull())
    .addColumn('was', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bulk_changes_key', ['run_id', 'row_id'])
    .execute()
  await db.schema
    .createIndex('bulk_changes_by_row')
    .on('bulk_changes')
    .columns(['row_id', 'run_id'])
    .execute()
}

function passedBy({ changed, skipped }: Run): number {
  const counts = Object.values(JSON.parse(skipped) as Record<string, number>)
  return counts.reduce((sum, count) => sum + count, changed)
}

/** Stores the earlier statuses that chunks hold. Returns the rows left to change, by run. */
async function moveChunks(
  db: Kysely<Tables>,
  runs: readonly Run[],
): Promise<Map<number, number[]>> {
  const left = new Map<number, number[]>(runs.map(({ id }) => [id, []]))
  const undoneBy = new Map(runs.map(({ id, undoes }) => [id, undoes]))
  for (let after = 0; ; ) {
    const chunks = await db
      .selectFrom('bulk_chunks')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunksAtOnce)
      .execute()
    const last = chunks.at(-1)
    if (last === undefined) return left
    after = last.id
    for (const { run_id, rows, was } of chunks) {
      if (was !== null) {
        await keep(db, run_id, JSON.parse(was) as ByStatus)
        continue
      }
      const waiting = JSON.parse(rows) as number[] | ByStatus
      left.get(run_id)?.push(...Object.values(waiting).flat())
      // What a run restores is stored with the run that it undoes.
      const undone = undoneBy.get(run_id) ?? null
      if (undone !== null) await keep(db, undone, waiting as ByStatus)
    }
  }
}

async function keep(db: Kysely<Tables>, run_id: number, was: ByStatus): Promise<void> {
  const changes = Object.entries(was).flatMap(([status, rows]) =>
    rows.map((row_id) => ({ run_id, row_id, was: status })),
  )
  if (changes.length === 0) return
  await db
    .insertInto('bulk_changes')
    .values(changes)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
