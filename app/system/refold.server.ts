import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Job } from '#app/jobs/job.ts'
import { enqueue } from '#app/jobs/queue.server.ts'
import { foldCase } from '#app/lists/fold-case.ts'
import { instances } from '#app/processes/instances.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'

/** Tables with folded texts. `search_text` contains the others. */
const folded = [
  { table: 'posts', key: 'seq', columns: ['search_text'] },
  { table: 'users', key: 'seq', columns: ['search_text', 'name_key'] },
  { table: 'backlinks', key: 'seq', columns: ['search_text'] },
  { table: 'dmca_reports', key: 'id', columns: ['search_text', 'title_key', 'reporter_key'] },
  { table: 'contact_messages', key: 'id', columns: ['search_text'] },
] as const

type Folded = (typeof folded)[number]
type Row = { row: number } & Record<string, unknown>

/** Few enough rows that their transaction blocks no one for long. */
const stepRows = 100
const pauseMs = 50

/** Folds stored texts again that an earlier version folded: those in letters beyond ASCII. */
export async function refoldSearches(job: Job<'refold'>): Promise<void> {
  if (await isBesideOthers()) {
    const later = { payload: {}, key: 'refold', runAt: steadyNow() + minuteMs }
    return job.end((trx) => enqueue(trx, 'refold', [later]))
  }
  for (const one of folded) {
    for (let rows = await rowsAfter(one, 0); rows.length > 0; ) {
      if (job.signal.aborted) return job.giveBack()
      const changed = rows.filter((row) => one.columns.some((name) => isOld(row[name])))
      if (changed.length > 0) {
        await job.write((trx) => refold(trx, one, changed))
        await wait(pauseMs, undefined, { signal: job.signal, ref: false }).catch(() => {})
      }
      rows = await rowsAfter(one, Number(rows.at(-1)?.row))
    }
  }
}

/** A process of the previous version folds as before. It ends soon after an upgrade. */
async function isBesideOthers(): Promise<boolean> {
  const alive = (await instances.list()).filter(({ isAlive }) => isAlive)
  return new Set(alive.map(({ version }) => version)).size > 1
}

async function rowsAfter({ table, key, columns }: Folded, last: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${sql.ref(key)} as row, ${sql.join(columns.map((name) => sql.ref(name)))}
    from ${sql.table(table)}
    where ${sql.ref(key)} > ${last} and octet_length(search_text) <> length(search_text)
    order by ${sql.ref(key)} limit ${sql.lit(stepRows)}`.execute(db)
  return rows
}

function isOld(text: unknown): boolean {
  return text !== foldCase(String(text))
}

/** Leaves a row that was changed meanwhile: it was folded then. */
async function refold(
  trx: Kysely<Database>,
  { table, key, columns }: Folded,
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) {
    const texts = columns.map((name) => sql`${sql.ref(name)} = ${foldCase(String(row[name]))}`)
    await sql`update ${sql.table(table)} set ${sql.join(texts)}
      where ${sql.ref(key)} = ${row.row} and search_text = ${row.search_text}`.execute(trx)
  }
}
