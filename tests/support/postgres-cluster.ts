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
  /** Ends the server at once, with its clients' connections. */
  stop(): Promise<void>
  /** Restarts it on the same port and data. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? accountOf('nobody') : null
const prefix = 'cleanclip-postgres-'
const role = 'cleanclip'

/** Creates and starts a server on a free port, in a temporary folder. */
export async function startCluster(bin: string): Promise<Cluster> {
  removeLeftClusters()
  // The process's number tells the next run whether this one has ended.
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))
  const data = path.join(folder, 'data')
  const passwordFile = path.join(folder, 'password')
  const password = randomBytes(12).toString('hex')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password)
  for (const file of [folder, data, passwordFile]) {
    if (account !== null) chownSync(file, account.uid, account.gid)
  }
  const options = { encoding: 'utf8', cwd: '/', ...account } as const
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  execFileSync(
    path.join(bin, 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '--encoding=UTF8', `--locale=${locale}`],
      ...['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync', '--no-instructions'],
    ],
    { ...options, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const port = await freePort()
  let server: ChildProcess | null = null
  const cluster: Cluster = {
    url: `postgres://${role}:${password}@127.0.0.1:${port}/postgres`,
    async start() {
      server = spawn(path.join(bin, 'postgres'), serverArguments(data, port), {
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
  await cluster.start()
  const admin = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
  })
  await admin.connect()
  await admin.query(`create role ${role} login createdb password '${password}'`)
  await admin.end()
  return cluster
}

/** Doesn't wait for the disk: no one needs the data after a crash. */
function serverArguments(data: string, port: number): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
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
      if (line.includes('ready to accept connections')) resolve()
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
