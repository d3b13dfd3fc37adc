import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { startProgram, unlimitedDataDir } from './process.ts'

/** Builds the yardstick of bare-router/server.ts, and starts it on a database of its own. */
export async function startBareRouter(
  env: Record<string, string> = {},
): Promise<{ pid: number; origin: string; discard(): Promise<void> }> {
  const cli = path.resolve('node_modules/@react-router/dev/bin.cjs')
  const { status } = spawnSync(process.execPath, [cli, 'build', 'tests/bench/bare-router'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('The yardstick could not be built')
  const dataDir = await unlimitedDataDir()
  const bare = await startProgram<{ port: number }>(['build/bare-router/server/server.js'], {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...env,
  })
  return {
    pid: bare.process.pid ?? 0,
    origin: `http://127.0.0.1:${bare.said.port}`,
    async discard() {
      await bare.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
