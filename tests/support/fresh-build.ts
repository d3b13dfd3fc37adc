import { spawnSync } from 'node:child_process'
import { lockBuild } from '#app/cli/build-lock.ts'
import { compileApp } from './compiled-app.ts'

/** Set for a test run's processes, so that those started by tests use its build unchanged. */
const inUse = 'TESTS_USE_BUILD'

export function build(): void {
  const { status } = spawnSync(process.execPath, ['app/cli/build.ts'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The app could not be built: see above.')
}

/**
 * Playwright's global set-up: builds the app if its sources have changed, and keeps others from
 * replacing the build until the tests have ended.
 */
export default async function freshBuild(): Promise<(() => void) | undefined> {
  if (process.env[inUse] !== undefined) return undefined
  build()
  process.env[inUse] = 'yes'
  const unlock = lockBuild('use')
  await compileApp()
  return unlock
}
