// @module-tag module
import type { Sql } from '#tests/support/sql.ts'
import '#tests/support/own-data-dir.ts'

import SQLite from 'better-sqlite3'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import {
  db,
  engineFacts,
  estimatedRows,
  gateOf,
  lastNumber,
  searchCandidates,
  transact,
  transactEvents,
} from '#db/engine.ts'
import { testEngine } from '#tests/support/sql.ts'

afterAll(() => db.destroy())

/** The statements that some work sends to the database, each once. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = new Set<string>()
  const keep = (text: unknown) => {
    if (typeof text === 'string') sent.add(text.replaceAll(/\s+/g, ' ').trim())
  }
  const prepare = SQLite.prototype.prepare
  vi.spyOn(SQLite.prototype, 'prepare').mockImplementation(function (this: Sql, text) {
    keep(text)
    return prepare.call(this, text)
  })
  const exec = SQLite.prototype.exec
  vi.spyOn(SQLite.prototype, 'exec').mockImplementation(function (this: Sql, text) {
    keep(text)
    return exec.call(this, text)
  })
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...all: unknown[]
  ) {
    keep(all[0])
    return query.apply(this, all)
  })
  try {
    await work()
  } finally {
    vi.restoreAllMocks()
  }
  return [...sent]
}

const search = { table: 'posts', term: 'cats', status: 'all', limit: 10 } as const

const parts: Record<string, () => Promise<unknown>> = {
  'a transaction that is alone': () =>
    transact((trx) => trx.selectFrom('settings').select('name').execute()),
  'a transaction of events': () =>
    transactEvents((trx) => trx.selectFrom('settings').select('name').execute()),
  'a search': () => searchCandidates({ ...search, status: 'active' }).execute(db),
  'a search for two characters': () => searchCandidates({ ...search, term: 'ca' }).execute(db),
  'facts about the database': () => engineFacts(),
  'about how many rows a table has': () => estimatedRows('posts'),
  'the last number of a table': () => lastNumber('dmca_reports'),
  'a turn at a service': async () => gateOf('site')?.reserve(1000, 5000),
}

test('the SQL that differs between the engines is as reviewed', async () => {
  const sections: string[] = []
  for (const [title, work] of Object.entries(parts)) {
    const statements = await statementsOf(work)
    sections.push([`-- ${title}`, ...statements.map((text) => `${text};`)].join('\n'))
  }
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot(`engine-sql/${testEngine}.sql`)
})
