import { connectionConfig, loadDriver } from './pool.ts'

export async function readSettings(url: string): Promise<{ name: string; value: string }[]> {
  const driver = await loadDriver()
  const client = new driver.Client(connectionConfig(driver, url))
  await client.connect()
  try {
    return (await client.query('select name, value from settings')).rows
  } finally {
    await client.end()
  }
}
