import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeBase, npmMounts, npmPackage } from './image-base.ts'

export const noPodman =
  'It needs Podman on Linux, with npm from the Node.js project. On Debian: apt-get install podman netavark catatonit.'

export function hasPodman(): boolean {
  if (process.platform !== 'linux' || npmPackage() === null) return false
  return spawnSync('podman', ['--version']).status === 0
}

const base = 'localhost/cleanclip-base'
export const image = 'localhost/cleanclip-image'

export type Ended = { code: number; out: string; err: string }

/** A build installs all packages twice, and its layers are large to remove. */
const buildMs = 2_400_000
const commandMs = 180_000

/** What compose.yaml says, as Podman's flags. */
const closedBy = [
  ['read_only: true', '--read-only', '--read-only-tmpfs=false'],
  ['- /tmp:size=300m', '--tmpfs=/tmp:size=300m'],
  ['init: true', '--init'],
  ['cap_drop: [ALL]', '--cap-drop=all'],
  ['- no-new-privileges:true', '--security-opt=no-new-privileges'],
]
const limitedBy = [
  ['mem_limit: 2g', '--memory=2g'],
  ['pids_limit: 200', '--pids-limit=200'],
  ['cpu_shares: 512', '--cpu-shares=512'],
]

function flagsOf(rows: string[][]): string[] {
  const lines = readFileSync('compose.yaml', 'utf8').split('\n')
  return rows.flatMap(([line = '', ...flags]) => {
    if (lines.some((found) => found.trim() === line)) return flags
    throw new Error(`compose.yaml no longer says "${line}"`)
  })
}

/**
 * Returns the first flags that run a container here. Machines without cgroups of version 2 need
 * another runtime, those that can't raise hard limits need lower ones than Podman's own, and some
 * give a container no limits at all.
 */
async function whatRuns(podman: (args: string[]) => Promise<Ended>) {
  const low = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024']
  const choices = [flagsOf(limitedBy), []].flatMap((limits) =>
    [[], ['--runtime', 'runc']].flatMap((runtime) =>
      [[], low].map((ulimit) => ({ runtime, ulimit, limits })),
    ),
  )
  const refusals: string[] = []
  for (const choice of choices) {
    const { runtime, ulimit, limits } = choice
    const { code, err } = await podman([
      ...[...runtime, 'run', '--rm', '--init', ...ulimit, ...limits, base, 'env'],
    ])
    if (code === 0) return choice
    refusals.push(err)
  }
  throw new Error(`Podman runs no container here:\n${refusals.join('')}`)
}

export type Podman = Awaited<ReturnType<typeof openPodman>>

/**
 * Podman with a storage of its own, so that nothing else of the machine's is used or removed, and a
 * base image in it that is made from this machine's files.
 */
export async function openPodman() {
  const cache = path.resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'podman-'))
  // Podman refuses long paths for this one.
  const runFolder = mkdtempSync(path.join(tmpdir(), 'cleanclip-run-'))
  const global = ['--root', path.join(folder, 'storage'), '--runroot', runFolder]
  const podman = (args: string[], input = '', timeout = commandMs): Promise<Ended> =>
    run('podman', [...global, ...args], input, timeout)

  /** Throws if the command fails. Returns what it prints. */
  async function must(args: string[], input = '', timeout = commandMs): Promise<string> {
    const { code, out, err } = await podman(args, input, timeout)
    if (code === 0) return out
    throw new Error(`podman ${args.join(' ')}: exit ${code}\n${out}\n${err}`)
  }

  async function remove(): Promise<void> {
    for (const what of [['rm', '--time=0'], ['volume', 'rm'], ['rmi']]) {
      await podman([...what, '--all', '--force'], '', buildMs)
    }
    // Without root, some files belong to accounts that only Podman can act as.
    if (process.getuid?.() !== 0) await podman(['unshare', 'rm', '-rf', folder])
    else spawnSync('umount', ['--quiet', path.join(folder, 'storage/overlay')])
    for (const one of [folder, runFolder]) rmSync(one, { recursive: true, force: true })
  }

  const { runtime, ulimit, limits } = await prepare().catch(async (error) => {
    await remove()
    throw error
  })
  global.push(...runtime)

  async function prepare() {
    await must(['import', makeBase(folder), base])
    return whatRuns((args) => podman(args))
  }

  return {
    podman,
    must,
    /** Builds the Dockerfile of a folder; returns the image's ID. */
    async build(context: string): Promise<string> {
      const args = [
        // Podman's own format has no health check.
        ...['build', '--quiet', '--format', 'docker', '--build-arg', `BASE=${base}`],
        // A registry or proxy can be on this machine.
        ...['--network', 'host', '--security-opt', 'label=disable', ...ulimit],
        ...npmMounts(folder).flatMap((mount) => ['--volume', mount]),
        ...['--tag', image, context],
      ]
      return (await must(args, '', buildMs)).trim().split('\n').at(-1) ?? ''
    },
    /** The flags that `docker compose` runs a container with, by compose.yaml. */
    flags: (volume: string) => [
      ...[...flagsOf(closedBy), ...limits, ...ulimit, '--volume', `${volume}:/data`],
      ...['--env', 'EXTRACTION_SOURCES=demo'],
    ],
    /** The image's size without its base's, in bytes. */
    async ownBytes(): Promise<number> {
      const sizes = await must(['image', 'inspect', '--format', '{{.Size}}', image, base])
      const [all = 0, ofBase = 0] = sizes.trim().split('\n').map(Number)
      return all - ofBase
    },
    /** Everything that `.dockerignore` lets in, and docs, readable for this account alone. */
    copyContext(): string {
      const context = path.join(folder, 'context')
      const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
      const listed = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
      for (const name of ['Dockerfile', '.dockerignore', 'docs', ...listed]) {
        cpSync(name, path.join(context, name), { recursive: true })
      }
      spawnSync('chmod', ['-R', 'go=', context])
      return context
    },
    folder,
    remove,
  }
}

function run(command: string, args: string[], input: string, timeout: number): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { timeout, maxBuffer: 64_000_000, encoding: 'utf8' } as const
    const child = execFile(command, args, options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, out, err })
    })
    child.stdin?.end(input)
  })
}
