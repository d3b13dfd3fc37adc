import { env } from '#app/env.server.ts'
import { startFacts } from '#db/client.ts'
import { databaseDamage, noteDamage, onDamage } from '#db/damage.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { maintain } from './database-process.server.ts'
import { log } from './log.server.ts'

export { databaseDamage } from '#db/damage.ts'

onDamage(({ text }) => {
  log.error({ problem: text }, 'the database is damaged: restore a backup')
})

/**
 * Looks at the database in a process of its own, beside the requests: every page and every index
 * after an unclean end, and every page of a file that was too large to be looked at before the
 * start. For the time after the server has begun to listen. Never rejects.
 */
export async function checkAfterStart(): Promise<void> {
  const { unclean, checked } = startFacts
  if (checked && !unclean) return
  const start = performance.now()
  const looked = await maintain({
    kind: 'integrity',
    file: env.DATABASE_FILE,
    how: unclean ? 'full' : 'quick',
  })
  const seconds = Math.round((performance.now() - start) / 1000)
  if (looked.ok) log.info({ seconds }, 'the database is whole')
  else if (looked.fault !== null) noteDamage(looked.text)
  else log.warn({ problem: looked.text }, 'the database could not be checked')
}

/**
 * Throws a DatabaseUnavailableError while the database is known to be damaged: what is stored on
 * top of damage may be lost, and what is read may be wrong.
 */
export function refuseWhileDamaged(): void {
  if (databaseDamage() !== null) throw new DatabaseUnavailableError('damaged')
}
