import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Where Node's own releases are, with a list of their SHA-256 hashes. */
const releases = 'https://nodejs.org/dist'
const mostBytes = 200 * 1024 ** 2
const waitMs = 120_000

/** `same` is null if the release couldn't be reached. */
export type Comparison = { same: boolean | null; text: string }

/**
 * Compares the Node binaries in `node_modules`, which others than the Node.js project pack for npm, with
 * those of nodejs.org: the archive by the official SHASUMS256.txt, then the binary with the archive's.
 */
export async function compareNodeBinaries(
  origin = releases,
  folders = globSync('node_modules/node-{bin-,}{linux,darwin,win}-*'),
): Promise<Comparison[]> {
  return Promise.all(folders.map((folder) => compare(origin, folder)))
}

async function compare(origin: string, folder: string): Promise<Comparison> {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    name: string
    version: string
  }
  const system = name.replace(/^node-(bin-)?/, '')
  const release = `v${version}`
  const isWindows = system.startsWith('win-')
  const file = isWindows ? `${system}/node.exe` : `node-${release}-${system}.tar.gz`
  const what = `${name} ${version}`
  try {
    const sums = (await download(`${origin}/${release}/SHASUMS256.txt`)).toString()
    const [sum] =
      sums
        .split('\n')
        .find((line) => line.endsWith(`  ${file}`))
        ?.split(' ') ?? []
    if (sum === undefined) return differs(what, `SHASUMS256.txt doesn't list ${file}`)
    const archive = await download(`${origin}/${release}/${file}`)
    if (sha256(archive) !== sum) return differs(what, `${file} isn't what SHASUMS256.txt says`)
    const official = isWindows ? archive : fileIn(gunzipSync(archive), '/bin/node')
    if (official === null) return differs(what, `${file} has no bin/node`)
    const packed = ['bin/node', 'bin/node.exe'].find((path) => existsSync(`${folder}/${path}`))
    if (packed === undefined) return differs(what, 'the package has no binary')
    return sha256(readFileSync(`${folder}/${packed}`)) === sha256(official)
      ? { same: true, text: `${what} is the binary of nodejs.org.` }
      : differs(what, 'its binary is another than the one of nodejs.org')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { same: null, text: `${what} was not compared: ${origin} can't be reached (${reason}).` }
  }
}

function differs(what: string, why: string): Comparison {
  return { same: false, text: `DON'T USE ${what}: ${why}.` }
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(waitMs) })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (bytes.length > mostBytes) throw new Error(`${url} is too large`)
  return bytes
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns the file of a tar archive whose name ends so; null without one. */
function fileIn(tar: Buffer, ending: string): Buffer | null {
  for (let at = 0; at + 512 <= tar.length; ) {
    const field = (from: number, length: number) =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const name = field(0, 100)
    const size = Number.parseInt(field(124, 12), 8) || 0
    if (name === '') return null
    if (name.endsWith(ending)) return tar.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return null
}
