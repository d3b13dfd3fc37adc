// @module-tag module
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkFile } from '#db/sqlite/check-file.ts'
import { openDatabase } from '#db/sqlite/open.ts'
import { readColumn } from '#tests/support/database-files.ts'
import { changeFile, contentOf, makeFolder } from '#tests/support/moves.ts'
import { makeVersion2File, readUpdatedFile, updated } from '#tests/support/version-2.ts'
import { schemaOfFile } from '#tests/support/whole-schema.ts'

function version2File(): string {
  const file = path.join(makeFolder(), 'site.db')
  makeVersion2File(file)
  return file
}

const open = async (file: string) => (await openDatabase(file)).destroy()

test('R23: a file of version 2 would lose rows by the update, or who was notified', async () => {
  const file = version2File()
  await open(file)
  expect(await readUpdatedFile(file)).toEqual(updated)
})

test('R23: a file taken over from version 2 would have another schema than a new one, or count as a stranger’s', async () => {
  const taken = version2File()
  await open(taken)
  const fresh = path.join(path.dirname(taken), 'fresh.db')
  await open(fresh)
  expect(schemaOfFile(taken)).toEqual(schemaOfFile(fresh))
  expect(await checkFile(taken)).toEqual(await checkFile(fresh))
})

test('R23: an update that fails would leave a file of version 2 half changed, or no copy of it', async () => {
  const file = version2File()
  // In the way of a later migration, when others have run.
  changeFile(file, 'create table save_progress (id text)')
  const before = { schema: schemaOfFile(file), content: contentOf(file) }
  const backups = path.join(path.dirname(file), 'backups')
  await expect(openDatabase(file, { backups })).rejects.toThrow(
    /couldn’t be updated \(0036-save-progress\), and is unchanged/,
  )
  expect({ schema: schemaOfFile(file), content: contentOf(file) }).toEqual(before)
  const [copy = ''] = readdirSync(backups)
  expect(contentOf(path.join(backups, copy))).toEqual(before.content)
})

test('R23: a file from before version 2 would be changed, or refused without a way on', async () => {
  const file = version2File()
  changeFile(file, "delete from kysely_migration where name > '0020'")
  const all = () => ({
    schema: schemaOfFile(file),
    content: contentOf(file),
    record: readColumn(file, 'select name from kysely_migration'),
  })
  const before = all()
  await expect(open(file)).rejects.toThrow(/Start version 2\.0 on it first.*\nNothing was changed/)
  await expect(checkFile(file)).rejects.toThrow(/Start version 2\.0 on it first/)
  expect(all()).toEqual(before)
})
