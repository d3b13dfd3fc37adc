import { startPostgres } from './postgres.ts'

/** Global set-up of Vitest's project `postgres`. */
export default function postgresIfNeeded(): Promise<() => Promise<void>> {
  return startPostgres(async () => {})
}
