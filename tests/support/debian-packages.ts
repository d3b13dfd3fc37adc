import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs Debian packages, as root on Debian; does nothing elsewhere. */
export function installPackages(names: string[]): void {
  if (!canInstall()) return
  process.stdout.write(`\nInstalling Debian’s ${names.join(', ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...names],
  ]) {
    spawnSync('apt-get', args, { stdio: 'inherit', env })
  }
}

const unpacked = path.resolve('node_modules/.cache/debian')

/**
 * Unpacks Debian packages and the libraries that the machine lacks for them beside the project, as
 * root on Debian: installing a server would start it. Returns their folder; null elsewhere.
 */
export function unpackPackages(names: string[]): string | null {
  const folder = path.join(unpacked, names.join('+'))
  if (existsSync(folder)) return folder
  if (!canInstall()) return null
  spawnSync('apt-get', ['update', '-q'])
  const install = ['install', '-s', '--reinstall', '--no-install-recommends', ...names]
  const { stdout, error } = spawnSync('apt-get', install, { encoding: 'utf8' })
  if (error !== undefined) return null
  const needed = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
  mkdirSync(unpacked, { recursive: true })
  const cwd = mkdtempSync(`${folder}-`)
  spawnSync('apt-get', ['download', '-q', ...needed], { cwd })
  const files = globSync('*.deb', { cwd })
  for (const file of files) spawnSync('dpkg', ['-x', file, '.'], { cwd })
  // Another test may have been quicker.
  if (files.length > 0 && !existsSync(folder)) renameSync(cwd, folder)
  else rmSync(cwd, { recursive: true })
  return existsSync(folder) ? folder : null
}
