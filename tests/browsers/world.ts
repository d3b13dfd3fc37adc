import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { LiveApp } from '#tests/support/live-app.ts'
import { faultsOf } from '#tests/support/page-faults.ts'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startOldChromium } from './old-chromium.ts'
import { openPage, type Page } from './page.ts'
import { startWebKit } from './webkit.ts'

type Browser = {
  start: (agent?: string) => Promise<Driver>
  /** Whether pages run in it. In the others they are as the server sends them. */
  runsPages: boolean
}

const browsers: Record<string, Browser> = {
  Firefox: { start: () => startFirefox(), runsPages: true },
  'Firefox without JavaScript': {
    start: () => startFirefox({ javaScript: false }),
    runsPages: false,
  },
  WebKit: { start: startWebKit, runsPages: true },
  'Chromium 103': { start: () => startOldChromium(103), runsPages: true },
  'Chromium 92': { start: () => startOldChromium(92), runsPages: false },
}

export const browserName = process.env.BROWSER ?? ''
const browser = browsers[browserName]
if (browser === undefined) throw new Error('Which browser? Run `npm run test:browsers`')
const { start } = browser
export const { runsPages } = browser
/** Whether a test can look at a page with a script of its own. */
export const runsScripts = browserName !== 'Firefox without JavaScript'
/** Whether the run has a network of its own, which a test can take away. */
export const canUnplug = process.env.OWN_NETWORK === 'true'
export const closesQuestions = browserName !== 'Chromium 92'

/**
 * Opens a window of the browser that this run is for, on an app, for the tests of one file. Only
 * WebKit can be given another user agent.
 */
export function onApp(
  startApp: () => Promise<LiveApp>,
  agent?: string,
): { app: LiveApp; page: Page } {
  const open = {} as { app: LiveApp; page: Page }
  beforeAll(async () => {
    open.app = await startApp()
    open.page = openPage(await start(agent), open.app.origin)
    await open.page.driver.send('resize', { width: 1280, height: 1000 })
  })
  afterEach(async ({ task }) => {
    const complaints = (await open.page.driver.takeComplaints?.()) ?? []
    const said = complaints.map((fault) => ({ page: task.name, fault }))
    expect(faultsOf('Firefox', said)).toEqual([])
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await open.page.picture(`test-results/${browserName}, ${task.name}.png`)
  })
  afterAll(async () => {
    await open.page?.driver.close()
    await open.app?.close()
  })
  return open
}
