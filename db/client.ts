import { env } from '#app/env.server.ts'
import { DatabaseStartError, openDatabase } from './open.ts'

/** The one connection of this process. */
export const db = await openDatabase(env.DATABASE_FILE).catch((error: unknown) => {
  if (!(error instanceof DatabaseStartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
