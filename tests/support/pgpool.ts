import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DebianServer, findServer, librariesOf, startServer } from './debian-server.ts'
import { freePort } from './free-port.ts'
import { account, type Cluster } from './postgres-cluster.ts'

const server: DebianServer = { packages: ['pgpool2'], program: 'usr/sbin/pgpool' }

/** Why tests behind Pgpool-II can’t run, or null. */
export function absenceOfPgpool(): string | null {
  return findServer(server) === null
    ? 'Pgpool-II not found. On Debian: apt-get install pgpool2'
    : null
}

export type PgpoolOptions = {
  balances?: boolean
  /** Sends each statement for itself, not all reads of a session. */
  eachStatement?: boolean
  /** How often reads go to the primary, and to the replica. */
  weights?: [number, number]
}

/**
 * Starts Pgpool-II on this machine alone, which sends reads to a replica. Clients sign in with their
 * password as it is.
 */
export async function startPgpool(
  primary: Cluster,
  replica: Cluster,
  { balances = true, eachStatement = false, weights = [0, 1] }: PgpoolOptions = {},
) {
  const root = findServer(server)
  if (root === null) throw new Error('Pgpool-II isn’t here')
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-pgpool-'))
  const config = path.join(home, 'pgpool.conf')
  const admin = new URL(primary.adminUrl)
  const port = await freePort()
  const backends = [primary, replica].flatMap(({ url }, n) => {
    const { hostname, port } = new URL(url)
    return Object.entries({ hostname, port, weight: weights[n], flag: 'DISALLOW_TO_FAILOVER' }).map(
      ([name, value]) => [`backend_${name}${n}`, value] as const,
    )
  })
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    pcp_listen_addresses: '',
    pcp_port: await freePort(),
    socket_dir: home,
    pcp_socket_dir: home,
    pid_file_name: path.join(home, 'pid'),
    work_dir: home,
    logdir: home,
    backend_clustering_mode: 'streaming_replication',
    load_balance_mode: balances ? 'on' : 'off',
    statement_level_load_balance: eachStatement ? 'on' : 'off',
    allow_clear_text_frontend_auth: 'on',
    pool_passwd: '',
    sr_check_user: admin.username,
    sr_check_password: admin.password,
    num_init_children: 40,
    max_pool: 1,
    ...Object.fromEntries(backends),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  const files = { config, pcp: path.join(home, 'pcp.conf'), hba: path.join(home, 'hba.conf') }
  writeFileSync(config, `${lines.join('\n')}\n`)
  writeFileSync(files.pcp, '')
  writeFileSync(files.hba, '')
  for (const file of [home, ...Object.values(files)]) {
    if (account !== null) chownSync(file, account.uid, account.gid)
  }
  const started = await startServer(
    path.join(root, server.program),
    ['-n', '-f', config, '-F', files.pcp, '-a', files.hba],
    port,
    librariesOf(root),
    account,
  )
  const url = new URL(primary.url)
  url.port = String(port)
  return {
    /** Of the database `postgres` through it. */
    url: url.href,
    async close() {
      await started.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
