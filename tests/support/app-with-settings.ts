import type { Settings } from '#app/settings/settings-schema.ts'
import { type AppServer, startApp } from './app-server.ts'
import { makeDataFolder } from './data-folder.ts'

export async function startAppWith(
  settings: Partial<Settings>,
  env: Record<string, string> = {},
): Promise<AppServer> {
  return startApp({ LOG_LEVEL: 'warn', ...env }, await makeDataFolder(settings))
}
