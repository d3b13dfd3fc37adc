import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
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
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = path.resolve('node_modules/.cache/exim')
const program = path.join(folder, 'usr/sbin/exim4')

/**
 * Unpacks Debian's Exim beside the project, as root on Debian: installing it would start it and
 * replace another mail server. Returns false elsewhere.
 */
export function hasExim(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    spawnSync('apt-get', ['download', '-q', 'exim4-daemon-light'], { cwd: folder })
    for (const file of globSync('*.deb', { cwd: folder })) {
      spawnSync('dpkg', ['-x', file, '.'], { cwd: folder })
    }
  }
  // Its user is in no list of users unless it's installed.
  return (
    existsSync(program) && spawnSync('unshare', ['-m', program, '--version']).error === undefined
  )
}

const configuration = (home: string) => `
exim_path = ${program}
exim_user = daemon
exim_group = daemon
spool_directory = ${home}/spool
log_file_path = ${home}/log/%slog
primary_hostname = mx.example
domainlist local_domains = users.example
acl_smtp_rcpt = check_rcpt
acl_smtp_data = check_data
host_lookup =
rfc1413_query_timeout = 0s
begin acl
check_rcpt:
  deny condition = \${if eq{$sender_address}{stranger@site.example}}
       message = Sender verify failed
  deny domains = +local_domains
       local_parts = nobody
       message = Unknown user
  accept domains = +local_domains
  deny message = relay not permitted
check_data:
  warn condition = \${if match{$header_subject:}{slow}}
       delay = 2s
  accept
begin routers
local:
  driver = accept
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  file = ${home}/mail/all
  user = daemon
`

export type Exim = { port: number; mailbox(): string; close(): Promise<void> }

/** Starts Exim on a port of its own, which delivers to files and asks no DNS. */
export async function startExim(): Promise<Exim> {
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-exim-'))
  const port = await freePort()
  const daemon = 1
  for (const name of ['', 'spool', 'log', 'mail']) {
    mkdirSync(path.join(home, name), { recursive: true })
    chownSync(path.join(home, name), daemon, daemon)
  }
  writeFileSync(path.join(home, 'exim.conf'), configuration(home), { mode: 0o644 })
  const user = 'Debian-exim:x:1:'
  writeFileSync(
    path.join(home, 'passwd'),
    `${readFileSync('/etc/passwd', 'utf8')}${user}1::/:/bin/false\n`,
  )
  writeFileSync(path.join(home, 'group'), `${readFileSync('/etc/group', 'utf8')}${user}\n`)
  const script = `mount --bind ${home}/passwd /etc/passwd && mount --bind ${home}/group /etc/group &&
    exec ${program} -C ${home}/exim.conf -bdf -oX 127.0.0.1:${port} -oP ${home}/pid`
  const exim = spawn('unshare', ['-m', 'sh', '-c', script], { stdio: 'ignore' })
  await listening(port, exim)
  return {
    port,
    mailbox() {
      const file = path.join(home, 'mail', 'all')
      return existsSync(file) ? readFileSync(file, 'utf8') : ''
    },
    async close() {
      const ended = once(exim, 'exit')
      exim.kill()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

async function listening(port: number, exim: ChildProcess): Promise<void> {
  while (exim.exitCode === null) {
    const socket = net.connect(port, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
  }
  throw new Error('Exim didn’t start')
}
