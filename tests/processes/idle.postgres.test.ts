// @module-tag whole
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { recurringKinds } from '#app/jobs/job.ts'
import { hourMs } from '#app/time/durations.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { removeData } from '#tests/support/sql.ts'

const reports = fileURLToPath(new URL('../support/all-statements-preload.js', import.meta.url))
const notices = 'operator-notices'
const NODE_OPTIONS = `--import=${reports}`

/** Starts a process, and returns what it asks its database in a minute without visitors. */
async function minute(): Promise<string[]> {
  const dataDir = await makeDataFolder({})
  const db = openDatabase({ dataDir })
  // Not part of an idle minute. The notices are due each minute.
  await db.runEach(
    `insert into jobs (kind, key, payload, state, run_at, created_at)
      values (?, 'later', '{}', 'waiting', ?, ?)`,
    recurringKinds
      .filter((kind) => kind !== notices)
      .map((kind) => [kind, Date.now() + hourMs, Date.now()]),
  )
  const app = await startApp({ LOG_LEVEL: 'warn', NODE_OPTIONS }, dataDir)
  onTestFinished(async () => {
    await app.stop('SIGKILL')
    await db.close()
    await removeData(dataDir)
  })
  const asked: string[] = []
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let runs = 0
  app.process.on('message', ({ statement = '' }: { statement?: string }) => {
    if (statement.includes('"operator_notices"')) runs += 1
    // Asked for in the first half minute after a start only.
    const isOfStart = statement.includes('visitor_salts')
    if (runs === 1 && !isOfStart) asked.push(statement)
    else if (runs === 2) resolve()
  })
  await db.run(`update jobs set run_at = 1 where kind = '${notices}' and state = 'waiting'`)
  await ended
  return asked
}

test('an idle process would keep a small database server busy', async () => {
  expect((await minute()).length).toBeLessThanOrEqual(60)
})
