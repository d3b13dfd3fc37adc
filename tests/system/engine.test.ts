// @module-tag module
import '#tests/support/own-data-dir.ts'

import { describe, expect, test } from 'vitest'
import { db, eventsDb } from '#db/engine.ts'

describe('statements that every engine takes', () => {
  test('an empty list matches no row and excludes none', async () => {
    await db.insertInto('settings').values({ name: 'a', value: '1', updated_at: 1 }).execute()
    for (const connection of [db, eventsDb]) {
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
