import process from 'node:process'
import { becomeDataOwner } from './data-owner.ts'
import { serverAdvice } from './server-advice.ts'

/** `npm run admin -- COMMAND`. What replaces the database must not open it: it may be what is broken. */

becomeDataOwner()
const [command, file] = process.argv.slice(2)
const advice = serverAdvice(command)
if (advice !== null) {
  process.stderr.write(`${advice}\n`)
  process.exitCode = 1
} else if (command === 'restore' || command === 'verify') {
  const { runOnFile } = await import('./restore.ts')
  process.exitCode = await runOnFile(command, file)
} else {
  await import('./admin-commands.ts')
}
