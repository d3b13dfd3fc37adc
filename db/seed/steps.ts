import type { Kysely } from 'kysely'
import { continueNumbers, transact } from '../engine.ts'
import type { Database } from '../schema.ts'

const rowsAtOnce = 200
const rowsPerTransaction = 20_000

/** Makes rows by their number and inserts them, many in each transaction. */
export async function insertRows<Row>(
  count: number,
  make: (n: number) => Row | Row[],
  insert: (trx: Kysely<Database>, rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let n = 0; n < count; ) {
    const end = Math.min(count, n + rowsPerTransaction)
    await transact(async (trx) => {
      let rows: Row[] = []
      for (; n < end; n += 1) {
        const made = make(n)
        rows = rows.concat(made)
        if (rows.length < rowsAtOnce) continue
        await insert(trx, rows)
        rows = []
      }
      if (rows.length > 0) await insert(trx, rows)
      await continueNumbers(trx)
    })
  }
}
