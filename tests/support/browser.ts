import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Returns CHROMIUM_PATH, a system browser, or Playwright's own; null without any. */
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

/**
 * Chromium builds a window for each test: the address bar's suggestions are two pages of their own,
 * and a process waits for a next page. The others are those of
 * Playwright's `chromiumSwitches` that matter here, since Chromium takes the last list alone.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
]

/**
 * Browser flags for tests: no sandbox under root, and little output. The processor draws either way:
 * a graphics chip that it imitates would cost it more.
 */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join()}`,
]
