// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import { expectAgreement } from '#tests/analytics/agreement.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { expectInForce, expectMailed, expectStored, openBooks } from '#tests/support/books.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { databaseBetween } from '#tests/support/database-between.ts'
import { fence, streaming } from '#tests/support/failover.ts'
import { folderOnServer, onSite } from '#tests/support/folder-on-server.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import {
  findPrograms,
  replicaOf,
  startCluster as startServer,
} from '#tests/support/postgres-cluster.ts'
import { databaseEnv } from '#tests/support/sql.ts'
import { createPeople } from './day-load.ts'

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
    const dataDir = await folderOnServer(between.url)
    const pooler = closing(await startPgBouncer(onSite(between.url), { mode: 'transaction', pool }))
    const mails = await startMailServer({ startTls: 'none' })
    onTestFinished(() => mails.close())
    const cluster = closing(
      await startCluster({
        dataDir,
        env: { DATABASE_URL: pooler.url },
        settings: {
          smtpHost: '127.0.0.1',
          smtpPort: mails.port,
          smtpEncryption: 'None',
          mailFrom: 'site@site.example',
          mailNotifications: false,
        },
      }),
    )
    const { SESSION_SECRET = '' } = await databaseEnv(dataDir)
    process.env.SESSION_SECRET = SESSION_SECRET
    const { stampForm } = await import('#app/http/form-stamp.server.ts')
    const operator = await cluster.operator(cluster)
    const books = openBooks()
    const people = createPeople({ origin: cluster.origin, books, mails, operator, stampForm })

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

    expect(people.faults).toEqual([])
    const url = onSite(last.adminUrl)
    await expectMailed(books, url, mails.received)
    await expectStored(books, url)
    await expectInForce(books, cluster.processes)
    const { db } = await openDatabase(onSite(last.url), [SESSION_SECRET])
    onTestFinished(() => db.destroy())
    await expectAgreement(db)
    for (const { process: child } of cluster.processes) {
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
    }
  },
  240_000 + rounds * 20_000,
)
