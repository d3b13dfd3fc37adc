// @module-tag whole
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type SQLite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import {
  dimensions,
  everything,
  metricNames,
  metricSql,
  otherKey,
} from '#app/analytics/dimensions.ts'
import { createRandom } from '#db/seed/random.ts'
import { eventsDatabase, openEventConnection } from '#db/sqlite/event-connection.ts'
import { openDatabase } from '#db/sqlite/open.ts'
import { startApp } from '#tests/support/app-server.ts'
import { pairFaults } from './pair-faults.ts'

const sums = metricNames.map((name) => `ifnull(${metricSql[name]}, 0) as ${name}`).join(', ')
const added = metricNames.map((name) => `ifnull(sum(${name}), 0) as ${name}`).join(', ')

/** What the roll-ups and the events of a database say; the one must be the other. */
async function expectAgreement(db: SQLite.Database, thorough: boolean): Promise<void> {
  const all = db.prepare(`select ${sums} from analytics_events`).get()
  expect(db.prepare(`select ${added} from analytics_hours`).get(), 'hours').toEqual(all)
  const ofDays = db.prepare(`select ${added} from analytics_days where dimension = ?`)
  expect(ofDays.get(everything), 'days').toEqual(all)
  for (const dimension of dimensions) {
    const raw = db.prepare(`select ${sums} from analytics_events where ${dimension} is not null`)
    expect(ofDays.get(dimension), dimension).toEqual(raw.get())
  }
  if (!thorough) return
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  for (const dimension of dimensions) {
    const rows = db
      .prepare(
        `select day, key, ${metricNames.join(', ')} from analytics_days
         where dimension = ? and key <> '${otherKey}' order by day, key`,
      )
      .all(dimension)
    const raw = db
      .prepare(
        `select day, ${dimension} as key, ${sums} from analytics_events e where ${dimension} is not null
           and exists (select 1 from analytics_days d where dimension = ? and d.day = e.day
             and d.key = e.${dimension})
         group by 1, 2 order by 1, 2`,
      )
      .all(dimension)
    expect(rows, dimension).toEqual(raw)
  }
  expect(await pairFaults(eventsDatabase(db).eventsDb)).toEqual([])
}

describe('a process that is killed', () => {
  test('R16: a hundred times while it counts leaves roll-ups that agree with the events', {
    // A hundred processes start, one after the other.
    timeout: 900_000,
  }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-kill-'))
    const file = path.join(folder, 'cleanclip.db')
    await (await openDatabase(file)).destroy()
    const db = openEventConnection(file)
    const newest = db.prepare<[], number | null>('select max(id) from analytics_events').pluck()
    const random = createRandom(11)
    const start = (round: number) => {
      const child = spawn(process.execPath, ['tests/support/write-events.ts', file, `${round}`], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
      })
      return { child, gone: once(child, 'exit') }
    }
    // The next one is on its way up while one counts and is killed.
    let next = start(1)
    try {
      for (let round = 1; round <= 100; round += 1) {
        const before = newest.get() ?? 0
        const { child, gone } = next
        if (round < 100) next = start(round + 1)
        child.stdin.write('go')
        // Not at the same place each time: as late as so many more events are on record.
        const until = before + 1 + random.below(300)
        while ((newest.get() ?? 0) < until) await once(child.stdout, 'data')
        child.kill('SIGKILL')
        await gone
        expect(newest.get()).toBeGreaterThan(before)
        // What one leaves wrong stays wrong: a check finds it after any number of them.
        if (round % 10 === 0) await expectAgreement(db, round % 50 === 0)
      }
    } finally {
      next.child.kill('SIGKILL')
      db.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('R16: the whole app, with visitors on it, loses no roll-up either and goes on', async () => {
    let app = await startApp()
    try {
      for (let round = 0; round < 3; round += 1) {
        const headers = { 'User-Agent': 'Mozilla/5.0 (X11; rv:140.0) Firefox/140.0' }
        const db = openEventConnection(path.join(app.dataDir, 'cleanclip.db'))
        const count = db.prepare<[], number>('select count(*) from analytics_events').pluck()
        const before = count.get() ?? 0
        while ((count.get() ?? 0) === before) {
          const language = `x-${round}`
          await fetch(`${app.origin}/help`, {
            headers: { ...headers, 'Accept-Language': language },
          })
        }
        await app.stop('SIGKILL')
        await expectAgreement(db, true)
        db.close()
        app = await startApp({}, app.dataDir)
      }
    } finally {
      await app.stop('SIGKILL')
      rmSync(app.dataDir, { recursive: true, force: true })
    }
  })
})
