// @module-tag module
import '#tests/support/own-data-dir.ts'

import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { activeAdmins, countUsableAdmins } from '#app/accounts/user.server.ts'
import { db } from '#db/engine.ts'
import { hearSent } from '#tests/support/session-sql.ts'

beforeAll(async () => {
  await sql`insert into users
      (id, email, name, name_key, search_text, password_hash, role, status, joined_at)
    select 'user ' || n, n || '@users.example', 'Name', 'name', 'name ' || n, 'a hash',
      case when n % 1000 = 0 then 'admin' else 'user' end, 'active', n
    from generate_series(1, 5000) as n`.execute(db)
  await sql`analyze users`.execute(db)
})
afterAll(() => db.destroy())

test.each([
  ['whom alerts go to', async () => (await activeAdmins()).length],
  ['whether someone can still sign in', () => countUsableAdmins()],
])(
  'a site with many users would read all of them to see %s, with their hashes',
  async (_, find) => {
    const sent: CompiledQuery[] = []
    const end = hearSent((text, values) => {
      if (`${text}`.includes('"users"'))
        sent.push(CompiledQuery.raw(`explain ${text}`, values as unknown[]))
    })
    onTestFinished(end)
    expect(await find()).toBe(5)
    end()
    expect(sent).toHaveLength(1)
    const plans = await Promise.all(sent.map((query) => db.executeQuery(query)))
    const plan = JSON.stringify(plans.map(({ rows }) => rows))
    expect(plan).toMatch(/users_by_role/)
    expect(plan).not.toMatch(/Seq Scan/)
    expect(sent.map(({ sql }) => sql.split(' from ', 1)[0]).join()).not.toMatch(
      /hash|"users"\.\*|select \*/,
    )
  },
)
