// @module-tag module
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import { selfSigned } from '#tests/fakes/tls.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'

const secret = 'a secret that the processes of a test share'

async function database(content: 'empty' | 'migrated' = 'migrated'): Promise<string> {
  const url = await makeDatabase(content)
  onTestFinished(() => dropDatabase(url))
  return url
}

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** Opens a database, also for its pool, and closes it; gives what an operator would read. */
async function refusal(url: string): Promise<string | null> {
  try {
    const { db, pool } = await openDatabase(url, [secret])
    try {
      await pool.query('select')
    } finally {
      await db.destroy()
    }
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Listens at `at` for a database; `receive` gives the plain side of each connection. */
async function before(
  url: string,
  at: net.ListenOptions,
  receive: (socket: net.Socket) => Promise<net.Socket> = async (socket) => socket,
): Promise<net.AddressInfo | string | null> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  const server = net.createServer(async (socket) => {
    sockets.add(socket.on('error', () => {}))
    const inner = (await receive(socket)).on('error', () => {})
    const outer = net.connect(Number(port), hostname).on('error', () => {})
    sockets.add(outer)
    inner.pipe(outer).pipe(inner)
  })
  await once(server.listen(at), 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return server.address()
}

/** Puts TLS before a database, with a certificate for these names. Returns the URL and the file. */
async function withTls(url: string, names?: string[]) {
  const { key, cert } = selfSigned(names)
  const secureContext = tls.createSecureContext({ key, cert })
  const address = await before(url, { port: 0, host: '127.0.0.1' }, async (socket) => {
    await once(socket, 'data')
    socket.write('S')
    return new tls.TLSSocket(socket, { isServer: true, secureContext })
  })
  const target = new URL(url)
  target.port = String((address as net.AddressInfo).port)
  const file = path.join(folder(), 'ca.pem')
  writeFileSync(file, cert)
  return { url: target.href, file }
}

test('TLS is checked where it is asked for, and a refusal names the cure', async () => {
  const { url, file } = await withTls(await database())
  expect(await refusal(`${url}?sslmode=require`)).toMatch(
    /an authority that is known here.*add sslrootcert=FILE to the address/,
  )
  expect(await refusal(`${url}?sslrootcert=system`)).toContain('add sslrootcert=FILE')
  expect(await refusal(`${url}?sslmode=require&sslrootcert=${file}`)).toBeNull()
  expect(await refusal(`${url}?sslmode=no-verify&channel_binding=require`)).toBeNull()
})

test('a certificate for another name is refused with its names', async () => {
  const { url, file } = await withTls(await database(), ['other.example'])
  expect(await refusal(`${url}?sslmode=verify-ca&sslrootcert=${file}`)).toMatch(
    /certificate is for other names \(DNS:other\.example\)\. Write one of them as the host/,
  )
})

test('a database is reached through a socket', async () => {
  const url = new URL(await database())
  const place = folder()
  await before(url.href, { path: path.join(place, '.s.PGSQL.5432') })
  const onSocket = `postgres://${url.username}:${url.password}@${url.pathname}?host=${place}`
  expect(await refusal(`${onSocket}&sslmode=require`)).toBeNull()
})

test('the environment doesn’t change what the address says', async () => {
  const url = await database()
  const { password } = new URL(url)
  vi.stubEnv('PGHOST', 'nowhere.invalid')
  vi.stubEnv('PGPORT', '1')
  vi.stubEnv('PGSSLMODE', 'verify-full')
  vi.stubEnv('PGSSLNEGOTIATION', 'direct')
  vi.stubEnv('PGAPPNAME', 'x')
  vi.stubEnv('PGOPTIONS', '-c statement_timeout=7 -c search_path=nowhere')
  vi.stubEnv('PGREPLICATION', 'database')
  vi.stubEnv('PGBINARY', '1')
  vi.stubEnv('PGCLIENT_ENCODING', 'LATIN1')
  vi.stubEnv('PGPASSWORD', password)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { db, pool } = await openDatabase(url.replace(`:${password}`, ''), [secret])
  onTestFinished(() => db.destroy())
  const { rows } = await pool.query(
    `select name, setting from pg_settings
      where name in ('application_name', 'client_encoding', 'search_path', 'statement_timeout')
      order by name`,
  )
  expect(rows.map(({ setting }) => setting)).toEqual([
    ...['cleanclip', 'UTF8', '"$user", public', '10000'],
  ])
})

test('pg_trgm in a schema that the role doesn’t search is named with the line that helps', async () => {
  const url = await database('empty')
  await onDatabase(url, 'create schema "Our ext"; create extension pg_trgm schema "Our ext"')
  const text = await refusal(url)
  expect(text).toContain('It is in the schema "Our ext", where this role doesn’t look')
  const [line = ''] = /alter role .*/.exec(text ?? '') ?? []
  await onDatabase(url, line)
  expect(await refusal(url)).toBeNull()
})
