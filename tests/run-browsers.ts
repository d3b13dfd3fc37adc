import { runOtherBrowsers } from './support/other-browsers.ts'
import { createSecondChances } from './support/second-chance.ts'
import { runStep, summarize } from './support/steps.ts'

/**
 * `npm run test:browsers`: the journeys of visitors and operators in browsers other than today's
 * Chromium. The last lines say which ones ran and which were skipped; under CI a browser that is
 * missing is a failure.
 */

const build = runStep({ name: 'build', command: process.execPath, args: ['app/cli/build.ts'] })
const results = build.result === 'FAILED' ? [build] : runOtherBrowsers(createSecondChances())
process.exitCode = summarize(results)
