import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unpackPackages } from './debian-packages.ts'
import { librariesOf, startServer } from './debian-server.ts'
import { freePort } from './free-port.ts'

/** Debian's Exim is unpacked: an installed one would replace another mail server. */
const findRoot = () => unpackPackages(['exim4-daemon-light']) ?? ''
const programIn = (root: string) => path.join(root, 'usr/sbin/exim4')

export function hasExim(): boolean {
  const program = programIn(findRoot())
  // Its user is in no list of users unless it's installed.
  return (
    existsSync(program) && spawnSync('unshare', ['-m', program, '--version']).error === undefined
  )
}

const configuration = (home: string, program: string) => `
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
  const root = findRoot()
  const program = programIn(root)
  const port = await freePort()
  const daemon = 1
  for (const name of ['', 'spool', 'log', 'mail']) {
    mkdirSync(path.join(home, name), { recursive: true })
    chownSync(path.join(home, name), daemon, daemon)
  }
  writeFileSync(path.join(home, 'exim.conf'), configuration(home, program), { mode: 0o644 })
  const user = 'Debian-exim:x:1:'
  writeFileSync(
    path.join(home, 'passwd'),
    `${readFileSync('/etc/passwd', 'utf8')}${user}1::/:/bin/false\n`,
  )
  writeFileSync(path.join(home, 'group'), `${readFileSync('/etc/group', 'utf8')}${user}\n`)
  const script = `mount --bind ${home}/passwd /etc/passwd && mount --bind ${home}/group /etc/group &&
    exec ${program} -C ${home}/exim.conf -bdf -oX 127.0.0.1:${port} -oP ${home}/pid`
  const exim = await startServer('unshare', ['-m', 'sh', '-c', script], port, librariesOf(root))
  return {
    port,
    mailbox() {
      const file = path.join(home, 'mail', 'all')
      return existsSync(file) ? readFileSync(file, 'utf8') : ''
    },
    async close() {
      await exim.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
