import { rmSync } from 'node:fs'
import path from 'node:path'
import { absentTools } from './support/absent-tools.ts'
import { findBrowser } from './support/browser.ts'
import { type ChosenTests, chosenTests } from './support/chosen-tests.ts'
import { gateTag, wholeTag } from './support/circles.ts'
import { installPackages } from './support/debian-packages.ts'
import { runOtherBrowsers } from './support/other-browsers.ts'
import { hasPodman, noPodman } from './support/podman.ts'
import { absence, findPostgres, installPostgres } from './support/postgres-cluster.ts'
import { createSecondChances } from './support/second-chance.ts'
import { missing, type Result, runStep, type Step, summarize } from './support/steps.ts'
import { readMessages, readPlaywrightReport, readVitestReport } from './support/test-reports.ts'

/**
 * `npm test`: the gate, all checks and the tests that each change has to pass. `npm run test:all`
 * runs every test, `npm test -- PATH …` those files or folders alone. All steps run even after one
 * that failed; the last lines are a table of them and the red tests. docs/testing.md says more.
 * `TEST_ENGINE=postgres` in front of a path has its tests run on PostgreSQL.
 */

const bin = (name: string) => `node_modules/.bin/${name}`

const checks: Step[] = [
  { name: 'format and lint', command: bin('biome'), args: ['check', '--error-on-warnings'] },
  { name: 'route types', command: bin('react-router'), args: ['typegen'] },
  { name: 'types', command: bin('tsc'), args: [] },
  {
    name: 'import rules',
    command: bin('depcruise'),
    args: ['app', 'db', '--config', 'lint/rooms.js'],
  },
  { name: 'unused code', command: bin('knip'), args: [] },
]
const build: Step = { name: 'build', command: process.execPath, args: ['app/cli/build.ts'] }

// Outside of Playwright's folder, which it empties.
const unitReport = 'node_modules/.cache/unit-tests.json'
const errorsReport = 'node_modules/.cache/errors-outside-tests.json'
const errorsReporter = path.join(import.meta.dirname, 'support/errors-outside-tests.ts')
const browserReport = 'node_modules/.cache/browser-tests.json'

// Compiled once for all the processes that load the same code.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/compiled')

const noBrowser =
  'No Chromium or Chrome was found. On Debian: apt-get install chromium. Or set CHROMIUM_PATH.'

const [first, ...rest] = process.argv.slice(2)
const runsAll = first === '--all' && rest.length === 0
const chosen = runsAll ? null : chosenTests(process.argv.slice(2))
process.exitCode = summarize(
  chosen === null ? runCircle(runsAll ? 'all' : 'gate') : runOnly(chosen),
)

function runCircle(circle: 'gate' | 'all'): Result[] {
  process.env.TEST_CIRCLE = circle
  const results = checks.map(runStep)
  const built = runStep(build)
  results.push(built)
  const canRun = built.result === 'passed'
  const run = createSecondChances()

  if (circle === 'all') {
    results.push(...absentTools().map(({ name, reason }) => missing(name, reason)))
  }
  installPostgres()
  if (findPostgres() === null) results.push(missing('tests on PostgreSQL', absence))
  const unitTests = canRun ? 'unit and integration tests' : 'tests that need no build'
  const ofGate = `(!${wholeTag} || ${gateTag})`
  const tags = [...(canRun ? [] : ['!process']), ...(circle === 'gate' ? [ofGate] : [])]
  const filter = tags.length === 0 ? [] : [`--tags-filter=${tags.join(' && ')}`]
  results.push(run((alone) => runVitest(unitTests, filter, alone)))

  if (findBrowser() === null) installPackages(['chromium'])
  const browser = findBrowser()
  const browserTests = 'browser tests'
  if (!canRun) results.push(skipped(browserTests, 'needs the build'))
  else if (browser === null) results.push(missing(browserTests, noBrowser))
  else results.push(run((alone) => runPlaywright(browserTests, browser, alone)))

  if (circle === 'all') {
    if (canRun) results.push(...runOtherBrowsers(run))
    else results.push(skipped('journeys in other browsers', 'needs the build'))
    if (!hasPodman()) results.push(skipped('tests of the container image', noPodman))
  }
  return results
}

function runVitest(name: string, args: string[], alone: string[] | null) {
  for (const report of [unitReport, errorsReport]) rmSync(report, { force: true })
  const step = runStep({
    name: alone === null ? name : `${name}, alone`,
    command: bin('vitest'),
    args: [
      ...['run', '--reporter=default', `--reporter=${errorsReporter}`],
      ...['--reporter=json', `--outputFile.json=${unitReport}`],
      ...args,
      ...(alone === null ? [] : ['--maxWorkers=1', ...alone]),
    ],
    env: { ERRORS_OUTSIDE_TESTS: errorsReport },
  })
  const files = readVitestReport(unitReport)
  return { step: { ...step, name }, files, errors: readMessages(errorsReport) }
}

function runPlaywright(name: string, browser: string, alone: string[] | null) {
  rmSync(browserReport, { force: true })
  const step = runStep({
    name: alone === null ? name : `${name}, alone`,
    command: bin('playwright'),
    args: ['test', ...(alone === null ? [] : ['--last-failed', '--workers=1'])],
    env: {
      CHROMIUM_PATH: browser,
      BROWSER_TESTS_REPORT: browserReport,
      // They use SQLite, whatever the others do.
      TEST_ENGINE: '',
    },
  })
  return { step: { ...step, name }, ...readPlaywrightReport(browserReport) }
}

function runOnly({ vitest, playwright }: ChosenTests): Result[] {
  // What is named runs, whichever circle it is in.
  process.env.TEST_CIRCLE = 'all'
  const results = vitest.map((args) => {
    const name = args[0] === '--project' ? `tests: ${args[1]}` : 'tests in folders'
    return runStep({ name, command: bin('vitest'), args: ['run', ...args] })
  })
  if (playwright === null) return results
  if (findBrowser() === null) installPackages(['chromium'])
  const browser = findBrowser()
  if (browser === null) return [...results, missing('browser tests', noBrowser)]
  return [
    ...results,
    runStep({
      name: 'browser tests',
      command: bin('playwright'),
      args: ['test', ...playwright],
      env: { CHROMIUM_PATH: browser, TEST_ENGINE: '' },
    }),
  ]
}

function skipped(name: string, reason: string): Result {
  return { name, result: 'skipped', reason }
}
