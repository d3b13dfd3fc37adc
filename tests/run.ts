import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from './support/browser.ts'
import { chosenTests } from './support/chosen-tests.ts'
import { findPostgres, installPostgres } from './support/postgres-cluster.ts'

/**
 * `npm test`: every check in turn, the quick ones first; ends at the first that fails.
 * `npm test -- PATH …` runs those test files or folders alone. `TEST_ENGINE=postgres` in front of it
 * has all files about stored data run on PostgreSQL, instead of a few of them after SQLite.
 */

type Step = { name: string; command: string; args: string[]; env?: Record<string, string> }

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
  { name: 'unit and integration tests', command: bin('vitest'), args: ['run'] },
]

const chosen = chosenTests(process.argv.slice(2))
if (chosen === null) {
  findPostgres() ?? installPostgres()
  for (const step of everything) run(step)
  runInBrowser([])
} else {
  for (const args of chosen.vitest)
    run({ name: 'tests', command: bin('vitest'), args: ['run', ...args] })
  if (chosen.playwright !== null) runInBrowser(chosen.playwright)
}

function runInBrowser(files: string[]): void {
  const browser = findBrowser() ?? installBrowser()
  process.stdout.write(`\nThe browser tests use ${browser}\n`)
  run({
    name: 'browser tests',
    command: bin('playwright'),
    args: ['test', ...files],
    // They use SQLite, whatever the others do.
    env: { CHROMIUM_PATH: browser, TEST_ENGINE: '' },
  })
}

function run({ name, command, args, env }: Step): void {
  const started = performance.now()
  process.stdout.write(`\n— ${name}\n`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`— ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n`)
  if (status !== 0) process.exit(status ?? 1)
}

/** There is no browser: Playwright's installer first, then Debian's package. */
function installBrowser(): string {
  process.stdout.write('\nNo browser was found: installing Playwright’s Chromium\n')
  const playwright = spawnSync(bin('playwright'), ['install', '--with-deps', 'chromium'], {
    stdio: 'inherit',
    timeout: 240_000,
  })
  if (playwright.status === 0 && existsSync(chromium.executablePath())) {
    return chromium.executablePath()
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('\nThat did not work: installing the Debian package chromium\n')
    const apt = {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    } as const
    spawnSync('apt-get', ['update', '-q'], apt)
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], apt)
    const found = findBrowser()
    if (found !== null) return found
  }
  process.stderr.write(
    '\nNo browser could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH.\n',
  )
  process.exit(1)
}
