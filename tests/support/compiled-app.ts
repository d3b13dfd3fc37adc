import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startApp } from './app-server.ts'
import { removeData } from './sql.ts'

/**
 * Runs a new build once, so that Node keeps its compiled code for all other starts: most apps of
 * tests are killed, and write none.
 */
export async function compileApp(): Promise<void> {
  const cache = process.env.NODE_COMPILE_CACHE
  if (cache === undefined || process.env.TEST_ENGINE === 'postgres') return
  const done = path.join(cache, `build-${readFileSync('build/sources', 'utf8').slice(0, 16)}`)
  if (existsSync(done)) return
  const app = await startApp({ LOG_LEVEL: 'warn' })
  await app.stop()
  await removeData(app.dataDir)
  writeFileSync(done, '')
}
