import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import {
  type Missing,
  missingForFirefox,
  missingForOldChromium,
  missingForWebKit,
} from './browsers/installed.ts'

/**
 * `npm run test:browsers`: the journeys of visitors and operators in browsers other than today's
 * Chromium. The last lines say which ones ran and which were skipped. With `-- --old` also in
 * Chromium 92 and 103 of 2021 and 2022, which are downloaded from npm the first time.
 */

const { values } = parseArgs({ options: { old: { type: 'boolean', default: false } } })

const runs: [browser: string, missing: Missing][] = [
  ['Firefox', missingForFirefox()],
  ['Firefox without JavaScript', missingForFirefox()],
  ['WebKit', missingForWebKit()],
]
if (values.old) {
  runs.push(['Chromium 103', missingForOldChromium()], ['Chromium 92', missingForOldChromium()])
}

const build = spawnSync(process.execPath, ['app/cli/build.ts'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

const results = runs.map(([browser, { commands, packages }]) => {
  if (commands.length > 0) {
    const reason = `${commands.join(', ')} not found. On Debian: apt-get install ${packages}`
    return { browser, result: 'skipped', reason }
  }
  process.stdout.write(`\n— ${browser}\n`)
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--config', 'tests/browsers/vitest.config.ts'],
    { stdio: 'inherit', env: { ...process.env, BROWSER: browser } },
  )
  return { browser, result: status === 0 ? 'passed' : 'FAILED', reason: '' }
})
if (!values.old) {
  const reason = 'only run by npm run test:browsers -- --old'
  results.push({ browser: 'Chromium 103 and 92', result: 'skipped', reason })
}

process.stdout.write('\n')
for (const { browser, result, reason } of results) {
  process.stdout.write(`${result.padEnd(8)} ${browser}${reason === '' ? '' : `: ${reason}`}\n`)
}
const noneRan = results.every(({ result }) => result === 'skipped')
if (noneRan) process.stdout.write('\nNo browser ran, so nothing was tested.\n')
process.exitCode = noneRan || results.some(({ result }) => result === 'FAILED') ? 1 : 0
