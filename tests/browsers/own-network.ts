import { spawnSync } from 'node:child_process'

export type CommandLine = [command: string, args: string[]]

/** The card that browsers see in a network of their own. Nothing answers; names fail at once. */
const card = 'net0'
const route = ['route', 'add', 'default', 'via', '192.0.2.1']
const namespace = process.getuid?.() === 0 ? ['--net'] : ['--map-root-user', '--net']
const begin = [
  'ip link set lo up',
  `ip link add ${card} type veth peer name ${card}-end`,
  `ip link set ${card}-end up`,
  `ip address add 192.0.2.2/24 dev ${card}`,
  `ip link set ${card} up`,
  ['ip', ...route].join(' '),
  'ip rule add ipproto udp dport 53 prohibit priority 1',
  'exec "$0" "$@"',
].join(' && ')

/**
 * The command line that runs a command in a network of its own: with this machine's own servers, and
 * a card that `unplug` can turn off. Null where containers allow none.
 */
export function inOwnNetwork(command: string, args: string[]): CommandLine | null {
  const inside = (...line: string[]) => [...namespace, 'sh', '-c', begin, ...line]
  if (spawnSync('unshare', inside('true')).status !== 0) return null
  return ['unshare', inside(command, ...args)]
}

/** Takes the network away, as a browser sees it: its servers on this machine still answer. */
export function unplug(): void {
  ip('link', 'set', card, 'down')
}

/** Gives it back. */
export function plugIn(): void {
  ip('link', 'set', card, 'up')
  ip(...route)
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
