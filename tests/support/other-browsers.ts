import { rmSync } from 'node:fs'
import {
  type Needs,
  needsOfFirefox,
  needsOfOldChromium,
  needsOfWebKit,
} from '../browsers/installed.ts'
import { type CommandLine, inOwnNetwork } from '../browsers/own-network.ts'
import { installPackages } from './debian-packages.ts'
import type { TestRun } from './second-chance.ts'
import { missing, type Result, runStep } from './steps.ts'
import { readVitestReport } from './test-reports.ts'

const browsers: [name: string, needs: () => Needs][] = [
  ['Firefox', needsOfFirefox],
  ['Firefox without JavaScript', needsOfFirefox],
  ['WebKit', needsOfWebKit],
  ['Chromium 103', () => needsOfOldChromium(103)],
  ['Chromium 92', () => needsOfOldChromium(92)],
]

const report = 'node_modules/.cache/other-browsers.json'
const vitest: CommandLine = [
  'node_modules/.bin/vitest',
  ['run', '--config', 'tests/browsers/vitest.config.ts'],
]

/**
 * Runs the journeys of visitors and operators in browsers other than today's Chromium: Debian's, which
 * are installed as root there, and Chromium of 2021 and 2022 from npm. A browser that is still missing
 * is skipped by name.
 */
export function runOtherBrowsers(run: (tests: TestRun) => Result): Result[] {
  const wanted = browsers.flatMap(([, needs]) => needs().packages)
  if (wanted.length > 0) installPackages([...new Set(wanted)])

  const found = browsers.map(([name, needs]) => ({ name, absence: needs().absence }))
  const anyRuns = found.some(({ absence }) => absence === null)
  const network = anyRuns ? inOwnNetwork(...vitest) : null
  const results = found.map(({ name, absence }) =>
    absence === null ? run((alone) => runIn(name, network, alone)) : missing(name, absence),
  )
  if (network !== null || !anyRuns) return results
  const reason = 'A network of their own is not allowed here, so no test takes it away.'
  return [...results, missing('the offline page', reason)]
}

function runIn(name: string, network: CommandLine | null, alone: string[] | null) {
  rmSync(report, { force: true })
  const [command, args] = network ?? vitest
  const step = runStep({
    name: alone === null ? name : `${name}, alone`,
    command,
    args: [
      ...args,
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...(alone ?? []),
    ],
    env: { BROWSER: name, OWN_NETWORK: `${network !== null}` },
  })
  return { step: { ...step, name }, files: readVitestReport(report), errors: [] }
}
