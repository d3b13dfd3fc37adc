import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { installPackages } from './debian-packages.ts'
import { freePort } from './free-port.ts'

const leastVersion = 15

/**
 * Finds PostgreSQL for the tests: TEST_POSTGRES, a server's URL or the folder of its programs; then
 * the machine's programs; null without any. A URL's role must be allowed to create databases.
 */
export function findPostgres(): string | null {
  const given = process.env.TEST_POSTGRES ?? ''
  if (given.startsWith('postgres://') || given.startsWith('postgresql://')) return given
  if (given !== '') {
    if (isUsable(given)) return given
    throw new Error(`TEST_POSTGRES: ${given} has no PostgreSQL ${leastVersion} or newer`)
  }
  return findPrograms()
}

/** Finds the machine's PostgreSQL programs, to start further servers. */
export function findPrograms(): string | null {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const named = asked.status === 0 ? [asked.stdout.trim()] : []
  // Debian keeps them out of PATH, and pg_config in a separate package.
  const folders = [...named, ...globSync('/usr/lib/postgresql/*/bin').sort().reverse()]
  return folders.find(isUsable) ?? null
}

function isUsable(bin: string): boolean {
  if (!existsSync(path.join(bin, 'initdb'))) return false
  const { stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1]) >= leastVersion
}

export const absence = [
  'No PostgreSQL 15 or newer was found for the tests. On Debian: apt-get install postgresql.',
  'Or set TEST_POSTGRES to the folder of its programs, or to the URL of a server.',
].join(' ')

/** Installs the Debian package if this process is allowed to. */
export function installPostgres(): void {
  if (findPostgres() === null) installPackages(['postgresql'])
}

export type Cluster = {
  /** Of its database `postgres`, with a role that can only create databases. */
  url: string
  /** Of the same database, with its superuser. */
  adminUrl: string
  /** Ends the server at once, with its clients' connections. */
  stop(): Promise<void>
  /** Restarts it on the same port and data. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** PostgreSQL refuses to run as root. */
export const account = process.getuid?.() === 0 ? accountOf('nobody') : null
const asAccount = { encoding: 'utf8', cwd: '/', ...account } as const
const prefix = 'cleanclip-postgres-'
const role = 'cleanclip'
const superuser = 'postgres'

/** Creates and starts a server on a free port, in a temporary folder. */
export async function startCluster(
  bin: string,
  { replicated = false }: { replicated?: boolean } = {},
): Promise<Cluster> {
  removeLeftClusters()
  const folder = makeFolder()
  const passwordFile = path.join(folder, 'password')
  const password = randomBytes(12).toString('hex')
  writeFileSync(passwordFile, password)
  if (account !== null) chownSync(passwordFile, account.uid, account.gid)
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  execFileSync(
    path.join(bin, 'initdb'),
    [
      ...['-D', dataIn(folder), '-U', superuser, '--encoding=UTF8', `--locale=${locale}`],
      ...['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync', '--no-instructions'],
    ],
    { ...asAccount, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const port = await freePort()
  const cluster = serverIn(folder, bin, password, port, replicated)
  await cluster.start()
  await asAdmin(cluster, `create role ${role} login createdb password '${password}'`)
  return cluster
}

export type Replica = Cluster & {
  /** Makes it a primary, and waits until it is. */
  promote(): Promise<void>
}

/** Creates and starts a streaming replica of a server that is `replicated`. */
export async function replicaOf(bin: string, primary: Cluster): Promise<Replica> {
  const folder = makeFolder()
  execFileSync(
    path.join(bin, 'pg_basebackup'),
    [
      ...['-D', dataIn(folder), '-d', primary.adminUrl],
      ...['--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    ],
    { ...asAccount, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const password = new URL(primary.url).password
  const replica = serverIn(folder, bin, password, await freePort(), true)
  await replica.start()
  return { ...replica, promote: () => asAdmin(replica, 'select pg_promote()') }
}

function makeFolder(): string {
  // The process's number tells the next run whether this one has ended.
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))
  mkdirSync(dataIn(folder), { mode: 0o700 })
  for (const each of [folder, dataIn(folder)]) {
    if (account !== null) chownSync(each, account.uid, account.gid)
  }
  return folder
}

const dataIn = (folder: string) => path.join(folder, 'data')

function serverIn(
  folder: string,
  bin: string,
  password: string,
  port: number,
  replicated: boolean,
): Cluster {
  let server: ChildProcess | null = null
  const urlOf = (name: string) => `postgres://${name}:${password}@127.0.0.1:${port}/postgres`
  const cluster: Cluster = {
    url: urlOf(role),
    adminUrl: urlOf(superuser),
    async start() {
      const settings = serverArguments(dataIn(folder), port, replicated)
      server = spawn(path.join(bin, 'postgres'), settings, {
        stdio: ['ignore', 'ignore', 'pipe'],
        cwd: '/',
        env: { LC_MESSAGES: 'C' },
        ...account,
      })
      await readiness(server)
    },
    async stop() {
      const ending = server
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.kill('SIGINT')
      await ended
    },
    async remove() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

async function asAdmin({ adminUrl }: Cluster, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** Doesn't wait for the disk: no one needs the data after a crash. */
function serverArguments(data: string, port: number, replicated: boolean): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    wal_level: replicated ? 'replica' : 'minimal',
    max_wal_senders: replicated ? 3 : 0,
    max_connections: 300,
    lc_messages: 'C',
  }
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', data, ...set]
}

function readiness(server: ChildProcess): Promise<void> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`))
    server.once('exit', failed)
    server.once('error', failed)
    if (server.stderr === null) return
    // Read to the end, or the server would block on a full pipe.
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (lines.length < 50) lines.push(line)
      if (/ready to accept (read-only )?connections/.test(line)) resolve()
    })
  })
}

/** Ends and removes the servers of killed runs. */
function removeLeftClusters(): void {
  for (const folder of globSync(path.join(tmpdir(), `${prefix}*`))) {
    const owner = Number(/(\d+)-\w+$/.exec(folder)?.[1])
    if (isAlive(owner)) continue
    const [pid = ''] = readIfThere(path.join(folder, 'data/postmaster.pid')).split('\n')
    // Another process may have the same number by now.
    if (commandOf(pid).includes(folder)) process.kill(Number(pid), 'SIGQUIT')
    // It may still be shutting down.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function commandOf(pid: string): string {
  if (existsSync('/proc/self')) return readIfThere(`/proc/${pid}/cmdline`)
  return spawnSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' }).stdout
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (what: string) => Number(execFileSync('id', [what, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
