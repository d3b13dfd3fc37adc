/** Loaded into a started app before its own code. Notes statements that need a session. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const { noteFaults } = await import('./session-sql.ts')
  noteFaults(new URL(import.meta.url).searchParams.get('file'))
}
