import {
  chmodSync,
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

/** Debian's Postfix is unpacked: an installed one would replace another mail server. */
const findRoot = () => unpackPackages(['postfix']) ?? ''
const daemonsIn = (root: string) => path.join(root, 'usr/lib/postfix/sbin')

export const hasPostfix = (): boolean => existsSync(path.join(daemonsIn(findRoot()), 'master'))

/** Users and groups that every Debian has, in place of Postfix's own. */
const owner = { name: 'daemon', id: 1, group: 'bin' }

const main = (home: string, root: string) => `
compatibility_level = 3.6
queue_directory = ${home}/queue
data_directory = ${home}/data
command_directory = ${root}/usr/sbin
daemon_directory = ${daemonsIn(root)}
shlib_directory = ${root}/usr/lib/postfix
meta_directory = ${root}/etc/postfix
import_environment = MAIL_CONFIG LD_LIBRARY_PATH
mail_owner = ${owner.name}
setgid_group = ${owner.group}
default_privs = nobody
maillog_file = ${home}/log
maillog_file_prefixes = ${home}
myhostname = mx.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 192.0.2.1
alias_maps =
alias_database =
local_recipient_maps =
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
message_size_limit = 200000
virtual_mailbox_domains = users.example
virtual_mailbox_maps = inline:{ {una@users.example = all} {slow@users.example = all} }
virtual_mailbox_base = ${home}/mail
virtual_uid_maps = static:${owner.id}
virtual_gid_maps = static:${owner.id}
virtual_minimum_uid = 1
smtpd_relay_restrictions = reject_unauth_destination
smtpd_sender_restrictions = check_sender_access inline:{
  {stranger@site.example = 553 5.7.1 not owned by user} }
# As a virus scanner before the queue does, it answers the end of some emails late.
smtpd_end_of_data_restrictions = check_recipient_access inline:{ {slow@users.example = sleep 2} }
`

const master = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
`

export type Postfix = { port: number; mailbox(): string; close(): Promise<void> }

/** Starts Postfix on a port of its own, which delivers to files and asks no DNS. */
export async function startPostfix(): Promise<Postfix> {
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-postfix-'))
  const root = findRoot()
  const port = await freePort()
  const queues = [
    ...['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming'],
    ...['maildrop', 'private', 'public', 'saved', 'trace'],
  ]
  const owned = ['data', 'mail', ...queues.map((name) => `queue/${name}`)]
  for (const name of ['', 'queue', 'queue/pid', ...owned]) {
    mkdirSync(path.join(home, name), { recursive: true, mode: 0o755 })
  }
  chmodSync(home, 0o755)
  for (const name of owned) chownSync(path.join(home, name), owner.id, owner.id)
  writeFileSync(path.join(home, 'main.cf'), main(home, root))
  writeFileSync(path.join(home, 'master.cf'), master(port))
  const env = { MAIL_CONFIG: home, ...librariesOf(root) }
  const program = path.join(daemonsIn(root), 'master')
  const postfix = await startServer(program, ['-d', '-c', home], port, env)
  return {
    port,
    mailbox() {
      const file = path.join(home, 'mail', 'all')
      return existsSync(file) ? readFileSync(file, 'utf8') : ''
    },
    async close() {
      await postfix.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
