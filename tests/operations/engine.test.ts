// @module-tag module
import '#tests/support/own-data-dir.ts'

import { describe, expect, test } from 'vitest'
import { db } from '#db/engine.ts'

describe('statements that every engine takes', () => {
  test('an empty list matches no row and excludes none', async () => {
    await db.insertInto('settings').values({ name: 'a', value: '1', updated_at: 1 }).execute()
    const settings = db.selectFrom('settings').select('name')
    const among = settings.where('name', 'in', [])
    const except = settings.where('name', 'not in', [])
    expect(await among.execute()).toEqual([])
    expect(await except.execute()).toEqual([{ name: 'a' }])
    for (const query of [among, except]) expect(query.compile().sql).not.toContain('()')
  })
})
