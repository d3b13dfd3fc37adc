import { setImmediate as turn } from 'node:timers/promises'
import { enqueueEvent } from '#app/models/analytics/writer.server.ts'
import { db } from '#db/client.ts'
import { createRandom, visitorEvent } from './visitor-events.ts'

/**
 * A process that counts events as fast as it can, over two days, until somebody kills it; other
 * transactions come in between. Run with DATA_DIR; says `writing` once a first batch is on record.
 */
const random = createRandom(Number(process.argv[2]))
for (let round = 0; ; round += 1) {
  const now = Date.now()
  for (let index = 0; index < 400; index += 1) {
    enqueueEvent(visitorEvent(now - random.below(2) * 86_400_000, random))
  }
  await turn()
  await db.transaction().execute(async (transaction) => {
    const row = { name: 'siteName', value: '"Test"', updated_at: round }
    await transaction
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    await turn()
  })
  if (round === 3) process.stdout.write('writing\n')
}
