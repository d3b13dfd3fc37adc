// @module-tag module
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase as openPostgres } from '#db/postgres/open.ts'
import { openDatabase } from '#db/sqlite/open.ts'
import { dropDatabase, makeDatabase } from '#tests/support/postgres.ts'
import { postgresFacts, sqliteFacts } from '#tests/support/schema-facts.ts'

const searched = ['backlinks', 'dmca_reports', 'posts', 'users']

test('both engines have one schema, apart from what is listed here', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-schema-'))
  const url = await makeDatabase('empty')
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await dropDatabase(url)
  })
  const file = path.join(folder, 'schema.db')
  await (await openDatabase(file)).destroy()
  await (await openPostgres(url, ['s'.repeat(32)])).db.destroy()

  const sqlite = sqliteFacts(file)
  const postgres = await postgresFacts(url)

  // What servers share is in memory or in files otherwise.
  for (const table of ['rate_limits', 'secret_fingerprint', 'upstream_gate', 'visitor_salts']) {
    expect(sqlite[table]).toBeUndefined()
    expect(postgres[table]).toBeDefined()
    delete postgres[table]
  }
  // Texts are found by an index of their own kind.
  for (const table of Object.keys(sqlite)) {
    if (searched.some((name) => table.startsWith(`${name}_search`))) delete sqlite[table]
  }
  for (const table of searched) {
    expect(postgres[table]?.indexes[`${table}_search`]).toBe('search_text')
    delete postgres[table]?.indexes[`${table}_search`]
  }
  // Rows of its indexes hold 2,700 bytes at the most, and titles can be longer.
  for (const { indexes } of Object.values(sqlite)) {
    for (const [name, text] of Object.entries(indexes)) {
      indexes[name] = text.replace(/, search_text$/, '')
    }
  }
  // Without `autoincrement` SQLite numbers an integer key by itself, too.
  for (const table of ['analytics_events', 'analytics_zones']) {
    const columns = sqlite[table]?.columns
    if (columns !== undefined) columns.id += ', numbered'
  }

  expect(Object.keys(postgres).sort()).toEqual(Object.keys(sqlite).sort())
  for (const [table, facts] of Object.entries(sqlite)) {
    expect.soft({ table, ...postgres[table] }).toEqual({ table, ...facts })
  }
})
