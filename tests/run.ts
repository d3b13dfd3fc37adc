import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { findBrowser } from './support/browser.ts'
import { chosenTests } from './support/chosen-tests.ts'
import { installPackages } from './support/debian-packages.ts'
import { installPostgres } from './support/postgres-cluster.ts'
import { type Result, runStep, type Step, summarize } from './support/steps.ts'

/**
 * `npm test`: every check and test, the quick ones first. The last lines say which of them failed.
 * `npm test -- PATH …` runs those test files or folders alone. `TEST_ENGINE=postgres` in front of it
 * has all files about stored data run on PostgreSQL, instead of a few of them after SQLite.
 */

const bin = (name: string) => `node_modules/.bin/${name}`

const everything: Step[] = [
  { name: 'format and lint', command: bin('biome'), args: ['check', '--error-on-warnings'] },
  { name: 'route types', command: bin('react-router'), args: ['typegen'] },
  { name: 'types', command: bin('tsc'), args: [] },
  {
    name: 'import rules',
    command: bin('depcruise'),
    args: ['app', 'db', '--config', 'lint/rooms.js'],
  },
  { name: 'unused code', command: bin('knip'), args: [] },
  { name: 'build', command: process.execPath, args: ['app/cli/build.ts'] },
]
const report = 'test-results/unit-tests.json'
const unitTests: Step = {
  name: 'unit and integration tests',
  command: bin('vitest'),
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
}

const Outcome = z.object({ status: z.string() })
const Report = z.object({
  testResults: z.array(
    Outcome.extend({
      name: z.string(),
      assertionResults: z.array(Outcome.extend({ fullName: z.string() })),
    }),
  ),
})

const chosen = chosenTests(process.argv.slice(2))
const results: Result[] = []
if (chosen === null) {
  installPostgres()
  results.push(...everything.map(runStep), runUnitTests(), runInBrowser([]))
} else {
  for (const args of chosen.vitest) {
    const name = args[0] === '--project' ? `tests: ${args[1]}` : 'tests in folders'
    results.push(runStep({ name, command: bin('vitest'), args: ['run', ...args] }))
  }
  if (chosen.playwright !== null) results.push(runInBrowser(chosen.playwright))
}
process.exitCode = summarize(results)

/** The names of failed tests are repeated in the last lines: the output is thousands of lines long. */
function runUnitTests(): Result {
  rmSync(report, { force: true })
  const outcome = runStep(unitTests)
  if (outcome.result === 'passed' || !existsSync(report)) return outcome
  const files = Report.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults
  const failed = files.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0) return status === 'failed' ? [name] : []
    return tests.map(({ fullName }) => `${name}: ${fullName}`)
  })
  return { ...outcome, reason: failed.map((name) => `\n         ${name}`).join('') }
}

function runInBrowser(files: string[]): Result {
  const name = 'browser tests'
  const browser = findBrowser() ?? installBrowser()
  if (browser === null) {
    const reason =
      'no browser could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH.'
    return { name, result: 'FAILED', reason }
  }
  process.stdout.write(`\nThe browser tests use ${browser}\n`)
  return runStep({
    name,
    command: bin('playwright'),
    args: ['test', ...files],
    // They use SQLite, whatever the others do.
    env: { CHROMIUM_PATH: browser, TEST_ENGINE: '' },
  })
}

/** Installs a browser: Playwright's installer first, then Debian's package. Null if neither works. */
function installBrowser(): string | null {
  process.stdout.write('\nNo browser was found: installing Playwright’s Chromium\n')
  const playwright = spawnSync(bin('playwright'), ['install', '--with-deps', 'chromium'], {
    stdio: 'inherit',
    timeout: 240_000,
  })
  if (playwright.status === 0 && existsSync(chromium.executablePath())) {
    return chromium.executablePath()
  }
  installPackages(['chromium'])
  return findBrowser()
}
