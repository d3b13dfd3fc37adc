import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import { systemCallFilter } from './system-call-filter.ts'

/**
 * What the system keeps a confined program from.
 * `bubblewrap`: it sees no network, no files but its own code, and no other process.
 * `seccomp_landlock`: the kernel refuses it sockets, writing, signals, and files not its own code.
 * `seccomp`: the same, but it can read what this account can read.
 * `limits`: it can gain no rights and use only so much, but has the rights of this account.
 * `none`: the system offers nothing.
 */
export type Confinement = 'bubblewrap' | 'seccomp_landlock' | 'seccomp' | 'limits' | 'none'

/** A program to run confined. */
export type Program = {
  /** Absolute path. */
  command: string
  /** Arguments that make it load all its libraries and, without input, end with exit code 0. */
  probe: string[]
  /** Files and folders it needs besides the system's libraries. */
  readable: string[]
  /** Largest file it may write, in bytes: 0 for one that writes to pipes only. */
  fileBytes: number
  /** Largest heap, in bytes. */
  dataBytes: number
  cpuSeconds: number
}

export type Launcher = {
  kind: Confinement
  /** The command line that runs the program with these arguments, confined. */
  commandLine(args: readonly string[]): [command: string, ...args: string[]]
}

const PROBE_MS = 10_000

/** Where a dynamic loader finds libraries, on Debian, Fedora, Alpine, and NixOS. */
const LIBRARIES = [
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/lib',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/ssl/openssl.cnf',
  '/nix/store',
]

/**
 * Perl is part of every Debian and Ubuntu and can make any system call, which no other installed
 * program can: it gives up rights for good, then becomes the program it is given. Its arguments:
 * the number of prctl, the filter in hex, readable paths (one per line, '' for all), the program.
 */
const GIVE_UP_RIGHTS = `
my ($prctl, $hex, $paths) = splice(@ARGV, 0, 3);
sub must { $_[0] < 0 and exit 126; return $_[0] }
must(syscall($prctl + 0, 1, 9, 0, 0, 0));
must(syscall($prctl + 0, 38, 1, 0, 0, 0));
if ($paths ne '') {
  my $version = must(syscall(444, 0, 0, 1));
  my $rights = pack('Q', $version > 2 ? 0x7fff : $version > 1 ? 0x3fff : 0x1fff);
  my $rules = must(syscall(444, $rights, 8, 0));
  for my $path (split /\\n/, $paths) {
    sysopen(my $place, $path, 010000000) or next;
    my $rule = pack('Ql', -d $path ? 13 : 5, fileno($place));
    must(syscall(445, $rules, 1, $rule, 0));
  }
  must(syscall(446, $rules, 0));
}
my $filter = pack('H*', $hex);
my $program = pack('S x![P] P', length($filter) / 8, $filter);
must(syscall($prctl + 0, 22, 2, $program, 0, 0));
exec { $ARGV[0] } @ARGV;
exit 127;
`

/** The absolute path of a command in PATH; null when there is none. */
export function findCommand(name: string): string | null {
  for (const folder of (process.env.PATH ?? '/usr/bin:/bin').split(path.delimiter)) {
    const file = path.join(folder, name)
    if (path.isAbsolute(file) && isExecutable(file)) return file
  }
  return null
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** The ways to run the program that this system has the tools for, the strongest first. */
export function launchersFor(program: Program): Launcher[] {
  const { command, readable, fileBytes, dataBytes, cpuSeconds } = program
  const prlimit = findCommand('prlimit')
  const limits = prlimit
    ? [
        prlimit,
        '--core=0',
        `--fsize=${fileBytes}`,
        `--data=${dataBytes}`,
        `--cpu=${cpuSeconds}`,
        '--nofile=64',
        '--',
      ]
    : []
  const launcher = (kind: Confinement, ...wrapper: string[]): Launcher => ({
    kind,
    commandLine(args) {
      const [first = command, ...rest] = [...limits, ...wrapper, command, ...args]
      return [first, ...rest]
    },
  })
  const made: Launcher[] = []
  const bubblewrap = findCommand('bwrap')
  if (bubblewrap) {
    const visible = [...LIBRARIES, command, ...readable]
    made.push(
      launcher(
        'bubblewrap',
        bubblewrap,
        ...['--unshare-all', '--die-with-parent', '--clearenv', '--cap-drop', 'ALL'],
        ...['--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'],
        ...visible.flatMap((place) => ['--ro-bind-try', place, place]),
        ...['--remount-ro', '/', '--chdir', '/', '--'],
      ),
    )
  }
  const perl = findCommand('perl')
  const filter = systemCallFilter()
  if (perl && filter) {
    const visible = [...LIBRARIES, '/dev/null', '/dev/urandom', command, ...readable]
    const { prctl, program: bytes } = filter
    const giveUp = [perl, '-e', GIVE_UP_RIGHTS, String(prctl), bytes.toString('hex')]
    made.push(launcher('seccomp_landlock', ...giveUp, visible.join('\n')))
    made.push(launcher('seccomp', ...giveUp, ''))
  }
  const setpriv = findCommand('setpriv')
  if (setpriv && prlimit) {
    made.push(launcher('limits', setpriv, '--no-new-privs', '--pdeathsig', 'KILL', '--'))
  }
  if (prlimit) made.push(launcher('limits'))
  return made
}

/**
 * The strongest way to run the program that works here: tools may be installed and yet forbidden,
 * as bubblewrap is in most containers.
 */
export async function strongestLauncher(program: Program): Promise<Launcher> {
  for (const launcher of launchersFor(program)) {
    if (await starts(launcher.commandLine(program.probe))) return launcher
  }
  return { kind: 'none', commandLine: (args) => [program.command, ...args] }
}

/**
 * Limits for a program that needs the network and files of its own, so that nothing stronger will do.
 * The tools are tried out with this Node; the program itself isn't started, and its probe not used.
 */
export async function limitingLauncher(program: Program): Promise<Launcher> {
  const limiting = (one: Program) => launchersFor(one).filter(({ kind }) => kind === 'limits')
  const made = limiting(program)
  for (const [index, trial] of limiting({ ...program, command: process.execPath }).entries()) {
    const launcher = made[index]
    if (launcher !== undefined && (await starts(trial.commandLine(['--version'])))) return launcher
  }
  return { kind: 'none', commandLine: (args) => [program.command, ...args] }
}

function starts([command, ...args]: [string, ...string[]]): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { env: {}, cwd: '/', timeout: PROBE_MS, killSignal: 'SIGKILL' } as const
    const child = execFile(command, args, options, (error) => resolve(error === null))
    child.stdin?.on('error', () => {}).end()
  })
}
