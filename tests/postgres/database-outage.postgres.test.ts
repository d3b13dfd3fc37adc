// @module-tag module
import '#tests/support/own-data-dir.ts'

import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { log } from '#app/observe/log.server.ts'
import { databaseOutage } from '#app/observe/outages.server.ts'
import { instances } from '#app/processes/instances.server.ts'
import { systemStatus } from '#app/system/system-status.server.ts'
import { unsavedText } from '#app/ui/admin/unavailable-texts.ts'
import { db } from '#db/engine.ts'
import { DatabaseUnavailableError, isOutOfRoom } from '#db/unavailable.ts'

const databasePart = async () => (await systemStatus()).find(({ name }) => name === 'Database')

/** Time that the test moves: of faults, and of heartbeats, of which one is due every two seconds. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
}
afterEach(() => void vi.useRealTimers())

async function refusalOf(work: Promise<unknown>): Promise<DatabaseUnavailableError> {
  const error = await work.catch((caught: unknown) => caught)
  if (!(error instanceof DatabaseUnavailableError)) throw error
  return error
}

test('a server that ends for its full disk would only look unreachable, once it is back', async () => {
  const text = 'could not write to file "pg_wal/xlogtemp.17": No space left on device'
  for (const [reason, said] of [
    ['serverFull', text],
    ['unreachable', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ] as const) {
    databaseOutage.noteFault(new DatabaseUnavailableError(reason, { cause: new Error(said) }))
  }
  const full = { state: 'Disk full', text: expect.stringContaining(text) }
  expect(await databasePart()).toMatchObject(full)
  databaseOutage.noteWorks()
  expect(await databasePart()).toMatchObject({ state: 'Works' })
})

test('a process whose heartbeat the database refuses would say that the database works, or fill the log', {
  tags: 'whole',
}, async () => {
  holdTime()
  await instances.begin('build')
  onTestFinished(() => instances.end())
  expect(await databasePart()).toMatchObject({ tone: 'good', state: 'Works' })
  onTestFinished(() => void vi.restoreAllMocks())
  const beats = vi.spyOn(databaseOutage, 'noteFault')
  const warn = vi.spyOn(log, 'warn')
  const info = vi.spyOn(log, 'info')
  await sql`revoke insert on instances from current_user`.execute(db)
  for (const count of [1, 2, 3]) {
    vi.advanceTimersByTime(2_000)
    // One more as the server refuses it, which is shown for a minute.
    await expect.poll(() => beats.mock.calls.length).toBe(2 * count)
  }
  await expect.poll(databasePart).toMatchObject({
    tone: 'bad',
    state: 'Refuses this server',
    text: expect.stringMatching(/^Since \d\d:\d\d: permission denied for table instances$/),
  })
  await sql`grant insert on instances to current_user`.execute(db)
  vi.advanceTimersByTime(60_000)
  await expect.poll(databasePart).toMatchObject({ tone: 'good', state: 'Works' })
  expect([...warn.mock.calls, ...info.mock.calls].map((said: unknown[]) => said.at(-1))).toEqual([
    'the database does not work',
    'the database works again',
  ])
})

test('a server whose disk has no room for new rows would look well, as its old ones can be changed', async () => {
  holdTime()
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100';
  end $$`.execute(db)
  await sql`create trigger refuse before insert on settings execute function refuse()`.execute(db)
  const row = { name: 'a', value: '1', updated_at: 1 }
  const error = await refusalOf(db.insertInto('settings').values(row).execute())
  await sql`drop function refuse() cascade`.execute(db)
  expect(isOutOfRoom(error)).toBe(true)
  // There are no backups to delete under Settings.
  expect(unsavedText(error.reason)).toMatch(/Make room on the database server/)
  await instances.begin('build')
  onTestFinished(() => instances.end())
  vi.advanceTimersByTime(2_000)
  expect(await databasePart()).toMatchObject({
    tone: 'bad',
    state: 'Disk full',
    text: expect.stringContaining('could not extend file: No space left on device'),
  })
  // Longer than this outage and the one of the test before.
  vi.advanceTimersByTime(120_000)
  await expect.poll(databasePart).toMatchObject({ state: 'Works' })
})

test.each([
  ['all on posts', 'current_user', 'permission denied for table posts'],
  ['usage on schema public', 'public, pg_database_owner', 'relation "posts" does not exist'],
])(
  'a role that loses %s while the site runs would make each page a 500',
  async (what, of, says) => {
    await sql.raw(`revoke ${what} from ${of}`).execute(db)
    const error = await refusalOf(db.selectFrom('posts').select('seq').execute())
    await sql.raw(`grant ${what} to ${of}`).execute(db)
    expect([error.reason, (error.cause as Error).message]).toEqual(['refused', says])
    await db.selectFrom('posts').select('seq').execute()
  },
)
