// @module-tag whole
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import { selfSigned } from '#tests/fakes/tls.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { closing } from '#tests/support/closing.ts'
import { folderOnServer, onSite } from '#tests/support/folder-on-server.ts'
import { absenceOfPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { onDatabase } from '#tests/support/postgres.ts'
import { account, findPrograms, startCluster } from '#tests/support/postgres-cluster.ts'
import { openSql } from '#tests/support/sql.ts'

/** PgBouncer in transaction mode with TLS on both sides, as hosts have it. */
const bin = findPrograms()
const secret = 'a secret that all processes of a test share'
const email = 'op@site.example'

/** Files for PostgreSQL, which wants to own its key, and for Cleanclip. */
function certificate() {
  const pair = selfSigned()
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
  writeFileSync(cert, pair.cert)
  writeFileSync(key, pair.key, { mode: 0o600 })
  for (const file of [folder, cert, key]) {
    if (account !== null) chownSync(file, account.uid, account.gid)
  }
  return { ...pair, files: { cert, key } }
}

async function startServerWithTls() {
  const server = await startCluster(bin ?? '')
  onTestFinished(() => server.remove())
  const { files, ...tls } = certificate()
  for (const statement of [
    `alter system set ssl_cert_file = '${files.cert}'`,
    `alter system set ssl_key_file = '${files.key}'`,
    'alter system set ssl = on',
    'select pg_reload_conf()',
  ]) {
    await onDatabase(server.adminUrl, statement)
  }
  await expect.poll(() => onDatabase(server.adminUrl, 'show ssl')).toEqual([{ ssl: 'on' }])
  return { server, tls, file: files.cert }
}

// A server that TEST_POSTGRES names has its own certificate, or none.
test.skipIf(bin === null || absenceOfPgBouncer() !== null)(
  'behind PgBouncer with TLS on both sides, a site would not start, or its statements would have no limit',
  async () => {
    const { server, tls, file } = await startServerWithTls()
    const folder = await folderOnServer(server.url)
    const direct = onSite(server.url)
    const pooler = closing(await startPgBouncer(direct, { mode: 'transaction', pool: 3, tls }))
    const url = `${pooler.url}?sslmode=verify-full&sslrootcert=${file}`

    const refusal = (address: string) =>
      openDatabase(address, [secret]).then(
        () => null,
        (error: Error) => error.message,
      )
    expect(await refusal(pooler.url)).toContain('SSL required')
    expect(await refusal(`${pooler.url}?sslmode=verify-full`)).toContain('add sslrootcert=FILE')

    const rows = closing(openSql(folder))
    await addUser(rows, { email })
    const app = await startApp({ DATABASE_URL: url }, folder)
    onTestFinished(async () => void (await app.stop('SIGKILL')))
    expect((await fetch(app.origin)).status).toBe(200)
    const operator = createBrowser(app)
    expect((await operator.signIn(email)).status).toBe(302)
    expect((await operator.get('/admin/system')).status).toBe(200)

    const { db } = await openDatabase(url, [secret])
    onTestFinished(() => db.destroy())
    const own = sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    expect((await own.execute(db)).rows).toEqual([{ ssl: true }])
    const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep'"
    const asleep = async () => (await onDatabase(direct, sleeping)).length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const late = sql`select pg_sleep(600)`.execute(db).catch((error: unknown) => error)
    await expect.poll(asleep).toBe(1)
    vi.advanceTimersByTime(10_000)
    expect(await late).toMatchObject({ reason: 'slow', cause: { code: '57014' } })
    expect(await asleep()).toBe(0)
    expect((await own.execute(db)).rows).toEqual([{ ssl: true }])
  },
)
