// @module-tag whole
import { expect, test } from 'vitest'
import { makeFolder, makeServerDatabase, runCommand, siteSecret } from '#tests/support/moves.ts'
import { onDatabase } from '#tests/support/postgres.ts'

const now = 'extract(epoch from clock_timestamp()) * 1000'

/** Makes a database. Returns its URL, and what runs `npm run seed` on it. */
async function startSite() {
  const url = await makeServerDatabase('migrated')
  const server = { DATABASE_URL: url, SESSION_SECRET: siteSecret, LOG_LEVEL: 'error' }
  const dataDir = makeFolder()
  return {
    url,
    seed: (...args: string[]) => runCommand(['app/cli/seed.ts', ...args], dataDir, server),
  }
}

test('no demo data is made or removed while a server runs', async () => {
  const { url, seed } = await startSite()
  await onDatabase(
    url,
    `insert into instances (id, host, version, started_at, seen_at)
      values ('a', 'machine-7', '1', 1, ${now} + 60000)`,
  )
  for (const args of [['--rows', '100'], ['--clear']]) {
    expect(seed(...args)).toEqual({
      status: 1,
      said: expect.stringMatching(
        /^Servers are running on this database: machine-7\. Nothing was changed/,
      ),
    })
  }
  expect(await onDatabase(url, 'select * from demo_data')).toEqual([])
})

test('soon after a server was killed, months are closed with all of their events', async () => {
  const { url, seed } = await startSite()
  await onDatabase(
    url,
    `insert into jobs (kind, key, payload, state, run_at, created_at, claim_token, claimed_until)
        values ('counting', 'inbox', '{"work":"inbox"}', 'running', 0, 0, 'killed', ${now} + 5000);
      insert into analytics_inbox (at, events) values (1, '[]')`,
  )
  expect(seed('--rows', '100')).toEqual({ status: 0, said: expect.stringContaining('Done: ') })
  expect(await onDatabase(url, 'select * from analytics_inbox')).toEqual([])
  const date = (day: string) => `(to_timestamp(${day} * 86400) at time zone 'UTC')::date`
  const sums = await onDatabase<{ views: string; of_days: string }>(
    url,
    `select views, (select sum(views) from analytics_days
        where dimension = 'all' and day >= month.first_day
        and ${date('day')} < ${date('month.first_day')} + interval '1 month') as of_days
      from analytics_months month where dimension = 'all'`,
  )
  expect(sums.length).toBeGreaterThan(10)
  for (const { views, of_days } of sums) expect(Number(views)).toBe(Number(of_days))
})

test('a full disk ends the seed with a text, and what it made can be removed', async () => {
  const { url, seed } = await startSite()
  const full = 'create or replace function full_disk() returns trigger language plpgsql as'
  await onDatabase(
    url,
    `${full} $$ begin raise 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on dmca_reports execute function full_disk()`,
  )
  const cut = {
    status: 1,
    said: 'The database server’s disk is full: nothing can be written.\nThat cut it short. Once it works again, start over: npm run seed -- --clear\n',
  }
  expect(seed('--rows', '100')).toEqual(cut)
  expect(seed('--clear', '--yes')).toEqual({ status: 0, said: expect.stringContaining('is gone') })
})
