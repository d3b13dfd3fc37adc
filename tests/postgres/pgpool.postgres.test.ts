// @module-tag whole
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { folderOnServer, onSite } from '#tests/support/folder-on-server.ts'
import { absenceOfPgpool, type PgpoolOptions, startPgpool } from '#tests/support/pgpool.ts'
import { onDatabase } from '#tests/support/postgres.ts'
import { findPrograms, replicaOf, startCluster } from '#tests/support/postgres-cluster.ts'
import { openSql } from '#tests/support/sql.ts'

const bin = findPrograms()
const secret = 'a secret that all processes of a test share'
const email = 'op@site.example'
const starts = 4
const connections = 6

/** A site's database on a server with a standby that is two seconds late. */
async function startServers() {
  const primary = await startCluster(bin ?? '', { replicated: true })
  onTestFinished(() => primary.remove())
  const folder = await folderOnServer(primary.url)
  const replica = await replicaOf(bin ?? '', primary)
  onTestFinished(() => replica.remove())
  await onDatabase(replica.adminUrl, "alter system set recovery_min_apply_delay = '2s'")
  await onDatabase(replica.adminUrl, 'select pg_reload_conf()')
  const pooled = async (options?: PgpoolOptions) =>
    onSite(closing(await startPgpool(primary, replica, options)).url)
  return { folder, pooled }
}

/** Starts on a database, and writes over several connections at once. */
async function start(url: string, run: string): Promise<string> {
  const opened = await openDatabase(url, [secret]).catch((error: Error) => error)
  if (opened instanceof Error) return opened.message
  const { db } = opened
  try {
    const written = Array.from({ length: connections }, (_, n) =>
      db.connection().execute(async (connection) => {
        const name = `${run} ${n}`
        await connection
          .insertInto('settings')
          .values({ name, value: '1', updated_at: 1 })
          .execute()
        const found = connection.selectFrom('settings').select('name').where('name', '=', name)
        return (await found.execute()).length
      }),
    )
    const lost = (await Promise.all(written)).filter((found) => found !== 1)
    return lost.length === 0 ? 'works' : `${lost.length} of ${connections} lost`
  } finally {
    await db.destroy()
  }
}

// A server that TEST_POSTGRES names has no standby of ours.
describe.skipIf(bin === null || absenceOfPgpool() !== null)('behind Pgpool-II', () => {
  test('sign-ins and settings would be read from a standby, and lost without a word', async () => {
    const { pooled } = await startServers()
    const refusal = expect.stringContaining('Pgpool-II: load_balance_mode = off')
    const balanced: PgpoolOptions[] = [{}, { eachStatement: true, weights: [1, 1] }]
    for (const options of balanced) {
      const url = await pooled(options)
      for (let n = 0; n < starts; n += 1) expect(await start(url, '')).toEqual(refusal)
    }
    // Half of the sessions read from the primary.
    const url = await pooled({ weights: [1, 1] })
    const said: string[] = []
    while (!said.includes('works') || said.length < starts) {
      const outcome = await start(url, `start ${said.length}`)
      expect(outcome).toMatch(/^works$|Pgpool-II: load_balance_mode = off/)
      said.push(outcome)
    }
  })

  test('without load balancing, a site would not start, or no one could sign in', async () => {
    const { folder, pooled } = await startServers()
    const db = closing(openSql(folder))
    await addUser(db, { email })
    const app = await startApp({ DATABASE_URL: await pooled({ balances: false }) }, folder)
    onTestFinished(async () => void (await app.stop('SIGKILL')))
    for (let n = 0; n < starts; n += 1) {
      const operator = createBrowser(app)
      expect((await operator.signIn(email)).status).toBe(302)
      expect((await operator.get('/admin')).status).toBe(200)
    }
  })
})
