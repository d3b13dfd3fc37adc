import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Job } from '#app/jobs/job.ts'
import { enqueue } from '#app/jobs/queue.server.ts'
import { foldText } from '#app/lists/fold-case.ts'
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
type Row = Record<string, unknown>

const { dynamic } = db

/** Few enough rows that their transaction blocks no one for long. */
const stepRows = 100
const pauseMs = 50

/** Folds stored texts again that an earlier version folded: those with letters beyond ASCII. */
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
      rows = await rowsAfter(one, Number(rows.at(-1)?.[one.key]))
    }
  }
}

/** A process of the previous version folds as before. It ends soon after an upgrade. */
async function isBesideOthers(): Promise<boolean> {
  const alive = (await instances.list()).filter(({ isAlive }) => isAlive)
  return new Set(alive.map(({ version }) => version)).size > 1
}

async function rowsAfter({ table, key, columns }: Folded, last: number): Promise<Row[]> {
  return (
    db
      .selectFrom(dynamic.table(table).as('stored'))
      .select([key, ...columns].map((name) => dynamic.ref<string>(name)))
      .where(dynamic.ref(key), '>', last)
      // Letters beyond ASCII have several bytes.
      .where(({ eb, fn }) =>
        eb(
          fn<number>('octet_length', ['search_text']),
          '<>',
          fn<number>('length', ['search_text']),
        ),
      )
      .orderBy(dynamic.ref(key))
      .limit(stepRows)
      .execute()
  )
}

function isOld(text: unknown): boolean {
  return text !== foldText(String(text))
}

/** Leaves a row that was changed meanwhile: it was folded then. */
async function refold(
  trx: Kysely<Database>,
  { table, key, columns }: Folded,
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) {
    let update = trx.updateTable(dynamic.table(table).as('stored'))
    for (const name of columns) update = update.set(dynamic.ref(name), foldText(String(row[name])))
    await update
      .where(dynamic.ref(key), '=', row[key])
      .where('search_text', '=', String(row.search_text))
      .execute()
  }
}
