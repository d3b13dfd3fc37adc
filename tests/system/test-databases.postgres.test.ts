// @module-tag module
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { dropDatabase, makeDatabase } from '#tests/support/postgres.ts'

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // Its database goes away while it is connected.
  client.on('error', () => {})
  await client.connect()
  return client
}

test('each test has its own database, in UTF-8', async () => {
  const urls = await Promise.all([makeDatabase(), makeDatabase(), makeDatabase('empty')])
  onTestFinished(async () => {
    for (const url of urls) await dropDatabase(url)
  })
  expect(new Set(urls).size).toBe(3)
  const [one, other] = await Promise.all(urls.map(openClient))
  await one?.query('create table only_here (a int)')
  const tables = "select 1 from pg_tables where tablename = 'only_here'"
  expect((await one?.query(tables))?.rowCount).toBe(1)
  expect((await other?.query(tables))?.rowCount).toBe(0)
  const encoding = await one?.query('show server_encoding')
  expect(encoding?.rows).toEqual([{ server_encoding: 'UTF8' }])
})

test('a database goes away though a client is still connected', async () => {
  const url = await makeDatabase()
  const client = await openClient(url)
  const ended = new Promise((resolve) => client.once('end', resolve))
  await dropDatabase(url)
  await ended
  await expect(openClient(url)).rejects.toThrow(/does not exist/)
})
