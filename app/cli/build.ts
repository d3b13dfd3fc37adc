import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { lockBuild } from './build-lock.ts'

/** Builds the app unless the sources are unchanged since the last build. Run by `npm start`. */

const stampFile = 'build/sources'
const sources = [
  'app/**/*',
  'db/**/*',
  'public/**/*',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

if (!isFresh(fingerprint())) {
  const unlock = lockBuild('replace')
  // Another process may have built it meanwhile.
  const stamp = fingerprint()
  if (!isFresh(stamp)) build(stamp)
  unlock()
}

function isFresh(stamp: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

/** Builds the app. An interrupted build leaves no stamp, so the next start builds again. */
function build(stamp: string): void {
  rmSync(stampFile, { force: true })
  const cli = path.resolve('node_modules/@react-router/dev/bin.cjs')
  process.stdout.write('Building the app …\n')
  const { status } = spawnSync(
    process.execPath,
    [...process.execArgv, cli, 'build', '--logLevel', 'warn'],
    {
      stdio: 'inherit',
      // The service worker's version.
      env: { ...process.env, NODE_ENV: 'production', VITE_BUILD: stamp.slice(0, 16) },
    },
  )
  if (status !== 0) process.exit(status ?? 1)
  compressAssets()
  writeFileSync(stampFile, stamp)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((pattern) => globSync(pattern)).sort()
  for (const file of files) {
    if (statSync(file).isFile()) hash.update(file).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Compresses once at the best level, so that no request has to. */
function compressAssets(): void {
  for (const file of globSync('build/client/**/*.{js,css,svg,html,txt,json,webmanifest}')) {
    const bytes = readFileSync(file)
    if (bytes.length < 860) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
