import { env } from '#app/env.server.ts'
import { databaseDamage, noteDamage, onDamage } from '#db/damage.ts'
import { files } from '#db/engine.ts'
import { maintain } from '#db/sqlite/database-process.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { log } from './log.server.ts'

export { databaseDamage } from '#db/damage.ts'

onDamage(({ text }) => {
  log.error({ problem: text }, 'the database is damaged: restore a backup')
})

/**
 * Checks the database in a process of its own while the server answers requests: every page and
 * index after an unclean end, and every page of a file that was too large to check before the
 * start. Called once the server listens. Never rejects.
 */
export async function checkAfterStart(): Promise<void> {
  if (files === null) return
  const { unclean, checked } = files.startFacts
  if (checked && !unclean) return
  const start = performance.now()
  const checkup = await maintain({
    kind: 'integrity',
    file: env.DATABASE_FILE,
    how: unclean ? 'full' : 'quick',
  })
  const seconds = Math.round((performance.now() - start) / 1000)
  if (checkup.ok) log.info({ seconds }, 'the database is whole')
  else if (checkup.fault !== null) noteDamage(checkup.text)
  else log.warn({ problem: checkup.text }, 'the database could not be checked')
}

/**
 * Throws a DatabaseUnavailableError while the database is known to be damaged: new data could be
 * lost, and what is read could be wrong.
 */
export function refuseWhileDamaged(): void {
  if (databaseDamage() !== null) throw new DatabaseUnavailableError('damaged')
}
