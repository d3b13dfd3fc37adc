// @module-tag whole
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { moveToFile, moveToServer } from '#db/move/index.ts'
import { openDatabase as openServer } from '#db/postgres/open.ts'
import { openDatabase as openFile } from '#db/sqlite/open.ts'
import { changeFile, contentOf, makeFolder, makeServerDatabase } from '#tests/support/moves.ts'
import { onDatabase } from '#tests/support/postgres.ts'
import {
  makeVersion2File,
  makeVersion2Server,
  readUpdatedServer,
  updated,
} from '#tests/support/version-2.ts'
import { schemaOfServer } from '#tests/support/whole-schema.ts'

const secrets: [string] = ['s'.repeat(32)]
const silent = { phase: () => {}, rows: () => {} }

async function open(url: string): Promise<void> {
  await (await openServer(url, secrets)).db.destroy()
}

test('R23: a PostgreSQL database of version 2 would lose rows by the update, or who was notified', async () => {
  const url = await makeServerDatabase()
  await makeVersion2Server(url)
  await open(url)
  expect(await readUpdatedServer(url)).toEqual(updated)
})

test('R35: a PostgreSQL database would be updated beside processes of version 2, which work on', async () => {
  const url = await makeServerDatabase()
  await makeVersion2Server(url)
  await onDatabase(
    url,
    `insert into instances (id, host, version, started_at, seen_at)
      select 'old', 'old:3000, PID 7', '2', 0, extract(epoch from now()) * 1000 + 600000;
    insert into leases (name, holder, token, until) values ('background', 'old', 5, 9007199254740991)`,
  )
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => {
    void onDatabase(url, 'delete from instances')
    return true
  })
  await open(url)
  expect(said.mock.calls.map(([text]) => text)).toEqual([
    'Waiting until all processes of version 2 are stopped: old:3000, PID 7\n',
  ])
  said.mockRestore()
  // The old process can't take up its work: there is nothing to hold.
  expect(await onDatabase(url, "select to_regclass('leases') as lease")).toEqual([{ lease: null }])
})

test('R23: a PostgreSQL database taken over from version 2 would have another schema than a new one', async () => {
  const [fresh, taken] = [await makeServerDatabase(), await makeServerDatabase()]
  await makeVersion2Server(taken)
  for (const url of [fresh, taken]) await open(url)
  expect(await schemaOfServer(taken)).toEqual(await schemaOfServer(fresh))
})

test('R23: a PostgreSQL database from before version 2 would be changed', async () => {
  const url = await makeServerDatabase()
  await makeVersion2Server(url)
  await onDatabase(url, "delete from kysely_migration where name = '0029-processes'")
  const before = await schemaOfServer(url)
  await expect(open(url)).rejects.toThrow(/Start version 2\.0 on it first.*\nNothing in it/)
  expect(await schemaOfServer(url)).toEqual(before)
})

test('a move would lose a pause or an import, or take claims of other processes along', async () => {
  const file = path.join(makeFolder(), 'site.db')
  makeVersion2File(file)
  await (await openFile(file)).destroy()
  // As large as an import can be, with what arrays of PostgreSQL escape.
  const most = `replace(hex(zeroblob(5000000)), '00', '\\"')`
  changeFile(
    file,
    `insert into backlink_imports values ('olga', ${most}, 5);
    update source_states set paused_until = 9007199254740991, pause_ms = 60000, pause_cause = 'refused'`,
  )
  const { sqlite_sequence: _, ...before } = contentOf(file)
  const claims = "insert into lookup_claims values ('post', 'token', 9007199254740991, 1, null)"
  changeFile(file, claims)

  const url = await makeServerDatabase()
  const salts = new Map<number, Buffer>()
  expect((await moveToServer({ file, url, secrets, salts }, silent)).isSame).toBe(true)
  expect(await onDatabase(url, 'select from lookup_claims')).toEqual([])
  await onDatabase(url, claims)
  const back = path.join(path.dirname(file), 'back.db')
  expect((await moveToFile({ url, file: back, secrets }, silent)).isSame).toBe(true)
  const { sqlite_sequence: __, ...after } = contentOf(back)
  expect(after).toEqual(before)
})
