import { spawnSync } from 'node:child_process'

/** Global set-up of Vitest and Playwright: builds the app if its sources have changed. */
export default function freshBuild(): void {
  const { status } = spawnSync(process.execPath, ['app/cli/build.ts'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The app could not be built: see above.')
}
