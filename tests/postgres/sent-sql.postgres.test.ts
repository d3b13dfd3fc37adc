// @module-tag module
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import { makeFolder, makeServerDatabase, runCommand, siteSecret } from '#tests/support/moves.ts'
import { faultsOf, hearSent, type Sent, takeFaults } from '#tests/support/session-sql.ts'
import { makeVersion2Server } from '#tests/support/version-2.ts'

/** Every test on PostgreSQL walks what the app sends in it: see `tests/support/walked-sql.ts`. */

test.each<Sent>([
  ...['set statement_timeout = 0', 'SET lock_timeout = 1', 'set session role x', 'reset all'],
  ...['select 1; set lock_timeout = 1', 'discard all', `select set_config('jit', 'off', false)`],
  ...['select set_config($1, $2, $3)', 'listen x', 'notify x', `select pg_notify('a', 'b')`],
  ...['create temporary table x (y int)', 'create temp view x as select 1', 'drop table pg_temp.x'],
  ...['select pg_advisory_lock(1)', 'select pg_try_advisory_lock_shared(1)'],
  ...['select pg_advisory_unlock_all()', 'prepare x as select 1', 'deallocate all'],
  ...['declare x cursor with hold for select 1', `select currval('x')`],
  { text: 'select 1', name: 'x' },
])('the walk finds what needs a session: %j', (sent) => {
  expect(faultsOf(sent)).not.toEqual([])
})

test.each([
  'update x set y = 1',
  'set local lock_timeout = 1; set transaction read only',
  `select set_config('a', 'off', true), set_config(name, case name when 'b' then '0' end, true)`,
  'select pg_advisory_xact_lock(1), pg_try_advisory_xact_lock(2)',
  'declare x no scroll cursor for select 1',
])('the walk takes what ends with its transaction: %s', (sent) => {
  expect(faultsOf(sent)).toEqual([])
})

test('what this process or one that it starts sends would not be walked', {
  tags: 'whole',
}, async () => {
  const url = await makeServerDatabase('migrated')
  const { db } = await openDatabase(url, [siteSecret])
  onTestFinished(() => db.destroy())
  await sql`set jit = off`.execute(db)
  expect(takeFaults()).toBe('a setting: "set jit = off"\n')
  const listening = `
    const { openDatabase } = await import('./db/postgres/open.ts')
    const { db, pool } = await openDatabase(process.env.DATABASE_URL, ['${siteSecret}'])
    await pool.query('listen posts')
    await db.destroy()`
  const script = ['--input-type=module', '-e', listening]
  const env = { DATABASE_URL: url, SESSION_SECRET: siteSecret }
  expect(runCommand(script, makeFolder(), env)).toEqual({ status: 0, said: '' })
  expect(takeFaults()).toBe('a channel: "listen posts"\n')
})

test('a start would leave a lock or a setting to a pooler, or wait for its own', async () => {
  const empty = await makeServerDatabase('empty')
  const version2 = await makeServerDatabase('empty')
  await makeVersion2Server(version2)
  const sent: Sent[] = []
  onTestFinished(hearSent((one) => sent.push(one)))
  // The second start finds all as the first has left it.
  for (const url of [empty, empty, version2]) {
    await (await openDatabase(url, [siteSecret])).db.destroy()
  }
  expect(sent.flatMap(faultsOf)).toEqual([])
  expect(sent.length).toBeGreaterThan(100)
})
