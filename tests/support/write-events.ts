import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { createCounting } from '#app/analytics/counting.server.ts'
import { createRandom } from '#db/seed/random.ts'
import { eventsDatabase, openEventConnection } from '#db/sqlite/event-connection.ts'
import { visitorEvent } from './visitor-events.ts'

/**
 * A process that counts events as fast as it can, over two days, until someone kills it:
 * `node write-events.ts DATABASE SEED`. Days are those of New York. Begins when it is told to, and says
 * when a batch is on record.
 */
const counting = createCounting(
  eventsDatabase(openEventConnection(process.argv[2] ?? '')),
  () => 'America/New_York',
)
const random = createRandom(Number(process.argv[3]))
// Who is killed cannot write it at the end.
flushCompileCache()
await once(process.stdin, 'data')
process.stdin.unref()
let idle = true
for (;;) {
  const now = Date.now()
  const batch = Array.from({ length: 50 }, () =>
    visitorEvent(now - random.below(2) * 86_400_000, random, { posts: 100, visitors: 500 }),
  )
  await counting.write(batch)
  if (idle) {
    idle = false
    void counting.catchUp().finally(() => {
      idle = true
    })
  }
  await turn()
  process.stdout.write('.')
}
