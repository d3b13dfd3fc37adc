// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/audit/audit.server.ts'
import {
  changeSettings,
  onSettingsChange,
  reloadSettings,
  settings,
} from '#app/settings/settings.server.ts'
import { db } from '#db/engine.ts'

let heard: string[][] = []
onSettingsChange((changed) => heard.push([...changed].sort()))
beforeEach(async () => {
  await db.deleteFrom('settings').execute()
  await reloadSettings()
  heard = []
})

/** As another process does it. */
async function store(name: string, value: unknown): Promise<void> {
  const row = { name, value: JSON.stringify(value), updated_at: 1 }
  await db.insertInto('settings').values(row).execute()
}

describe('settings that another process has stored', () => {
  test('are kept when this one changes others, and are in force from then on', async () => {
    await store('siteName', 'Theirs')
    await changeSettings({ retentionDays: 77 }, systemActor)
    expect(settings()).toMatchObject({ siteName: 'Theirs', retentionDays: 77 })
    expect(heard).toEqual([['retentionDays', 'siteName']])
    const { after } = await db
      .selectFrom('audit_log')
      .select('after')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(after ?? '')).toEqual({ retentionDays: 77 })
  })

  test('are what a change builds on', async () => {
    await store('weeklyReport', ['a@site.example'])
    const add = (email: string) =>
      changeSettings(
        ({ weeklyReport }) => ({ weeklyReport: [...weeklyReport, email] }),
        systemActor,
      )
    await Promise.all([add('b@site.example'), add('c@site.example')])
    expect(settings().weeklyReport).toEqual(['a@site.example', 'b@site.example', 'c@site.example'])
  })

  test('are put in force by reading them, which names those that differ alone', async () => {
    await store('siteName', 'Theirs')
    await reloadSettings()
    await reloadSettings()
    expect(settings().siteName).toBe('Theirs')
    expect(heard).toEqual([['siteName']])
  })

  test('stay as they are when the change is refused', async () => {
    await store('siteName', 'Theirs')
    await expect(changeSettings({ retentionDays: -1 }, systemActor)).rejects.toThrow()
    expect(await db.selectFrom('settings').select('name').execute()).toEqual([{ name: 'siteName' }])
    expect(heard).toEqual([])
  })
})
