import { rmSync } from 'node:fs'
import {
  type Missing,
  missingForFirefox,
  missingForOldChromium,
  missingForWebKit,
} from '../browsers/installed.ts'
import { type CommandLine, inOwnNetwork } from '../browsers/own-network.ts'
import { installPackages } from './debian-packages.ts'
import type { TestRun } from './second-chance.ts'
import { missing, type Result, runStep } from './steps.ts'
import { readVitestReport } from './test-reports.ts'

const ofToday: [browser: string, absent: () => Missing][] = [
  ['Firefox', missingForFirefox],
  ['Firefox without JavaScript', missingForFirefox],
  ['WebKit', missingForWebKit],
]
const old: typeof ofToday = [
  ['Chromium 103', missingForOldChromium],
  ['Chromium 92', missingForOldChromium],
]

const report = 'node_modules/.cache/other-browsers.json'
const vitest: CommandLine = [
  'node_modules/.bin/vitest',
  ['run', '--config', 'tests/browsers/vitest.config.ts'],
]

/**
 * Runs the journeys of visitors and operators in browsers other than today's Chromium, which are
 * installed as root on Debian. A browser that is still missing is skipped by name.
 */
export function runOtherBrowsers(run: (tests: TestRun) => Result, withOld = false): Result[] {
  const browsers = withOld ? [...ofToday, ...old] : ofToday
  const wanted = browsers
    .map(([, absent]) => absent())
    .filter(({ commands }) => commands.length > 0)
    .flatMap(({ packages }) => packages.split(' '))
  if (wanted.length > 0) installPackages([...new Set(wanted)])

  const lacking = browsers.map(([name, absent]) => [name, absent()] as const)
  if (lacking.every(([, { commands }]) => commands.length > 0)) return lacking.map(skip)
  const network = inOwnNetwork(...vitest)
  const results = lacking.map((browser) => {
    const [name, { commands }] = browser
    return commands.length > 0 ? skip(browser) : run((alone) => runIn(name, network, alone))
  })
  if (network !== null) return results
  const reason = 'A network of their own is not allowed here, so no test takes it away.'
  return [...results, missing('the offline page', reason)]
}

function skip([name, { commands, packages }]: readonly [string, Missing]): Result {
  const reason = `${commands.join(', ')} not found. On Debian: apt-get install ${packages}`
  return missing(name, reason)
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
