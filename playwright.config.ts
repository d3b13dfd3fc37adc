import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tests/support/browser.ts'
import { circle, gateTag, leftOut, wholeTag } from './tests/support/circles.ts'
import { limits } from './tests/support/limits.ts'

const executablePath = findBrowser()

const left = leftOut('tests/e2e/**/*.spec.ts').map((file) => path.resolve(file))

// Some tests import rules of the app, which open a database: never the one that is developed with.
process.env.DATA_DIR = path.resolve('test-results/data')

export default defineConfig({
  testDir: 'tests/e2e',
  projects:
    circle === 'all'
      ? [{ name: 'all' }]
      : [
          { name: 'gate', testIgnore: left, grepInvert: new RegExp(`@${wholeTag}\\b`) },
          { name: 'of whole files', testMatch: left, grep: new RegExp(`@${gateTag}\\b`) },
        ],
  globalSetup: ['./tests/support/fresh-build.ts', './tests/support/template-database.ts'],
  outputDir: 'test-results',
  timeout: limits.browserTest,
  expect: { timeout: limits.browserExpectation },
  fullyParallel: false,
  workers: availableParallelism(),
  // tests/run.ts names the file of the report.
  reporter: [
    [process.env.CI ? 'line' : 'list'],
    ...(process.env.BROWSER_TESTS_REPORT
      ? [['json', { outputFile: process.env.BROWSER_TESTS_REPORT }] as const]
      : []),
  ],
  use: {
    browserName: 'chromium',
    acceptDownloads: true,
    // A test's own routes don't see what a worker fetches; offline.spec.ts lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording takes a third of the time. To look at a failure: `npx playwright test FILE --trace on`.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      args: browserFlags,
    },
  },
})
