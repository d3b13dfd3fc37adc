import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DebianServer, findServer, librariesOf, startServer } from './debian-server.ts'
import { freePort } from './free-port.ts'
import { account } from './postgres-cluster.ts'

const server: DebianServer = { packages: ['pgbouncer'], program: 'usr/sbin/pgbouncer' }

/** Why tests behind PgBouncer can’t run, or null. */
export function absenceOfPgBouncer(): string | null {
  return findServer(server) === null
    ? 'PgBouncer not found. On Debian: apt-get install pgbouncer'
    : null
}

type Options = {
  mode: 'session' | 'transaction' | 'statement'
  /** How many connections to the server its clients share. */
  pool: number
  /** Drops the settings that connections begin with. Without it, they are refused. */
  ignores?: boolean
  /** Asks for TLS on both sides, with one certificate, which it and the server have. */
  tls?: { cert: string; key: string }
}

/** Starts PgBouncer on this machine alone, in front of a database. Its clients sign in by SCRAM. */
export async function startPgBouncer(
  database: string,
  { mode, pool, ignores = false, tls }: Options,
) {
  const root = findServer(server)
  if (root === null) throw new Error('PgBouncer isn’t here')
  const { hostname, port, username, password, pathname } = new URL(database)
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-pgbouncer-'))
  const users = path.join(home, 'users')
  const config = path.join(home, 'config')
  const [cert, key] = [path.join(home, 'cert'), path.join(home, 'key')]
  const ownPort = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: ownPort,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: mode,
    default_pool_size: pool,
    max_client_conn: 200,
    ...(ignores && {
      ignore_startup_parameters:
        'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    }),
    ...(tls && {
      client_tls_sslmode: 'require',
      client_tls_cert_file: cert,
      client_tls_key_file: key,
      server_tls_sslmode: 'verify-full',
      server_tls_ca_file: cert,
    }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(cert, tls?.cert ?? '')
  writeFileSync(key, tls?.key ?? '', { mode: 0o600 })
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    config,
    ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  // It refuses to run as root.
  for (const file of [home, users, config, cert, key]) {
    if (account !== null) chownSync(file, account.uid, account.gid)
  }
  const started = await startServer(
    path.join(root, server.program),
    ['-q', config],
    ownPort,
    librariesOf(root),
    account,
  )
  return {
    /** Of the database through it. */
    url: `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`,
    async close() {
      await started.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
