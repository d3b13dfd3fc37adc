import { env } from '#app/env.server.ts'
import { claimDatabase } from './process-lock.ts'

/**
 * Imported first by whatever serves requests: a second server on one database, perhaps of another
 * version, ends here, before it can touch anything.
 */
const claim = claimDatabase(env.DATABASE_FILE)
if (!claim.ok) {
  const who = claim.pid === 0 ? '' : ` (process ${claim.pid})`
  process.stderr.write(
    `Cleanclip runs already on this database${who}: ${env.DATABASE_FILE}\n` +
      'Stop it first, or give this one a DATA_DIR of its own.\n',
  )
  process.exit(1)
}
