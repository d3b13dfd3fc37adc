import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from '../support/browser.ts'
import { hardeningLines } from './hardening-lines.ts'
import { gaps, linesOf, numberedTitle, numberedTitles, type Title } from './hardening-titles.ts'

/**
 * `npm run check:hardening`: runs every test that shows a line of hardening-lines.ts and prints the
 * table of line, tests and result. Ends with 1 when a line has no test or one that fails. `--list`
 * prints the table without running anything.
 */

type Result = { file: string; title: string; status: string; lines: string[] }
type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}
type Spec = { title: string; file: string; tests: { status: string }[] }
type Suite = { title: string; specs?: Spec[]; suites?: Suite[] }

const titles = numberedTitles()
const { unknown } = gaps(titles)
const reports = mkdtempSync(path.join(tmpdir(), 'cleanclip-hardening-'))
let failed = 0
try {
  const results = process.argv.includes('--list') ? titles.map(unrun) : runAll()
  failed = printTable(results)
} finally {
  rmSync(reports, { recursive: true, force: true })
}
if (unknown.length > 0) say(`No such line: ${unknown.join(', ')}`)
process.exitCode = failed + unknown.length > 0 ? 1 : 0

function unrun({ file, title, lines }: Title): Result {
  return { file, title, lines, status: 'not run' }
}

function runAll(): Result[] {
  if (run(process.execPath, ['app/cli/build.ts']) !== 0)
    throw new Error('The app could not be built')
  const files = [...new Set(titles.map(({ file }) => file))]
  const specs = files.filter((file) => file.startsWith('tests/e2e/'))
  const results = runVitest(files.filter((file) => !specs.includes(file)))
  return specs.length === 0 ? results : [...results, ...runPlaywright(specs)]
}

/** Whole files: some of their tests build on what those before them did. */
function runVitest(files: string[]): Result[] {
  const report = path.join(reports, 'vitest.json')
  run('node_modules/.bin/vitest', [
    'run',
    ...files,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  return testResults.flatMap(({ name, status: whole, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) =>
      // Tests that could not begin count as skipped.
      result(
        path.relative('.', name),
        [...ancestorTitles, title],
        whole === 'failed' && status !== 'passed' ? 'failed' : status,
      ),
    ),
  )
}

function runPlaywright(files: string[]): Result[] {
  const report = path.join(reports, 'playwright.json')
  const browser = findBrowser()
  run(
    'node_modules/.bin/playwright',
    ['test', ...files, '-g', numberedTitle.source, '--reporter=json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(browser !== null && { CHROMIUM_PATH: browser }),
    },
  )
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[] }
  return suites.flatMap((suite) => specsOf(suite, []))
}

function specsOf({ title, specs = [], suites = [] }: Suite, above: string[]): Result[] {
  // The outermost suite is the file.
  const here = title.endsWith('.spec.ts') ? above : [...above, title]
  return [
    ...specs.map((spec) =>
      result(
        path.join('tests/e2e', spec.file),
        [...here, spec.title],
        spec.tests.every(({ status }) => status === 'expected' || status === 'flaky')
          ? 'passed'
          : 'failed',
      ),
    ),
    ...suites.flatMap((suite) => specsOf(suite, here)),
  ]
}

function result(file: string, parts: string[], status: string): Result {
  return { file, title: parts.join(' › '), status, lines: parts.flatMap(linesOf) }
}

/** Prints the table and gives how many lines are not shown to hold. */
function printTable(results: Result[]): number {
  let open = 0
  for (const [line, what] of Object.entries(hardeningLines)) {
    const tests = results.filter(
      ({ lines, status }) => lines.includes(line) && status !== 'skipped' && status !== 'pending',
    )
    const verdict = verdictOf(tests)
    if (verdict !== 'ok' && verdict !== 'not run') open += 1
    say(`${line.padEnd(4)}${verdict.padEnd(9)}${what}`)
    for (const { file, title, status } of tests) {
      say(`${' '.repeat(13)}${status.padEnd(8)}${file.replace('tests/', '')} › ${title}`)
    }
  }
  say(`${Object.keys(hardeningLines).length} lines, ${results.length} tests; not shown: ${open}`)
  return open
}

function verdictOf(tests: Result[]): string {
  if (tests.length === 0) return 'NO TEST'
  if (tests.every(({ status }) => status === 'not run')) return 'not run'
  return tests.every(({ status }) => status === 'passed') ? 'ok' : 'FAILED'
}

/** Runs to the end and gives the exit code; what it says is not part of the table. */
function run(command: string, args: string[], env: Record<string, string> = {}): number | null {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', process.stderr, 'inherit'],
    env: { ...process.env, ...env },
  })
  return status
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
