import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tests/support/browser.ts'

const executablePath = findBrowser()

// Some tests import rules of the app, which open a database: never the one that is developed with.
process.env.DATA_DIR = path.resolve('test-results/data')

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/fresh-build.ts',
  outputDir: 'test-results',
  // Limits end what hangs: a busy machine takes several times as long as a quiet one.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 2,
  reporter: process.env.CI ? [['line'], ['json', { outputFile: 'test-results/e2e.json' }]] : 'list',
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
