// @module-tag whole
import { onTestFinished, test } from 'vitest'
import { closing } from '#tests/support/closing.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { fence, streaming } from '#tests/support/failover.ts'
import { onSite } from '#tests/support/folder-on-server.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import {
  findPrograms,
  replicaOf,
  startCluster as startServer,
} from '#tests/support/postgres-cluster.ts'
import { startSite } from './day-site.ts'

/** Of 31 acts each: some 1,500, a small site’s day. */
const rounds = Number(process.env.CLUSTER_ROUNDS ?? 48)
const pool = 4

const bin = findPrograms()

test.skipIf(bin === null || absenceOfPgBouncer() !== null)(
  'R46, R47: a day behind a pooler with two failovers would lose or double what was acknowledged',
  async () => {
    const first = await startServer(bin ?? '', { replicated: true })
    onTestFinished(() => first.remove())
    const between = await databaseBetween(first.url)
    const pooler = closing(await startPgBouncer(onSite(between.url), { mode: 'transaction', pool }))
    const { people, expectNothingLost } = await startSite(between.url, {
      DATABASE_URL: pooler.url,
    })

    const second = await replicaOf(bin ?? '', first)
    onTestFinished(() => second.remove())
    /** The former primary stays, with all connections to it. */
    async function moveToSecond(): Promise<void> {
      await fence(first, second)
      await second.promote()
      between.next(second.url)
    }
    let last = second
    /** The former primary ends. */
    async function moveToThird(): Promise<void> {
      last = await replicaOf(bin ?? '', second)
      onTestFinished(() => last.remove())
      await streaming(second)
      await second.stop()
      await last.promote()
      between.next(last.url)
    }

    for (let n = 1; n <= rounds; n += 1) {
      await Promise.all([
        people.round(),
        people.rename(`Site ${n}`),
        n === Math.floor(rounds / 3) && moveToSecond(),
        n === Math.floor((2 * rounds) / 3) && moveToThird(),
      ])
    }

    await expectNothingLost(last)
  },
  240_000 + rounds * 20_000,
)
