// @module-tag process
import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Confinement,
  findCommand,
  type Launcher,
  launchersFor,
  type Program,
  strongestLauncher,
} from '#app/download/audio/confinement.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'confinement-'))
const secret = path.join(folder, 'session-secret')
writeFileSync(secret, 'keep this')
chmodSync(secret, 0o600)

const script = path.resolve('tests/download/audio/break-out.mjs')
const node: Program = {
  command: process.execPath,
  probe: ['--version'],
  readable: [script],
  fileBytes: 1_000_000,
  dataBytes: 1_000_000_000,
  cpuSeconds: 60,
}

let connections = 0
const server = createServer((_, response) => response.end('#EXTM3U\n'))
server.on('connection', () => {
  connections += 1
})
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function run([command, ...args]: [string, ...string[]], input = '') {
  return new Promise<{ code: unknown; stdout: string }>((resolve) => {
    const options = { env: {}, cwd: '/', timeout: 20_000 }
    const child = execFile(command, args, options, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    )
    child.stdin?.on('error', () => {}).end(input)
  })
}

/** What a program manages to do that was started like this. */
async function attempts(launcher: Launcher): Promise<Record<string, string>> {
  const victim = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => victim.once('exit', resolve))
  try {
    const written = path.join(folder, 'written')
    const args = [script, secret, written, String(port), String(victim.pid)]
    const { stdout } = await run(launcher.commandLine(args))
    const found = JSON.parse(stdout) as Record<string, string>
    expect([launcher.kind, existsSync(written)]).toEqual([launcher.kind, found.write === 'done'])
    rmSync(written, { force: true })
    return found
  } finally {
    victim.kill('SIGKILL')
    await gone
  }
}

const free: Launcher = { kind: 'none', commandLine: (args) => [node.command, ...args] }
const everything = ['read', 'write', 'connect', 'start', 'signal', 'allocate'] as const
const kept: Record<Confinement, readonly string[]> = {
  bubblewrap: ['read', 'write', 'connect', 'signal', 'allocate'],
  seccomp_landlock: everything,
  seccomp: ['write', 'connect', 'start', 'signal', 'allocate'],
  limits: ['allocate'],
  none: [],
}

describe.runIf(process.platform === 'linux')('what a confined program can’t do', () => {
  test('an unconfined one can do all of it', async () => {
    const done = Object.fromEntries(everything.map((what) => [what, 'done']))
    expect(await attempts(free)).toEqual(done)
    expect(connections).toBe(1)
  })

  test('S15: each way to confine the audio worker keeps what it promises', async () => {
    const works: Confinement[] = []
    for (const launcher of launchersFor(node)) {
      if ((await run(launcher.commandLine(node.probe))).code !== 0) {
        process.stderr.write(`\nNOT TESTED: ${launcher.kind} does not work on this machine\n\n`)
        continue
      }
      works.push(launcher.kind)
      const before = connections
      const found = await attempts(launcher)
      const refused = kept[launcher.kind].filter((what) => found[what] === 'done')
      expect([launcher.kind, refused]).toEqual([launcher.kind, []])
      if (kept[launcher.kind].includes('connect')) expect(connections).toBe(before)
    }
    expect((await strongestLauncher(node)).kind).toBe(works[0] ?? 'none')
  })

  test('S15: an ffmpeg misled by a playlist opens no URL and no file', async () => {
    const ffmpeg = findCommand('ffmpeg')
    if (ffmpeg === null) {
      process.stderr.write('\nNOT TESTED: no ffmpeg command is installed here\n\n')
      return
    }
    const program: Program = { ...node, command: ffmpeg, probe: ['-version'], readable: [] }
    // Everything that the worker forbids FFmpeg is allowed here, so that only the system refuses.
    const args = (input: string) => [
      ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,http,tcp,pipe,data'],
      ...['-allowed_extensions', 'ALL', '-f', 'hls', '-i', 'pipe:0'],
      ...['-map', '0', '-c', 'copy', '-f', input, 'pipe:1'],
    ]
    const list = (address: string) =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${address}\n#EXT-X-ENDLIST\n`
    const lure = list(`http://127.0.0.1:${port}/a.ts`)
    const before = connections
    await run([ffmpeg, ...args('mpegts')], lure)
    expect(connections).toBeGreaterThan(before)

    const clip = path.join(folder, 'clip.ts')
    await run([
      ffmpeg,
      ...`-i ${path.resolve('app/download/extraction/demo/clip.mp4')} -c copy ${clip}`.split(' '),
    ])
    const copied = (await run([ffmpeg, ...args('mpegts')], list(`file:${clip}`))).stdout.length
    expect(copied).toBeGreaterThan(100_000)

    const launcher = await strongestLauncher(program)
    const opened = connections
    for (const address of [`http://127.0.0.1:${port}/a.ts`, `file:${clip}`]) {
      const { stdout } = await run(launcher.commandLine(args('mpegts')), list(address))
      if (kept[launcher.kind].includes('read')) expect(stdout).toHaveLength(0)
    }
    if (kept[launcher.kind].includes('connect')) expect(connections).toBe(opened)
  })
})

test('a system without any tool to confine says so, and runs the program', async () => {
  const impossible = { ...node, command: process.execPath, probe: ['--no-such-option'] }
  const launcher = await strongestLauncher(impossible)
  expect(launcher.kind).toBe('none')
  expect(launcher.commandLine(['-v'])).toEqual([process.execPath, '-v'])
})
