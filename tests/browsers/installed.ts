import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

export const firefoxCommand = 'firefox-esr'

/** WebKitGTK's browser, that no folder of PATH has; null when it is not installed. */
export function findMiniBrowser(): string | null {
  return globSync('/usr/lib{,/*,exec}/webkit2gtk-4.*/MiniBrowser').sort().at(-1) ?? null
}

/** What a browser's run needs and this machine has not, and the Debian packages that have it. */
export type Missing = { commands: string[]; packages: string }

export function missingForFirefox(): Missing {
  return { commands: absent([firefoxCommand]), packages: 'firefox-esr' }
}

export function missingForWebKit(): Missing {
  const commands = absent(['WebKitWebDriver', 'Xvfb', 'openbox'])
  if (findMiniBrowser() === null) commands.push('MiniBrowser')
  return { commands, packages: 'webkit2gtk-driver xvfb openbox' }
}

/** Builds of these exist for Linux on x64 only. */
export function missingForOldChromium(): Missing {
  const runs = process.platform === 'linux' && process.arch === 'x64'
  return { commands: runs ? absent(['tar']) : ['Linux on x64'], packages: 'tar' }
}

function absent(commands: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(':')
  return commands.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))))
}
