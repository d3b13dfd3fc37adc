import { parseArgs } from 'node:util'
import {
  type Missing,
  missingForFirefox,
  missingForOldChromium,
  missingForWebKit,
} from './browsers/installed.ts'
import { type CommandLine, inOwnNetwork } from './browsers/own-network.ts'
import { installPackages } from './support/debian-packages.ts'
import { type Result, runStep, summarize } from './support/steps.ts'

/**
 * `npm run test:browsers`: the journeys of visitors and operators in browsers other than today's
 * Chromium. The last lines say which ones ran and which were skipped: what is missing is installed
 * as root on Debian, and under CI a browser that is still missing is a failure. With `-- --old` also
 * in Chromium 92 and 103 of 2021 and 2022, which are downloaded from npm the first time.
 */

const { values } = parseArgs({ options: { old: { type: 'boolean', default: false } } })

const runs: [browser: string, missing: () => Missing][] = [
  ['Firefox', missingForFirefox],
  ['Firefox without JavaScript', missingForFirefox],
  ['WebKit', missingForWebKit],
]
if (values.old) {
  runs.push(['Chromium 103', missingForOldChromium], ['Chromium 92', missingForOldChromium])
}

const wanted = runs.map(([, missing]) => missing()).filter(({ commands }) => commands.length > 0)
if (wanted.length > 0) {
  installPackages([...new Set(wanted.flatMap(({ packages }) => packages.split(' ')))])
}

const vitest: CommandLine = [
  'node_modules/.bin/vitest',
  ['run', '--config', 'tests/browsers/vitest.config.ts'],
]
const network = inOwnNetwork(...vitest)
if (network === null) {
  const absence = 'A network of their own is not allowed here, so no test takes it away.'
  if (process.env.CI) throw new Error(absence)
  process.stderr.write(`SKIPPED: the offline page. ${absence}\n`)
}

const build = runStep({ name: 'build', command: process.execPath, args: ['app/cli/build.ts'] })
const results = build.result === 'FAILED' ? [build] : runs.map(runIn)
if (!values.old) {
  const reason = 'only run by npm run test:browsers -- --old'
  results.push({ name: 'Chromium 103 and 92', result: 'skipped', reason })
}
process.exitCode = summarize(results)

function runIn([name, missing]: (typeof runs)[number]): Result {
  const { commands, packages } = missing()
  if (commands.length > 0) {
    const reason = `${commands.join(', ')} not found. On Debian: apt-get install ${packages}`
    return { name, result: process.env.CI ? 'FAILED' : 'skipped', reason }
  }
  const [command, args] = network ?? vitest
  return runStep({
    name,
    command,
    args,
    env: { BROWSER: name, OWN_NETWORK: `${network !== null}` },
  })
}
