import { type Sum, sumOf } from './canonical.ts'
import { type Fault, MoveError, type Source, type Table, type Target } from './sides.ts'
import { sortTables } from './tables.ts'

export type Progress = {
  /** Starts a phase; `rows` is its total. */
  phase(name: string, rows: number): void
  rows(table: string, rows: number): void
}

type TableResult = { table: string; source: Sum; target: Sum; isSame: boolean }

export type MoveResult = {
  isSame: boolean
  /** True if the target already had all rows: a move interrupted at its very end is complete. */
  hadAll: boolean
  results: TableResult[]
}

type NewRows = Pick<Source, 'count' | 'rows'>

const faultsShown = 20
const tablesShown = 5

/**
 * Moves all rows of `source` into the empty `target`, then reads both again and compares them.
 * Keeps nothing in the target unless all tables match. Throws a MoveError before writing if the
 * target can't hold some of the source's values. `unused` is a new database.
 */
export async function moveRows(
  source: Source,
  target: Target,
  unused: NewRows & { tables: readonly Table[] },
  progress: Progress,
): Promise<MoveResult> {
  const tables = sortTables(unused.tables)
  let total = 0
  for (const table of tables.moved) total += await source.count(table)
  const compareAll = () => {
    progress.phase('Comparing', 2 * total)
    return compare(source, target, [...tables.moved, ...tables.counters], progress)
  }
  if (await hasSameCounts(source, target, tables.moved)) {
    const results = await compareAll()
    if (results.every((result) => result.isSame)) {
      await target.commit()
      return { isSame: true, hadAll: true, results }
    }
  }
  await refuseFilled(target, tables.moved, unused)
  progress.phase('Checking', total)
  await refuseFaults(source, target, tables.moved, progress)
  progress.phase('Copying', total)
  await target.prepare()
  // A server may have used it in the meantime.
  await refuseFilled(target, tables.moved, unused)
  for (const table of tables.moved.toReversed()) {
    if ((await target.count(table)) > 0) await target.clear(table)
  }
  for (const table of tables.moved) {
    for await (const piece of source.rows(table)) {
      await target.write(table, piece)
      progress.rows(table.name, piece.length)
    }
  }
  await target.continueNumbers(await source.lastNumbers())
  await target.finish()
  const results = await compareAll()
  const isSame = results.every((result) => result.isSame)
  if (isSame) await target.commit()
  return { isSame, hadAll: false, results }
}

async function hasSameCounts(
  source: Source,
  target: Target,
  tables: readonly Table[],
): Promise<boolean> {
  for (const table of tables) {
    if ((await source.count(table)) !== (await target.count(table))) return false
  }
  return true
}

async function compare(
  source: Source,
  target: Target,
  tables: readonly Table[],
  progress: Progress,
): Promise<TableResult[]> {
  const results: TableResult[] = []
  for (const table of tables) {
    const onRows = (rows: number) => progress.rows(table.name, rows)
    const before = await sumOf(table, source.rows(table), onRows)
    const after = await sumOf(table, target.rows(table), onRows)
    const isSame = before.rows === after.rows && before.sha256 === after.sha256
    results.push({ table: table.name, source: before, target: after, isSame })
  }
  return results
}

async function refuseFaults(
  source: Source,
  target: Target,
  tables: readonly Table[],
  progress: Progress,
): Promise<void> {
  const faults: Fault[] = []
  for (const table of tables) {
    if (faults.length < faultsShown) {
      faults.push(...(await source.faults(table, faultsShown - faults.length)))
    }
    progress.rows(table.name, await source.count(table))
  }
  if (faults.length === 0) return
  const lines = faults.map(
    ({ table, key, column, problem }) => `  ${table}, ${key}: ${column} ${problem}`,
  )
  const more = faults.length < faultsShown ? '' : '\nThere may be more.'
  throw new MoveError(
    `${target.engine} can’t store these values of ${source.shown}. Fix them there, then move again:\n${lines.join('\n')}${more}`,
  )
}

/** Throws a MoveError if the target has rows that a new database doesn't. */
async function refuseFilled(
  target: Target,
  tables: readonly Table[],
  unused: NewRows,
): Promise<void> {
  const filled: string[] = []
  for (const table of tables) {
    const rows = await target.count(table)
    if (rows === 0) continue
    const isNew =
      rows === (await unused.count(table)) &&
      (await sumOf(table, target.rows(table))).sha256 ===
        (await sumOf(table, unused.rows(table))).sha256
    if (!isNew) filled.push(`${table.name} (${rows})`)
  }
  if (filled.length === 0) return
  const more = filled.length - tablesShown
  const shown = filled.slice(0, tablesShown).join(', ') + (more > 0 ? ` and ${more} more` : '')
  throw new MoveError(
    `The target ${target.shown} is not empty. It has rows in ${shown}.\nNothing in it was changed. Name an empty database.`,
  )
}
