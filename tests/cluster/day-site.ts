import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import { expectAgreement } from '#tests/analytics/agreement.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import type { Browser } from '#tests/support/accounts.ts'
import { expectInForce, expectMailed, expectStored, openBooks } from '#tests/support/books.ts'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { folderOnServer, onSite } from '#tests/support/folder-on-server.ts'
import { mailSettings } from '#tests/support/mail.ts'
import type { Cluster } from '#tests/support/postgres-cluster.ts'
import { databaseEnv } from '#tests/support/sql.ts'
import { createPeople } from './day-load.ts'

/** Starts a site on a server, with an operator, and people who keep books of what it acknowledges. */
export async function startSite(url: string, env: Record<string, string> = {}) {
  const dataDir = await folderOnServer(url)
  const mails = await startMailServer({ startTls: 'none' })
  onTestFinished(() => mails.close())
  const cluster = closing(await startCluster({ dataDir, env, settings: mailSettings(mails) }))
  const { SESSION_SECRET = '' } = await databaseEnv(dataDir)
  process.env.SESSION_SECRET = SESSION_SECRET
  const { stampForm } = await import('#app/http/form-stamp.server.ts')
  const operator = await cluster.operator(cluster)
  const books = openBooks()
  const people = createPeople({ origin: cluster.origin, books, mails, operator, stampForm })
  await people.begin()
  return {
    cluster,
    operator,
    people,
    /** Expects a server to hold all that was acknowledged, once, and all processes to run. */
    async expectNothingLost(
      server: Pick<Cluster, 'url' | 'adminUrl'>,
      processes = cluster.processes.slice(),
    ): Promise<void> {
      expect(people.faults).toEqual([])
      const stored = onSite(server.adminUrl)
      await expectMailed(books, stored, mails.received)
      await expectStored(books, stored)
      await expectInForce(books, processes)
      const { db } = await openDatabase(onSite(server.url), [SESSION_SECRET])
      onTestFinished(() => db.destroy())
      await expectAgreement(db)
      for (const { process: child } of processes) {
        expect([child.exitCode, child.signalCode]).toEqual([null, null])
      }
    },
  }
}

/** Returns the state of the database that System shows, or the page's status if it isn't 200. */
export async function databaseState({ get }: Browser): Promise<string | number | undefined> {
  const page = await get('/admin/system')
  if (page.status !== 200) return page.status
  return /Database<\/span><span[^>]*>([^<]*)</.exec(await page.text())?.[1]
}
