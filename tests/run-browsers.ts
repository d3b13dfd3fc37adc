import { parseArgs } from 'node:util'
import { runOtherBrowsers } from './support/other-browsers.ts'
import { createSecondChances } from './support/second-chance.ts'
import { runStep, summarize } from './support/steps.ts'

/**
 * `npm run test:browsers`: the journeys of visitors and operators in browsers other than today's
 * Chromium. The last lines say which ones ran and which were skipped; under CI a browser that is
 * missing is a failure. With `-- --old` also in Chromium 92 and 103 of 2021 and 2022, which are
 * downloaded from npm the first time.
 */

const { values } = parseArgs({ options: { old: { type: 'boolean', default: false } } })

const build = runStep({ name: 'build', command: process.execPath, args: ['app/cli/build.ts'] })
const results =
  build.result === 'FAILED' ? [build] : runOtherBrowsers(createSecondChances(), values.old)
if (!values.old) {
  const reason = 'only run by npm run test:browsers -- --old'
  results.push({ name: 'Chromium 103 and 92', result: 'skipped', reason })
}
process.exitCode = summarize(results)
