// Imported first: no server may run, or count, while rows are created or deleted.
import { figure } from '#app/i18n/figure-text.ts'
import '#db/sqlite/sole-server.ts'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { isDemoData } from '#app/notices/demo-data.server.ts'
import { instances } from '#app/processes/instances.server.ts'
import { db } from '#db/engine.ts'
import { laterContent, presentContent } from '#db/seed/content.ts'
import { countLeftEvents } from '#db/seed/figures.ts'
import { emptyDemo, fillDemo } from '#db/seed/index.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'

/** `npm run seed`: fills an empty database with demo data. */

const usage = `npm run seed -- [options]

  (no option)   Fills an empty database with made-up posts, users, reports, backlinks and figures.
  --rows N      How many posts and users, 100 to 200,000 (default 400). The rest is in proportion.
  --seed N      A different number makes different rows (default 1).
  --clear       Removes all of it. Accounts created by hand, settings and the audit log stay.
  --yes         With --clear: also removes what was added since.

All servers on the database must be stopped. To use a separate database:
DATA_DIR=./demo-data npm run seed
`

function wholeNumber(low: number, high: number) {
  const error = `a whole number from ${figure(low)} to ${figure(high)}`
  return z.coerce.number(error).int(error).min(low, error).max(high, error)
}

const Options = z.object({
  rows: wholeNumber(100, 200_000).default(400),
  seed: wholeNumber(0, 2 ** 31).default(1),
})
const listed = (texts: string[]) => new Intl.ListFormat('en').format(texts)

class Refusal extends Error {}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  const isCut = error instanceof DatabaseUnavailableError
  if (!isCut && !(error instanceof Refusal)) throw error
  const cure = isCut
    ? '.\nThat cut it short. Once it works again, start over: npm run seed -- --clear'
    : ''
  process.stderr.write(`${error.message}${cure}\n`)
  process.exitCode = 1
} finally {
  await db.destroy()
}

async function run(): Promise<string> {
  const { clear, yes, help, ...typed } = parseOptions()
  if (help) return usage.trimEnd()
  const options = Options.safeParse(typed)
  if (!options.success) {
    const problems = options.error.issues.map(({ path, message }) => `--${path.join()}: ${message}`)
    throw new Refusal(`${problems.join('\n')}\n\n${usage}`)
  }
  const servers = (await instances.list()).filter(({ isAlive }) => isAlive)
  if (servers.length > 0) {
    throw new Refusal(
      `Servers are running on this database: ${listed(servers.map(({ host }) => host))}. Nothing was changed.\n` +
        'Stop all of them first. One that was killed counts as running for 15 seconds.',
    )
  }
  await countLeftEvents()
  return clear ? empty(yes) : fill(options.data)
}

async function fill(options: { rows: number; seed: number }): Promise<string> {
  if (await isDemoData()) {
    throw new Refusal('There is demo data already. To start over: npm run seed -- --clear')
  }
  const present = await presentContent()
  if (present.length > 0) {
    throw new Refusal(
      `Only an empty database can be filled, and ${env.POSTGRES_URL === null ? env.DATABASE_FILE : 'this one'} holds ${listed(present)}.\n` +
        'Nothing was changed. To use a separate database: DATA_DIR=./demo-data npm run seed',
    )
  }
  await fillDemo(options)
  return `Done: ${listed(await presentContent())}.\nThe back office marks it as demo data. To remove it: npm run seed -- --clear`
}

async function empty(confirmed: boolean): Promise<string> {
  const later = await laterContent()
  if (later === null) throw new Refusal('There is no demo data here, so nothing was removed.')
  const { whole, found } = later
  if (found.length > 0 && !confirmed) {
    const what = whole
      ? `Since the demo data was made, this was added: ${listed(found)}.\nIt would be removed too.`
      : `Seeding was cut short, so what was added since can't be told apart. All of this would be removed: ${listed(found)}.`
    throw new Refusal(`${what} Nothing was changed. To continue: npm run seed -- --clear --yes`)
  }
  await emptyDemo(whole ? found : [])
  return 'The demo data is gone. Accounts created by hand, settings and the audit log are unchanged.'
}

function parseOptions() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const help = { ...flag, short: 'h' } as const
  try {
    return parseArgs({ options: { rows: text, seed: text, clear: flag, yes: flag, help } }).values
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}
