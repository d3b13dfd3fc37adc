import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs Debian packages, as root on Debian; does nothing elsewhere. */
export function installPackages(names: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stdout.write(`\nInstalling Debian’s ${names.join(', ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...names],
  ]) {
    spawnSync('apt-get', args, { stdio: 'inherit', env })
  }
}
