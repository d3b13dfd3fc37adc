import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** CHROMIUM_PATH, then a browser of the system, then Playwright's own; null when there is none. */
export function findBrowser(): string | null {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && given !== '') return given
  const folders = (process.env.PATH ?? '').split(':')
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ]
  return candidates.find((file) => existsSync(file)) ?? null
}

/** What a browser is started with in a test: without a sandbox under root, and without chatter. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]
