import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

const unpacked = path.resolve('node_modules/.cache/npm')

/**
 * Unpacks a package of the npm registry beside the project, so that `npm ci` stays quick. Returns its
 * folder; null where the registry or tar is missing.
 */
export function unpackNpmPackage(name: string): string | null {
  const folder = path.join(unpacked, name.replace('/', '+'))
  if (existsSync(folder)) return folder
  mkdirSync(unpacked, { recursive: true })
  const cwd = mkdtempSync(`${folder}-`)
  spawnSync('npm', ['pack', name, '--silent', '--pack-destination', cwd])
  const [archive = 'none'] = readdirSync(cwd)
  const { status } = spawnSync('tar', ['-xzf', archive, '--strip-components=1'], { cwd })
  // Another test may have been quicker.
  if (status === 0 && !existsSync(folder)) renameSync(cwd, folder)
  else rmSync(cwd, { recursive: true })
  return existsSync(folder) ? folder : null
}
