// @module-tag module
import '#tests/support/own-data-dir.ts'

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db, eventsDb } from '#db/engine.ts'
import { reads } from '#db/reads.ts'

describe('statements that every engine takes', () => {
  test('an empty list matches no row and excludes none', async () => {
    await db.insertInto('settings').values({ name: 'a', value: '1', updated_at: 1 }).execute()
    for (const connection of [db, eventsDb, reads]) {
      const settings = connection.selectFrom('settings').select('name')
      expect(await settings.where('name', 'in', []).execute()).toEqual([])
      expect(await settings.where('name', 'not in', []).execute()).toEqual([{ name: 'a' }])
    }
    const rename = db.updateTable('settings').set({ name: 'b' }).returning('name')
    expect(await rename.where('name', 'in', []).execute()).toEqual([])
    expect(await rename.where('name', 'not in', []).execute()).toEqual([{ name: 'b' }])
    const remove = db.deleteFrom('settings').returning('name')
    expect(await remove.where('name', 'in', []).execute()).toEqual([])
    expect(await remove.where('name', 'not in', []).execute()).toEqual([{ name: 'b' }])
  })
})

describe('figures of a page that are read together', () => {
  test('come with the types and the order that they have alone', async () => {
    const figures = (connection: typeof reads) =>
      Promise.all([
        sql`select 9007199254740991 as large, 1.5 as share, null as none, 'ä"\\' as text`.execute(
          connection,
        ),
        sql`select n from (select 2 as n union all select 1 union all select 3) as found
          order by n desc limit ${2}`.execute(connection),
        connection.selectFrom('users').select('id').where('id', 'in', []).execute(),
        connection
          .selectFrom('users')
          .select((eb) => [eb.fn.countAll().as('n'), eb.fn.max('joined_at').as('last')])
          .executeTakeFirst(),
      ])
    expect(await figures(reads)).toEqual(await figures(db))
  })

  test('are shown beside one that can’t be read', async () => {
    const [users, missing, accounts] = await Promise.allSettled([
      reads.selectFrom('users').select('id').execute(),
      sql`select n from no_such_table`.execute(reads),
      reads.selectFrom('users').select('id').execute(),
    ])
    expect(missing.status).toBe('rejected')
    expect([users, accounts].map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })
})
