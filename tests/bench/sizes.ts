import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Transaction } from 'kysely'
import type { Database } from '#db/schema.ts'
import { median, type Row, row } from './table.ts'

/**
 * One part's rows at growing sizes of one database. Each size is measured in a process of its own,
 * since a process opens a database once: the part's file is started with the size and DATA_DIR, and
 * has to end with `printRows`.
 */
export function rowsAtSizes(file: string, what: string, sizes: readonly number[]): Row[] {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-bench-'))
  try {
    return sizes.flatMap((size) => {
      const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(file), String(size)], {
        env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      if (status !== 0) throw new Error(`The bench of ${size} ${what} failed`)
      return JSON.parse(String(stdout)) as Row[]
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Prints the rows as JSON where the file is the program that `rowsAtSizes` has started. */
export async function printRows(
  file: string,
  measure: (size: number) => Promise<Row[]>,
): Promise<void> {
  if (process.argv[1] !== fileURLToPath(file) || !existsSync(process.env.DATA_DIR ?? '')) return
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))))
}

const insertedAtOnce = 200

/** Adds what a table lacks to have so many rows; `insert` is given the numbers of some, from 0 on. */
export async function fillUp(
  table: 'users' | 'posts' | 'dmca_reports' | 'backlinks',
  size: number,
  insert: (trx: Transaction<Database>, numbers: number[]) => Promise<unknown>,
): Promise<void> {
  const { db } = await import('#db/engine.ts')
  const present = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  for (let n = present.n; n < size; ) {
    await db.transaction().execute(async (trx) => {
      for (const end = Math.min(size, n + 20_000); n < end; ) {
        const first = n
        n = Math.min(end, n + insertedAtOnce)
        await insert(
          trx,
          Array.from({ length: n - first }, (_, index) => first + index),
        )
      }
    })
  }
}

/** How long the first nine pages of a list take. */
export async function firstPages(
  what: string,
  read: (cursor: string | null) => Promise<{ next: string | null }>,
): Promise<Row[]> {
  let cursor: string | null = null
  const times: number[] = []
  // The first call counts too: it is the one that has to take samples.
  for (let page = 0; page < 9; page += 1) {
    const start = performance.now()
    const { next } = await read(cursor)
    times.push(performance.now() - start)
    cursor = next
  }
  return [
    row(`${what}, median of 9 pages`, median(times), 'ms'),
    row(`${what}, worst`, Math.max(...times), 'ms'),
  ]
}
