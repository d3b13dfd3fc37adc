// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#db/migrations/index.ts'

/** The lists of the app: their table, and the columns they can be sorted by. */
const lists = globSync('app/**/*.server.ts').flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  if (!/ = createStatusList</.test(source)) return []
  const columns = /const sortColumns = \{([^}]+)\}/.exec(source)?.[1] ?? ''
  const facets = /\bfacets: \{([^}]+)\}/.exec(source)?.[1] ?? ''
  return [
    {
      file,
      table: /table: '(\w+)'/.exec(source)?.[1] ?? '',
      columns: [...columns.matchAll(/: '(\w+)'/g)].map(([, column = '']) => column),
      facets: [...facets.matchAll(/(\w+): \[/g)].map(([, facet = '']) => facet),
    },
  ]
})

test('every order of a list has an index, so that no page reads the whole table', async () => {
  const sqlite = new SQLite(':memory:')
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  const planOf = (table: string, column: string) => {
    const order = column === 'status' ? 'seq' : `${column}, seq`
    const query = `select seq, search_text from ${table} where status = 'x' order by ${order}`
    const steps = sqlite.prepare(`explain query plan ${query} limit 25`).all()
    return (steps as { detail: string }[]).map(({ detail }) => detail).join('; ')
  }
  expect(lists.map(({ table }) => table).sort()).toEqual([
    'backlinks',
    'dmca_report_list',
    'posts',
    'users',
  ])
  for (const { file, table, columns } of lists) {
    expect(columns.length, file).toBeGreaterThan(2)
    for (const column of columns) {
      const plan = planOf(table, column)
      expect(plan, `${file}: ${column}`).toMatch(
        /^SEARCH \w+ USING COVERING INDEX \w+ \(status=\?\)$/,
      )
    }
  }
  // The rows of a rare value are found by the index of the value's order.
  expect(lists.flatMap(({ facets }) => facets)).toEqual(['role'])
  for (const { table, facets } of lists) {
    for (const facet of facets) {
      const query = `select joined_at, seq from ${table} where status in ('x', 'y') and ${facet} = 'z'
        and search_text like '%q%' escape '\\'`
      const steps = sqlite.prepare(`explain query plan ${query}`).all()
      expect((steps as { detail: string }[]).map(({ detail }) => detail).join('; ')).toMatch(
        new RegExp(
          `^SEARCH \\w+ USING INDEX ${table}_by_${facet} \\(status=\\? AND ${facet}=\\?\\)$`,
        ),
      )
    }
  }
  await db.destroy()
})
