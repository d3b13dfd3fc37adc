import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

export const firefoxCommand = 'firefox-esr'
/** Of own-network.ts. */
const forNetwork = ['unshare', 'ip']

/** WebKitGTK's browser, that no folder of PATH has; null when it is not installed. */
export function findMiniBrowser(): string | null {
  return globSync('/usr/lib{,/*,exec}/webkit2gtk-4.*/MiniBrowser').sort().at(-1) ?? null
}

/** What a browser's run needs and this machine has not, and the Debian packages that have it. */
export type Missing = { commands: string[]; packages: string }

export function missingForFirefox(): Missing {
  return { commands: absent([firefoxCommand, ...forNetwork]), packages: 'firefox-esr iproute2' }
}

export function missingForWebKit(): Missing {
  const commands = absent(['WebKitWebDriver', 'Xvfb', 'openbox', ...forNetwork])
  if (findMiniBrowser() === null) commands.push('MiniBrowser')
  // Without it WebKitGTK plays no clip, and the tests of clips are skipped.
  const decoder = '/usr/lib{,64,/*}/gstreamer-1.0/libgstlibav.so'
  if (globSync(decoder).length === 0) commands.push('libgstlibav.so')
  const packages = 'webkit2gtk-driver gstreamer1.0-libav xvfb openbox iproute2'
  return { commands, packages }
}

/** Builds of these exist for Linux on x64 only. */
export function missingForOldChromium(): Missing {
  const runs = process.platform === 'linux' && process.arch === 'x64'
  return {
    commands: runs ? absent(['tar', ...forNetwork]) : ['Linux on x64'],
    packages: 'tar iproute2',
  }
}

function absent(commands: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(':')
  return commands.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))))
}
