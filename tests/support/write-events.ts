import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { createCounting } from '#app/analytics/counting.server.ts'
import { createRandom } from '#db/seed/random.ts'
import { eventsDatabase, openEventConnection } from '#db/sqlite/event-connection.ts'
import { visitorEvent } from './visitor-events.ts'

/**
 * Counts events as fast as possible, over two days in New York's zone, until killed: `node
 * write-events.ts DATABASE SEED`. Starts on input, and prints each recorded batch.
 */
const counting = createCounting(
  eventsDatabase(openEventConnection(process.argv[2] ?? '')),
  () => 'America/New_York',
)
const random = createRandom(Number(process.argv[3]))
// A killed process can't write it at the end.
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
