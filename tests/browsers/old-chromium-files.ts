import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { unpackNpmPackage } from '#tests/support/npm-package.ts'

/** Packages whose `bin` has a whole Chromium for Linux on x64, compressed. */
const packages = { 92: 'chrome-aws-lambda@10.1.0', 103: '@sparticuz/chromium@103.0.0' }

export type OldVersion = keyof typeof packages

/** How a Chromium of 2021 or 2022 is started, with a home folder of its own. */
export function commandOf(version: OldVersion, home: string) {
  const folder = unpacked(version)
  if (folder === null) throw new Error(`${packages[version]} couldn’t be downloaded`)
  return {
    command: path.join(folder, 'chromium'),
    args: [
      ...['--headless', '--no-sandbox', '--single-process', '--no-zygote'],
      ...['--in-process-gpu', '--use-gl=swiftshader', `--user-data-dir=${home}`],
    ],
    env: { PATH: process.env.PATH, HOME: home, LD_LIBRARY_PATH: path.join(folder, 'lib') },
  }
}

/** Why it can't run on this machine; null if it can. */
export function absenceOf(version: OldVersion): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'It’s built for Linux on x64 only.'
  if (unpacked(version) === null) return `npm and tar don’t give ${packages[version]}.`
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-chromium-'))
  const { command, args, env } = commandOf(version, home)
  const { stdout } = spawnSync(command, [...args, '--dump-dom', 'about:blank'], {
    encoding: 'utf8',
    timeout: 90_000,
    env,
  })
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  return stdout.includes('<body>') ? null : `${packages[version]} doesn’t start here.`
}

/** The folder of a version's browser, downloaded and unpacked the first time; null without it. */
function unpacked(version: OldVersion): string | null {
  const target = path.resolve('node_modules/.cache/old-browsers', `chromium-${version}`)
  if (existsSync(target)) return target
  const from = unpackNpmPackage(packages[version])
  if (from === null) return null
  const work = `${target}.new`
  rmSync(work, { recursive: true, force: true })
  // Chromium 92 looks for its graphics in a folder of their own, 103 beside itself.
  mkdirSync(path.join(work, 'swiftshader'), { recursive: true })
  const unpack = (file: string) => brotliDecompressSync(readFileSync(path.join(from, 'bin', file)))
  writeFileSync(path.join(work, 'chromium'), unpack('chromium.br'), { mode: 0o755 })
  for (const [tar, folders] of [
    ['aws.tar', ['']],
    ['swiftshader.tar', ['', 'swiftshader']],
  ] as const) {
    for (const folder of folders) {
      spawnSync('tar', ['-xf', '-', '-C', path.join(work, folder)], { input: unpack(`${tar}.br`) })
    }
  }
  renameSync(work, target)
  return target
}
