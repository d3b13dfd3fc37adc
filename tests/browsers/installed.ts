import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { absenceOf, type OldVersion } from './old-chromium-files.ts'

export const firefoxCommand = 'firefox-esr'
/** Of own-network.ts. */
const forNetwork = ['unshare', 'ip']

/** WebKitGTK's browser, that no folder of PATH has; null when it is not installed. */
export function findMiniBrowser(): string | null {
  return globSync('/usr/lib{,/*,exec}/webkit2gtk-4.*/MiniBrowser').sort().at(-1) ?? null
}

/** Why a browser's run can't begin on this machine, or null, and the Debian packages that are missing. */
export type Needs = { absence: string | null; packages: string[] }

export function needsOfFirefox(): Needs {
  return needs(absent([firefoxCommand, ...forNetwork]), 'firefox-esr iproute2')
}

export function needsOfWebKit(): Needs {
  const commands = absent(['WebKitWebDriver', 'Xvfb', 'openbox', ...forNetwork])
  if (findMiniBrowser() === null) commands.push('MiniBrowser')
  // Without it WebKitGTK plays no clip, and the tests of clips are skipped.
  const decoder = '/usr/lib{,64,/*}/gstreamer-1.0/libgstlibav.so'
  if (globSync(decoder).length === 0) commands.push('libgstlibav.so')
  return needs(commands, 'webkit2gtk-driver gstreamer1.0-libav xvfb openbox iproute2')
}

export function needsOfOldChromium(version: OldVersion): Needs {
  const needed = needs(absent(['tar', ...forNetwork]), 'tar iproute2')
  return needed.absence === null ? { ...needed, absence: absenceOf(version) } : needed
}

function needs(commands: string[], packages: string): Needs {
  if (commands.length === 0) return { absence: null, packages: [] }
  return {
    absence: `${commands.join(', ')} not found. On Debian: apt-get install ${packages}`,
    packages: packages.split(' '),
  }
}

function absent(commands: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(':')
  return commands.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))))
}
