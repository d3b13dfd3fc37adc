import { env } from '#app/env.server.ts'
import { openDatabase } from './open.ts'

/** The one connection of this process. */
export const db = await openDatabase(env.DATABASE_FILE)
